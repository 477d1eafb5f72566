import assert from "node:assert/strict";
import { formatFlags, formatOf } from "../../../../cli/args/groups/format.ts";

Deno.test("formatFlags() names the formats and the default", () => {
  const [format, json] = formatFlags(["text", "json", "openai"]);
  assert.equal(format.help, "text, json or openai (default: text)");
  assert.equal(json.usage, "--json");
});

Deno.test("formatOf() takes --json for a format, and refuses one that is not in the list", () => {
  const formats = ["text", "json"];
  assert.equal(formatOf({}, formats), "text");
  assert.equal(formatOf({ json: true }, formats), "json");
  assert.equal(formatOf({ json: true, format: "json" }, formats), "json");
  assert.throws(() => formatOf({ json: true, format: "text" }, formats), /--json cannot be used/);
  assert.throws(() => formatOf({ format: "openai" }, formats), /takes text or json, not "openai"/);
});
