import assert from "node:assert/strict";
import fc from "fast-check";
import { type ByteSource, bytesSource, withAppended } from "../../../lib/log/bytes.ts";
import { lineNumbers, type LineSpan, scanBackward, scanForward } from "../../../lib/log/lines.ts";

type Line = { text: string; offset: number; terminated: boolean };

function copy(line: LineSpan): Line {
  const text = new TextDecoder().decode(line.bytes.subarray(line.start, line.end));
  return { text, offset: line.offset, terminated: line.terminated };
}

function collect(scan: typeof scanForward, source: ByteSource, block: number): Line[] {
  const lines: Line[] = [];
  scan(source, (line) => {
    lines.push(copy(line));
  }, { block });
  return lines;
}

/** The same lines, found by splitting a string. */
function bySplit(text: string): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  for (const part of text.split(/(?<=\n)/)) {
    if (part === "") continue;
    const terminated = part.endsWith("\n");
    lines.push({ text: terminated ? part.slice(0, -1) : part, offset, terminated });
    offset += new TextEncoder().encode(part).length;
  }
  return lines;
}

const texts = fc.array(fc.constantFrom("a", "é", "\n", "\r", "{}", "\u2028", "long ".repeat(9)))
  .map((parts) => parts.join(""));

Deno.test("scanForward() finds the lines that splitting finds, at any block size", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, block) => {
      assert.deepEqual(collect(scanForward, bytesSource(text), block), bySplit(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("scanBackward() finds the same lines in reverse", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, block) => {
      assert.deepEqual(
        collect(scanBackward, bytesSource(text), block).toReversed(),
        bySplit(text),
      );
    }),
    { numRuns: 500 },
  );
});

Deno.test("scanForward() and scanBackward() stop when the visitor says so", () => {
  for (const scan of [scanForward, scanBackward]) {
    let seen = 0;
    scan(bytesSource("a\nb\nc\n"), () => ++seen < 2);
    assert.equal(seen, 2, scan.name);
  }
});

Deno.test("scanForward() and scanBackward() keep to their range", () => {
  const source = bytesSource("a\nb\nc\nd");
  for (const scan of [scanForward, scanBackward]) {
    const seen: string[] = [];
    scan(source, (line) => {
      seen.push(copy(line).text);
    }, { from: 2, to: 6 });
    assert.deepEqual(seen.sort(), ["b", "c"], scan.name);
  }
});

Deno.test("scanForward() and scanBackward() read short reads on", () => {
  const whole = bytesSource("first\nsecond\nthird");
  const halting: ByteSource = { ...whole, read: (into, at) => whole.read(into.subarray(0, 1), at) };
  assert.equal(collect(scanForward, halting, 8).length, 3);
  assert.equal(collect(scanBackward, halting, 8).length, 3);
});

Deno.test("scanForward() and scanBackward() refuse a source that became shorter", () => {
  const shrunk: ByteSource = { ...bytesSource("a\nb\n"), size: 9 };
  for (const scan of [scanForward, scanBackward]) {
    assert.throws(() => scan(shrunk, () => {}), /became shorter/, scan.name);
  }
});

Deno.test("lineNumbers() counts like splitting does, over block borders too", () => {
  const text = "x".repeat(300_000) + "\n" + "y\n".repeat(400_000) + "end";
  const lines = bySplit(text);
  const wanted = [0, 1, 2, 1000, 200_000, lines.length - 1];
  const offsets = wanted.map((index) => (lines[index] as Line).offset);
  assert.deepEqual(lineNumbers(bytesSource(text), offsets), wanted.map((index) => index + 1));
});

Deno.test("withAppended() reads across the seam", () => {
  const joined = withAppended(bytesSource("one\ntw"), new TextEncoder().encode("o\nthree\n"));
  assert.deepEqual(collect(scanForward, joined, 3).map((line) => line.text), [
    "one",
    "two",
    "three",
  ]);
  assert.deepEqual(collect(scanBackward, joined, 3).map((line) => line.text), [
    "three",
    "two",
    "one",
  ]);
});
