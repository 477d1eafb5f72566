import assert from "node:assert/strict";
import { hinted, ownHint } from "../../cli/hint.ts";
import { IoError, UsageError } from "../../mod.ts";

Deno.test("hinted() gives an error its hint and leaves its kind", () => {
  const error = new IoError("Bad", { code: "unwritable" });
  assert.equal(hinted(error, "try good"), error);
  assert.equal(ownHint(error), "try good");
  assert.equal(ownHint(new UsageError("Bad")), undefined);
});
