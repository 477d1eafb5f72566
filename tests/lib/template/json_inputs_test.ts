import assert from "node:assert/strict";
import { ConfigError } from "../../../lib/errors.ts";
import { parseToolNames, parseVariables } from "../../../lib/template/json_inputs.ts";

Deno.test("parseToolNames() takes definitions of every form", () => {
  const definitions = [
    { name: "write", description: "d", input_schema: { type: "object" } },
    { type: "function", function: { name: "grep", parameters: {} } },
    { type: "function", name: "bash" },
    "read",
    "grep",
  ];
  assert.deepEqual(parseToolNames(JSON.stringify(definitions), "t"), [
    "write",
    "grep",
    "bash",
    "read",
    "grep",
  ]);
});

const badTools: [text: string, reason: string][] = [
  ["", "it is not JSON"],
  ["[", "it is not JSON"],
  ["[".repeat(100_000), "it is not JSON"],
  ["{}", "it is not an array of tool definitions"],
  ['"grep"', "it is not an array of tool definitions"],
  ["null", "it is not an array of tool definitions"],
  ['["a", 1]', "[1] has no name and is not one"],
  ['["a", "b", ""]', "[2] has no name and is not one"],
  ["[null]", "[0] has no name and is not one"],
  ["[[]]", "[0] has no name and is not one"],
  ['[{"name": 1}]', "[0] has no name and is not one"],
  ['[{"function": "a"}]', "[0] has no name and is not one"],
  ['[{"function": {"name": ""}}]', "[0] has no name and is not one"],
];
for (const [text, reason] of badTools) {
  Deno.test(`parseToolNames() refuses ${text.slice(0, 30)}`, () => {
    assert.throws(() => parseToolNames(text, "tools.json"), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.message, `Cannot use "tools.json": ${reason}`);
      assert.deepEqual([error.code, error.place.path], ["template-input-invalid", "tools.json"]);
      return true;
    });
  });
}

Deno.test("parseVariables() takes a JSON object and nothing else", () => {
  assert.deepEqual(parseVariables('{"a": {"b": null}}', "v"), { a: { b: null } });
  assert.deepEqual(Object.keys(parseVariables('{"__proto__": 1}', "v")), ["__proto__"]);
  for (const text of ["[]", "null", "1", '"a"']) {
    assert.throws(
      () => parseVariables(text, "v"),
      /^ConfigError: Cannot use "v": it is not a JSON object$/,
    );
  }
  assert.throws(() => parseVariables("{", "v"), /^ConfigError: Cannot use "v": it is not JSON$/);
});
