/** cli/output/terminal.ts: what is escaped, when there is color, and how tables look. */

import assert from "node:assert/strict";
import {
  escapeJson,
  escapeLine,
  escapeText,
  paint,
  renderTable,
  StreamedTable,
  wantsColor,
} from "../../../cli/output/terminal.ts";

/** Every C0, DEL and C1 character, with its escape. */
const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i)]
  .map((code) => [String.fromCharCode(code), `\\x${code.toString(16).padStart(2, "0")}`] as const);

const invisible = [
  ...[0x200b, 0x2060, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
  ...[0xe0000, 0xe0001, 0xe0041, 0xe007f],
];

Deno.test("escapeText() escapes every C0 but LF and TAB, DEL and every C1", () => {
  assert.equal(controls.length, 65);
  for (const [character, escape] of controls) {
    const kept = character === "\n" || character === "\t";
    assert.equal(escapeText(`a${character}b`), `a${kept ? character : escape}b`);
  }
});

Deno.test("escapeLine() escapes LF and TAB too", () => {
  for (const [character, escape] of controls) {
    assert.equal(escapeLine(`a${character}b`), `a${escape}b`);
  }
});

Deno.test("escapeText() and escapeLine() show invisible and bidirectional characters", () => {
  for (const code of invisible) {
    const wanted = code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16)}`;
    assert.equal(escapeText(String.fromCodePoint(code)), wanted);
    assert.equal(escapeLine(String.fromCodePoint(code)), wanted);
  }
});

const harmless = [" ", "~", "\u00a0", "é", "\u2014", "\u2028", "\u200d", "\ufe0f", "😀", "\ud800"];

Deno.test("escapeText(), escapeLine() and escapeJson() leave all other characters alone", () => {
  for (const text of harmless) {
    assert.equal(escapeText(text), text);
    assert.equal(escapeLine(text), text);
    assert.equal(escapeJson(text), text);
  }
});

Deno.test("escapeJson() keeps the value and leaves nothing that a terminal obeys", () => {
  const value = {
    text: controls.map(([character]) => character).join("") +
      String.fromCodePoint(...invisible) + harmless.join(""),
  };
  for (const indent of [0, 2]) {
    const json = escapeJson(JSON.stringify(value, null, indent));
    assert.deepEqual(JSON.parse(json), value);
    assert.equal(escapeText(json), json);
  }
});

const colorRules: [string, Parameters<typeof wantsColor>, boolean][] = [
  ["auto on a terminal", ["auto", { env: {}, terminal: true }], true],
  ["auto in a pipe", ["auto", { env: {}, terminal: false }], false],
  ["NO_COLOR", ["auto", { env: { NO_COLOR: "1" }, terminal: true }], false],
  ["empty NO_COLOR", ["auto", { env: { NO_COLOR: "" }, terminal: true }], true],
  ["FORCE_COLOR", ["auto", { env: { FORCE_COLOR: "1" }, terminal: false }], true],
  ["FORCE_COLOR=0", ["auto", { env: { FORCE_COLOR: "0" }, terminal: true }], false],
  ["empty FORCE_COLOR", ["auto", { env: { FORCE_COLOR: "" }, terminal: false }], false],
  ["NO_COLOR before FORCE_COLOR", [
    "auto",
    { env: { NO_COLOR: "1", FORCE_COLOR: "1" }, terminal: true },
  ], false],
  ["a dumb terminal", ["auto", { env: { TERM: "dumb" }, terminal: true }], false],
  ["always before NO_COLOR", ["always", { env: { NO_COLOR: "1" }, terminal: false }], true],
  ["never before FORCE_COLOR", ["never", { env: { FORCE_COLOR: "1" }, terminal: true }], false],
];
for (const [name, args, wanted] of colorRules) {
  Deno.test(`wantsColor() ${name}`, () => assert.equal(wantsColor(...args), wanted));
}

Deno.test("paint() wraps a text in one SGR sequence and leaves plain and empty ones", () => {
  assert.equal(paint("a", "green"), "\x1b[32ma\x1b[0m");
  assert.equal(paint("a", undefined), "a");
  assert.equal(paint("", "green"), "");
});

Deno.test("renderTable() aligns columns by code points and trims line ends", () => {
  const rows = [["NAME", "BYTES", "x"], ["é😀", "7", ""], ["long name", "1234567", "y"]];
  assert.equal(
    renderTable(rows, { right: [1] }),
    `NAME         BYTES  x\né😀${" ".repeat(15)}7\nlong name  1234567  y\n`,
  );
  assert.equal(renderTable([]), "");
});

Deno.test("StreamedTable is the table, and goes on as wide as it was", () => {
  const rows = [["1", "a"], ["22", "bbb"], ["3", ""]];
  let out = "";
  const table = new StreamedTable((text) => out += text, { right: [0] });
  for (const row of rows) table.add(row);
  assert.equal(out, "");
  table.end();
  assert.equal(out, renderTable(rows, { right: [0] }));
  out = "";
  table.add(["4", "x", "y"]);
  table.end();
  assert.equal(out, " 4  x    y\n");
});

Deno.test("StreamedTable holds a thousand rows at most", () => {
  let out = "";
  const table = new StreamedTable((text) => out += text);
  for (let row = 0; row < 2500; row++) table.add(["x"]);
  assert.equal(out.length, 2 * 2000);
  table.end();
  assert.equal(out.length, 2 * 2500);
});
