import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesSource, withAppended } from "../../../lib/log/bytes.ts";
import type { ByteSource } from "../../../lib/log/lines.ts";
import {
  type ByteRange,
  endOf,
  lineNumbers,
  linesForward,
  type LineSpan,
  type LineVisitor,
  scanBackward,
  scanForward,
  visitLine,
} from "../../../lib/log/lines.ts";

type Line = { text: string; offset: number; terminated: boolean };

function copy(line: LineSpan): Line {
  const text = new TextDecoder().decode(line.bytes.subarray(line.start, line.end));
  return { text, offset: line.offset, terminated: line.terminated };
}

/** Shows every line to a visitor, from the last to the first. */
function backward(
  source: ByteSource,
  visit: LineVisitor,
  { block = 1 << 16 }: ByteRange = {},
): void {
  const room = {
    block: new Uint8Array(block),
    grow(size: number) {
      this.block = new Uint8Array(size);
    },
  };
  let isDone = false;
  scanBackward(source, room, {
    get isDone() {
      return isDone;
    },
    pass: (_, end) => end,
    line: (span) => isDone = visit(span) === false,
  });
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
        collect(backward, bytesSource(text), block).toReversed(),
        bySplit(text),
      );
    }),
    { numRuns: 500 },
  );
});

Deno.test("scanForward() and scanBackward() stop when the visitor says so", () => {
  for (const scan of [scanForward, backward]) {
    let seen = 0;
    scan(bytesSource("a\nb\nc\n"), () => ++seen < 2);
    assert.equal(seen, 2, scan.name);
  }
});

Deno.test("scanForward() keeps to its range", () => {
  const seen: string[] = [];
  scanForward(bytesSource("a\nb\nc\nd"), (line) => {
    seen.push(copy(line).text);
  }, { from: 2, to: 6 });
  assert.deepEqual(seen, ["b", "c"]);
});

Deno.test("scanBackward() lets the visitor pass by lines of a block", () => {
  const seen: string[] = [];
  const passed: string[] = [];
  const room = { block: new Uint8Array(8), grow: () => assert.fail("the lines fit") };
  scanBackward(bytesSource("aa\nbb\ncc\ndd\nee\n"), room, {
    isDone: false,
    pass(floor, end, base) {
      passed.push(`${base + floor}-${base + end}`);
      // Goes over lines of e, c and a, one at a time.
      const isKnown = "eca".includes(String.fromCharCode(room.block[end - 2] ?? 0));
      return isKnown ? end - 3 : end;
    },
    line: (span) => seen.push(copy(span).text),
  });
  assert.deepEqual(passed, ["9-15", "9-12", "3-9", "3-6", "0-3"]);
  assert.deepEqual(seen, ["dd", "bb"]);
});

Deno.test("scanBackward() reads a line that is longer than it makes room for", () => {
  const long = "x".repeat(17 * 1024 * 1024);
  const lines: number[] = [];
  backward(bytesSource(`ab\n${long}\ncd\n`), (span) => void lines.push(span.end - span.start));
  assert.deepEqual(lines, [2, long.length, 2]);
});

Deno.test("visitLine() visits one line by its offsets", () => {
  const seen: Line[] = [];
  const source = bytesSource("ab\ncdef\ng");
  visitLine(source, { from: 3, to: 8 }, (span) => seen.push(copy(span)));
  visitLine(source, { from: 8, to: 9 }, (span) => seen.push(copy(span)));
  assert.deepEqual(seen, [
    { text: "cdef", offset: 3, terminated: true },
    { text: "g", offset: 8, terminated: false },
  ]);
});

Deno.test("endOf() counts the newline", () => {
  const ends: number[] = [];
  scanForward(bytesSource("ab\ncd"), (span) => void ends.push(endOf(span)));
  assert.deepEqual(ends, [3, 5]);
});

Deno.test("scanForward() and scanBackward() read short reads on", () => {
  const whole = bytesSource("first\nsecond\nthird");
  const halting: ByteSource = { ...whole, read: (into, at) => whole.read(into.subarray(0, 1), at) };
  assert.equal(collect(scanForward, halting, 8).length, 3);
  assert.equal(collect(backward, halting, 8).length, 3);
});

Deno.test("scanForward() and scanBackward() refuse a source that became shorter", () => {
  const shrunk: ByteSource = { ...bytesSource("a\nb\n"), size: 9 };
  for (const scan of [scanForward, backward]) {
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
  assert.deepEqual(collect(backward, joined, 3).map((line) => line.text), [
    "three",
    "two",
    "one",
  ]);
});

Deno.test("linesForward() gives each line before it asks for the next, in blocks of any size", () => {
  for (const block of [1, 3, 1 << 16]) {
    const lines = linesForward(bytesSource("a\nbc\n\nd"), { block });
    assert.deepEqual(Array.from(lines, copy).map(({ text }) => text), ["a", "bc", "", "d"]);
  }
});
