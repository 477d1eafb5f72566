import assert from "node:assert/strict";
import { inlineName, inlinePath } from "../../../lib/text/inline_name.ts";

Deno.test("inlineName() quotes what would not stand for one name in a line", () => {
  const table: [name: string, wanted: string][] = [
    ["go.mod", "go.mod"],
    [".env", ".env"],
    ["größe-😀.md", "größe-😀.md"],
    ["family-👩\u200d👧-❤\ufe0f", "family-👩\u200d👧-❤\ufe0f"],
    ["a'b$(c)&;*", "a'b$(c)&;*"],
    ["back\\slash", "back\\slash"],
    ['in"side', 'in"side'],
    ["two words", '"two words"'],
    ["no\u00a0break", '"no\u00a0break"'],
    ["line\nbreak", '"line\\nbreak"'],
    ["tab\tcr\r", '"tab\\tcr\\r"'],
    ["esc\x1b[2J", '"esc\\u001b[2J"'],
    ["del\x7f", '"del\\u007f"'],
    ["c1\x9b", '"c1\\u009b"'],
    ["next\x85line", '"next\\u0085line"'],
    ["separators\u2028\u2029", '"separators\\u2028\\u2029"'],
    ["mark\ufeff", '"mark\ufeff"'],
    ["bidi\u202etxt", '"bidi\\u202etxt"'],
    ["zero\u200bwidth", '"zero\\u200bwidth"'],
    ["tag\u{e0041}", '"tag\\udb40\\udc41"'],
    ["half\ud83d", '"half\\ud83d"'],
    ['"quoted"', '"\\"quoted\\""'],
    ['back\\slash and "quote"', '"back\\\\slash and \\"quote\\""'],
  ];
  for (const [name, wanted] of table) {
    const line = inlineName(name);
    assert.equal(line, wanted);
    if (line !== name) assert.equal(JSON.parse(line), name, "it can be read back");
  }
});

Deno.test("inlinePath() quotes what would not stay in its line or ends the block", () => {
  const table: [path: string, wanted: string][] = [
    ["/home/alice/my project", "/home/alice/my project"],
    ["C:\\Users\\ann", "C:\\Users\\ann"],
    ['/a"b', '/a"b'],
    ["/a<env>", "/a<env>"],
    ["/a\n  Is git repo: yes", '"/a\\n  Is git repo: yes"'],
    ["/a\x1b]0;x\x07", '"/a\\u001b]0;x\\u0007"'],
    ["/a\u2028b", '"/a\\u2028b"'],
    ["/a\u202eb", '"/a\\u202eb"'],
    ["/</env>/x", '"/\\u003c/env>/x"'],
    ["/</env></env>", '"/\\u003c/env>\\u003c/env>"'],
  ];
  for (const [path, wanted] of table) {
    const line = inlinePath(path);
    assert.equal(line, wanted);
    if (line !== path) assert.equal(JSON.parse(line), path, "it can be read back");
  }
});
