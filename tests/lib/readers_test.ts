/**
 * Files that other programs wrote, where tests/support/shared.ts finds them: each is called by its name.
 * The counts were read off the folders by hand.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { detect, HEAD_BYTES } from "../../lib/readers.ts";
import { shared } from "../support/shared.ts";

function nameOf(path: string): string {
  const bytes = readFileSync(path);
  const head = { bytes: bytes.subarray(0, HEAD_BYTES), isWhole: bytes.length <= HEAD_BYTES };
  const found = detect({ ...head, name: path });
  return found === undefined ? "nothing" : `${found.format}${found.isSure ? "" : "?"}`;
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const samples = shared("samples");

Deno.test({
  name: "detect() calls every sample by the name of its folder",
  ignore: samples === undefined,
  fn() {
    const files = filesBelow(samples as string)
      .filter((path) => /\.jsonl?$/.test(path) && !path.endsWith("expected.json"))
      .filter((path) => !path.includes("/requests/"));
    for (const path of files) {
      const [folder] = path.slice((samples as string).length + 1).split("/");
      assert.equal(nameOf(path), folder, path);
    }
    assert.deepEqual(counted(files.map(nameOf)), {
      chat: 1,
      claude: 2,
      codex: 3,
      copilot: 1,
      gemini: 1,
      grok: 1,
      kimi: 1,
      opencode: 1,
      pi: 2,
      qwen: 1,
      sharegpt: 1,
    });
  },
});

const corpus = shared("corpus/sessions");

Deno.test({
  name: "detect() on the corpus: never a wrong name",
  ignore: corpus === undefined,
  fn() {
    const files = filesBelow(corpus as string).filter((path) => path.endsWith(".jsonl"));
    // `panto`: a session of pi whose broken lines are the only sign of it, and one whose signs stand
    // behind the head, where lib/log/detect.ts finds them.
    assert.deepEqual(counted(files.map(nameOf)), {
      chat: 1,
      claude: 6,
      "claude?": 1,
      codex: 4,
      copilot: 1,
      nothing: 5,
      panto: 2,
      pi: 3,
      qwen: 1,
    });
  },
});
