/** `panto layers`: the table, the document, and exit 4 after printing. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../cli/run.ts";
import { fakeHost } from "../../support/fake_host.ts";
import type { FakeHostOptions } from "../../support/fake_host.ts";

const ESC = "\x1b";

/** Runs with a temporary home and shows its path as $ROOT. */
function withHome(
  files: Readonly<Record<string, string>>,
  check: (
    panto: (
      argv: string[],
      options?: FakeHostOptions,
    ) => { code: number; out: string; err: string },
  ) => void,
): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "panto-layers-")));
  try {
    mkdirSync(join(root, "work", ".panto"), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      const path = join(root, name);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, text);
    }
    check((argv, options) => {
      const host = fakeHost(argv, { env: { HOME: root }, cwd: join(root, "work"), ...options });
      const code = run(host);
      const hide = (text: string) => text.replaceAll(root, "$ROOT");
      return { code, out: hide(host.out()), err: hide(host.err()) };
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

const files = {
  "work/.panto/APPEND_SYSTEM.md": "Use tabs.\n",
  ".config/panto/SYSTEM.md": "Be brief.\n",
  ".local/share/panto/SYSTEM.md": "Base.\n",
};

Deno.test("runLayers() prints a table in the order of the prompt", () => {
  withHome(files, (panto) => {
    const { code, out, err } = panto(["layers"]);
    assert.equal(code, 0);
    assert.equal(err, "");
    const rows = out.split("\n").filter((line) => !line.startsWith("    "))
      .map((line) => line.split(/ {2,}/)).slice(0, -1);
    assert.deepEqual(rows.map(([layer, state, , , file]) => [layer, state, file]), [
      ["LAYER", "STATE", "FILE"],
      ["project", "absent", "$ROOT/work/.panto/SYSTEM.md"],
      ["user", "used", "$ROOT/.config/panto/SYSTEM.md"],
      ["base", "overridden", "$ROOT/.local/share/panto/SYSTEM.md"],
      ["project", "used", "$ROOT/work/.panto/APPEND_SYSTEM.md"],
      ["user", "absent", "$ROOT/.config/panto/APPEND_SYSTEM.md"],
      ["base", "absent", "$ROOT/.local/share/panto/APPEND_SYSTEM.md"],
    ]);
    assert.deepEqual(rows[2]?.slice(2, 4), ["10", "96fb1c7f068c"]);
  });
});

Deno.test("runLayers() colors only when asked or on a terminal", () => {
  withHome(files, (panto) => {
    assert.ok(!panto(["layers"]).out.includes(ESC));
    assert.ok(panto(["layers"], { terminals: ["stdout"] }).out.includes(`${ESC}[32muser `));
    assert.ok(panto(["layers", "--color", "always"]).out.includes(`${ESC}[32m`));
    const never = panto(["layers", "--color", "never"], { terminals: ["stdout"] });
    assert.ok(!never.out.includes(ESC));
  });
});

Deno.test("runLayers() --json names its schema and every key", () => {
  withHome(files, (panto) => {
    const document = JSON.parse(panto(["layers", "--json"]).out);
    assert.equal(document.schema, "panto.layers/1");
    assert.equal(document.error, null);
    assert.equal(document.files.length, 6);
    assert.deepEqual(document.files[1], {
      layer: "user",
      name: "SYSTEM.md",
      path: "$ROOT/.config/panto/SYSTEM.md",
      realPath: "$ROOT/.config/panto/SYSTEM.md",
      state: "used",
      reason: null,
      bytes: 10,
      sha256: document.files[1].sha256,
      notes: [],
    });
    assert.match(document.files[1].sha256, /^96fb1c7f068c[0-9a-f]{52}$/);
  });
});

Deno.test("runLayers() leaves the project out with --no-project", () => {
  withHome(files, (panto) => {
    const document = JSON.parse(panto(["layers", "--json", "--no-project"]).out);
    const states = document.files.map((file: { state: string }) => file.state);
    assert.deepEqual(states, ["off", "used", "overridden", "off", "absent", "absent"]);
  });
});

Deno.test("runLayers() prints the list and then fails as the default command does", () => {
  withHome({ ...files, "work/.panto/APPEND_SYSTEM.md": "a\0b" }, (panto) => {
    for (const argv of [["layers"], ["layers", "--json"]]) {
      const listed = panto(argv);
      const printed = panto([]);
      assert.deepEqual([listed.code, printed.code], [4, 4]);
      assert.equal(listed.err, printed.err);
      assert.match(listed.err, /^panto: error: .*APPEND_SYSTEM\.md.*NUL/);
      assert.match(listed.out, /error/);
      assert.equal(printed.out, "");
    }
  });
});
