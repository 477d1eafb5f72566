/** `panto` without a SESSION: resolves the prompt files and prints. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/run.ts";
import { DEFAULT_PROMPT, sha256Hex } from "../../mod.ts";
import { fakeHost } from "../fake_host.ts";

function withFiles(
  files: Readonly<Record<string, string>>,
  check: (
    root: string,
    panto: (...argv: string[]) => { code: number; out: string; err: string },
  ) => void,
): void {
  const root = mkdtempSync(join(tmpdir(), "panto-default-"));
  try {
    mkdirSync(join(root, "work", ".panto"), { recursive: true });
    mkdirSync(join(root, ".config", "panto"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    check(root, (...argv) => {
      const host = fakeHost(argv, { env: { HOME: root }, cwd: join(root, "work") });
      const code = run(host);
      return { code, out: host.out(), err: host.err() };
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

Deno.test("runDefault() prints the built-in prompt where there are no files", () => {
  withFiles({}, (_, panto) => {
    assert.deepEqual(panto(), { code: 0, out: DEFAULT_PROMPT, err: "" });
    const document = JSON.parse(panto("--json").out);
    assert.deepEqual(document.blocks.map((block: { origin: string }) => block.origin), [
      "built-in",
    ]);
  });
});

const files = {
  ".config/panto/SYSTEM.md": "Be brief.\n\n",
  "work/.panto/APPEND_SYSTEM.md": "Use tabs.\n",
};

Deno.test("runDefault() joins the blocks of the layers", () => {
  withFiles(files, (_, panto) => {
    assert.equal(panto().out, "Be brief.\n\n---\n\nUse tabs.\n");
    assert.equal(panto("--no-project").out, "Be brief.\n");
  });
});

Deno.test("runDefault() --json keeps the blocks apart and says where each is from", () => {
  withFiles(files, (root, panto) => {
    assert.deepEqual(JSON.parse(panto("-f", "json").out), {
      schema: "panto.prompt/1",
      session: null,
      path: null,
      leaf: null,
      position: null,
      blocks: [
        {
          text: "Be brief.\n\n",
          mode: "append",
          position: null,
          line: null,
          sha256: sha256Hex("Be brief.\n\n"),
          origin: { layer: "user", path: join(root, ".config/panto/SYSTEM.md") },
        },
        {
          text: "Use tabs.\n",
          mode: "append",
          position: null,
          line: null,
          sha256: sha256Hex("Use tabs.\n"),
          origin: { layer: "project", path: join(root, "work/.panto/APPEND_SYSTEM.md") },
        },
      ],
    });
  });
});

Deno.test("runDefault() prints nothing for an empty SYSTEM.md, and exits 0", () => {
  withFiles({ ".config/panto/SYSTEM.md": "" }, (_, panto) => {
    assert.deepEqual(panto(), { code: 0, out: "", err: "" });
  });
});

Deno.test("runDefault() warns of invisible characters of the project, and prints them", () => {
  withFiles({ ...files, "work/.panto/APPEND_SYSTEM.md": "a\u202eb\n" }, (_, panto) => {
    const { code, out, err } = panto("-q");
    assert.equal(code, 0);
    assert.equal(out, "Be brief.\n\n---\n\na\u202eb\n");
    assert.match(err, /^panto: warning: .*APPEND_SYSTEM\.md.*U\+202E.*\n$/);
  });
});

Deno.test("runDefault() ends with 4 for a file that cannot be used, and prints nothing", () => {
  withFiles({ ".config/panto/SYSTEM.md": "a\0" }, (_, panto) => {
    const { code, out, err } = panto();
    assert.deepEqual([code, out], [4, ""]);
    assert.match(err, /^panto: error: .*SYSTEM\.md/);
  });
});
