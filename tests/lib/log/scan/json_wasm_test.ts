import assert from "node:assert/strict";
import { goesOver, isJson } from "../../../support/scanner.ts";

const encoder = new TextEncoder();

const VALUES = [
  ..."0|-0|1|-1|12|01|-|1.|1.5|.5|1.e1|1e5|1E+5|1e-05|1e|1e+|0x1|+1|1 2|00|-01|Infinity|NaN".split(
    "|",
  ),
  ..."true|false|null|tru|True|nul|falsee|nullx|undefined".split("|"),
  ..."[]|[ ]|[1]|[1,2]|[1,]|[,1]|[1 2]|[[]]|[}|[".split("|"),
  ...'{}|{ }|{"a":1}|{"a":1,}|{"a"}|{a:1}|{"a":1 "b":2}|{"a":1,"b":2}|{,}|{"a":}|{"":[{}]}'.split(
    "|",
  ),
  ...'"a"|"a|\'a\'|"\\u0041"|"\\u004"|""| 1 |\t1\r|\u00a01|\ufeff1'.split("|"),
  "[".repeat(90) + "]".repeat(90),
  "[".repeat(90) + "]".repeat(91),
];

Deno.test("makeJsonFunctions() knows exactly which values are JSON, wherever they stand", () => {
  let count = 0;
  for (const value of VALUES) {
    for (
      const line of [
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":${value}}}`,
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user"},"x":${value}}`,
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user"},"x":[${value}]}`,
      ]
    ) {
      count++;
      const bytes = encoder.encode(line);
      assert.equal(goesOver(bytes, { full: true, parent: "b" }).over, isJson(bytes), line);
    }
  }
  console.error(`    ${count} values`);
});

Deno.test("makeJsonFunctions() leaves what is nested deeply to the parser", () => {
  for (const [depth, over] of [[90, true], [5000, false]] as const) {
    const line = encoder.encode(
      '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":' +
        `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}}}`,
    );
    assert.equal(isJson(line), true);
    assert.equal(goesOver(line, { full: true, parent: "b" }).over, over, `${depth}`);
  }
});
