/** cli/args/version.ts: the constant and deno.json must not drift apart. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { VERSION } from "../../../cli/args/version.ts";

Deno.test("VERSION is the version of deno.json", () => {
  const config = JSON.parse(readFileSync(new URL("../../../deno.json", import.meta.url), "utf8"));
  assert.equal(VERSION, config.version);
});
