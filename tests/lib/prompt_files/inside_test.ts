import assert from "node:assert/strict";
import { isInside } from "../../../lib/prompt_files/inside.ts";

Deno.test("isInside() compares whole names", () => {
  const table: [path: string, directory: string, inside: boolean][] = [
    ["/a", "/a", true],
    ["/a/b", "/a", true],
    ["/a/..b", "/a", true],
    ["/a/..", "/a", false],
    ["/ab", "/a", false],
    ["/", "/a", false],
    ["/b", "/a", false],
    ["/a", "/", true],
    ["/", "/", true],
    ["/etc/passwd", "/work", false],
  ];
  for (const [path, directory, inside] of table) {
    assert.equal(isInside(path, directory), inside, `${path} in ${directory}`);
  }
});
