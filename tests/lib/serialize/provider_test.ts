import assert from "node:assert/strict";
import { wholeRequest } from "../../../lib/serialize/provider.ts";

Deno.test("wholeRequest() puts the list last, under its own key", () => {
  const items = new Set([{ from: "user" }]);
  const request = wholeRequest({ head: { engine: "e" }, list: "turns", items });
  assert.equal(JSON.stringify(request), '{"engine":"e","turns":[{"from":"user"}]}');
});
