import assert from "node:assert/strict";
import { scannerModule } from "../../../scripts/build/scanner.ts";

Deno.test("scannerModule() compiles what is checked in as lib/log/scan/scan_wasm.ts", async () => {
  const root = new URL("../../../", import.meta.url);
  const checkedIn = await Deno.readTextFile(new URL("lib/log/scan/scan_wasm.ts", root));
  assert.equal(await scannerModule(root), checkedIn);
  assert.ok(checkedIn.length < 20_000, `${checkedIn.length} bytes`);
});
