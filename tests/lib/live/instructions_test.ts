import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import {
  importsOnly,
  instructionsSection,
  MAX_INSTRUCTION_BYTES,
} from "../../../lib/live/instructions.ts";

const path = "/home/alice/projects/my-api/AGENTS.md";
const heading = `# Project Instructions (from ${path})\n\n`;
const note = `[truncated — full file at ${path}]`;

/** The section without its heading. */
function bodyOf(text: string, maxBytes?: number): string {
  const section = instructionsSection({ path, text }, maxBytes);
  assert(section.startsWith(heading));
  return section.slice(heading.length);
}

Deno.test("instructionsSection() has the heading, a blank line and the text", () => {
  const table: [text: string, body: string][] = [
    ["Use tabs.", "Use tabs."],
    ["Use tabs.\n", "Use tabs."],
    ["Use tabs. \r\n\n", "Use tabs. "],
    ["\n# Title\n\n{{ x }}\n", "\n# Title\n\n{{ x }}"],
  ];
  for (const [text, body] of table) assert.equal(bodyOf(text), body);
});

Deno.test("instructionsSection() cuts what has more than 8,192 bytes", () => {
  const text = (bytes: number) => "x".repeat(bytes);
  const table: [bytes: number, body: string][] = [
    [8191, text(8191)],
    [8192, text(8192)],
    [8193, `${text(8192)}\n${note}`],
    [100_000, `${text(8192)}\n${note}`],
  ];
  assert.equal(MAX_INSTRUCTION_BYTES, 8192);
  for (const [bytes, body] of table) assert.equal(bodyOf(text(bytes)), body, String(bytes));
  assert.equal(bodyOf(text(100_000), 0), text(100_000), "0 = whole");
  assert.equal(bodyOf("abc", 3), "abc");
  assert.equal(bodyOf("abc", 2), `ab\n${note}`);
});

Deno.test("instructionsSection() puts the note on a line of its own", () => {
  const table: [text: string, maxBytes: number, body: string][] = [
    ["ab\ncd", 3, `ab\n${note}`],
    ["a\n\ncd", 3, `a\n\n${note}`],
    ["ab\r\ncd", 3, `ab\r\n${note}`],
    ["é", 1, note],
  ];
  for (const [text, maxBytes, body] of table) assert.equal(bodyOf(text, maxBytes), body);
});

Deno.test("instructionsSection() cuts between two characters, never inside of one", () => {
  const table: [character: string, length: number][] = [["é", 2], ["€", 3], ["😀", 4]];
  for (const [character, length] of table) {
    for (let before = 0; before <= length; before++) {
      const start = "x".repeat(8192 - before);
      const text = `${start}${character}y`;
      const kept = before === length ? character : "";
      assert.equal(bodyOf(text), `${start}${kept}\n${note}`, `${length} bytes, ${before} in`);
    }
  }
  assert.equal(bodyOf("\ufeffab", 4), `\ufeffa\n${note}`, "a mark inside the text is text");
});

Deno.test("instructionsSection() keeps as much as fits", () => {
  const text = fc.string({ unit: "binary", minLength: 1 }).map((s) => s.toWellFormed() + "x");
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 60 }), (text, maxBytes) => {
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return;
    const body = bodyOf(text, maxBytes);
    const kept = body.slice(0, -note.length);
    const start = text.startsWith(kept) ? kept : kept.slice(0, -1);
    assert(text.startsWith(start) && start.isWellFormed());
    const next = String.fromCodePoint(text.codePointAt(start.length) ?? 0);
    const room = maxBytes - Buffer.byteLength(start);
    assert(room < Buffer.byteLength(next), "the next character would have fitted");
  }));
});

Deno.test("instructionsSection() stays one line of heading whatever the path is called", () => {
  const section = instructionsSection({ path: "/a\nb/AGENTS.md", text: "xyz" }, 1);
  assert.equal(
    section,
    '# Project Instructions (from "/a\\nb/AGENTS.md")\n\n' +
      'x\n[truncated — full file at "/a\\nb/AGENTS.md"]',
  );
});

Deno.test("importsOnly() knows a file that is nothing but imports", () => {
  const table: [text: string, lines: string[]][] = [
    ["@AGENTS.md", ["@AGENTS.md"]],
    ["\n  @AGENTS.md \r\n", ["@AGENTS.md"]],
    ["@AGENTS.md\n\n@docs/style.md\n", ["@AGENTS.md", "@docs/style.md"]],
    ["", []],
    [" \n", []],
    ["@", []],
    ["@AGENTS.md please", []],
    ["# Title\n@AGENTS.md\n", []],
    ["mail@example.org\n", []],
  ];
  for (const [text, lines] of table) assert.deepEqual(importsOnly(text), lines, text);
});
