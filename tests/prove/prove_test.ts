/**
 * The quick form of `deno task prove`: against the executable that PANTO_BIN names, else, with fewer
 * cases, against the sources.
 *
 * It is one process of its own: it changes Atomics.wait, which other tests need.
 */

import assert from "node:assert/strict";
import { PANTO_BIN, ROOT } from "../support/sandbox.ts";

Deno.test("tests/prove/run.ts --quick finds no promise broken", async () => {
  const what = PANTO_BIN === undefined ? "--sources" : `--bin=${PANTO_BIN}`;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/prove/run.ts", "--quick", what],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const table = decoder.decode(stdout);
  assert.equal(code, 0, decoder.decode(stderr) + table);
  const rows = table.split("\n").map((line) => line.split(/\s{2,}/));
  const tried = new Map(rows.map(([name = "", , cases]) => [name, Number(cases)]));
  for (
    const name of ["cuts", "kills", "writers", "storage", "hostile", "terminal", "provider", "fuzz"]
  ) {
    assert.ok((tried.get(name) ?? 0) > 0, `${name} tried nothing:\n${table}`);
  }
});
