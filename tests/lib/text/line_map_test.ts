import assert from "node:assert/strict";
import { mapLines, NEW_LINE, shownLines } from "../../../lib/text/line_map.ts";

const from = (older: string, text: string) => mapLines(older, text, 1000)?.from;

Deno.test("shownLines() has the lines that a prompt shows", () => {
  const cases: [text: string, lines: string[]][] = [
    ["", []],
    [" \r\n\n", []],
    ["a", ["a"]],
    ["a\n\n", ["a"]],
    ["a\r\nb\r\n", ["a\r", "b"]],
    ["\na\n\nb ", ["", "a", "", "b "]],
  ];
  for (const [text, lines] of cases) assert.deepEqual(shownLines(text), lines, text);
});

Deno.test("mapLines() finds lines that stayed, moved down or are new", () => {
  const cases: [older: string, text: string, from: number[]][] = [
    ["a\nb\nc\n", "a\nx\nc\n", [0, NEW_LINE, 2]],
    ["a\nb\n", "x\na\nb\n", [NEW_LINE, 0, 1]],
    ["a\nb\nc\n", "c\n", [2]],
    ["", "a\nb", [NEW_LINE, NEW_LINE]],
    [" \n", "a", [NEW_LINE]],
    ["a", "", []],
    ["\na\n\nb\n", "\na\nx\n\nb\n", [0, 1, NEW_LINE, 2, 3]],
  ];
  for (const [older, text, wanted] of cases) assert.deepEqual(from(older, text), wanted, text);
});

Deno.test("mapLines() takes no notice of how a text ends", () => {
  for (const end of ["", "\n", "\r\n", "\n\n\n"]) {
    assert.deepEqual(from("a\nb", `a\nb${end}`), [0, 1]);
    assert.deepEqual(from(`a\nb${end}`, "a\nb"), [0, 1]);
  }
  // npm diff alone would call the last line changed here.
  assert.deepEqual(from("a\nb", "a\nb\nc"), [0, 1, NEW_LINE]);
  assert.deepEqual(from("a\nb\nc\n", "a\nb"), [0, 1]);
});

Deno.test("mapLines() takes CRLF in the place of LF for a change", () => {
  assert.deepEqual(from("a\r\nb\r\n", "a\r\nb\r\nc\r\n"), [0, 1, NEW_LINE]);
  assert.deepEqual(from("a\r\nb", "a\r\nb\r\nc"), [0, 1, NEW_LINE]);
  assert.deepEqual(from("a\nb\nc\n", "a\r\nb\r\nc\n"), [NEW_LINE, NEW_LINE, 2]);
  assert.deepEqual(from("a\r\nb\r\n", "a\nb\n"), [NEW_LINE, NEW_LINE]);
});

Deno.test("mapLines() gives up above a number of edits, and counts those it took", () => {
  assert.deepEqual(mapLines("a\nb\nc", "a\nx\nc", 2), { from: [0, NEW_LINE, 2], edits: 2 });
  assert.equal(mapLines("a\nb\nc", "a\nx\nc", 1), undefined);
  assert.deepEqual(mapLines("a\nb", "a\nb\n", 0), { from: [0, 1], edits: 0 });
});
