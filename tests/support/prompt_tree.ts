/**
 * A temporary directory with a home, the three layers and a working directory, for the tests of the
 * files that read prompts. Nothing of the real environment gets in.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import assert from "node:assert/strict";
import type { Warning } from "../../lib/errors.ts";
import { readLayeredPrompt, type ReadPromptOptions } from "../../lib/prompt_files/io/read.ts";
import type { LayerName, ResolvedBlock } from "../../lib/prompt_source.ts";

/** The tree; `using` removes it at the end of the block. */
export class PromptTree implements Disposable {
  /** Holds everything. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "panto-test-")));
  readonly home = join(this.root, "home");
  /** The working directory, a directory of the repository. */
  readonly cwd = join(this.root, "repository", "work");
  readonly repository = join(this.root, "repository");
  readonly directories: Readonly<Record<LayerName, string>> = {
    base: join(this.home, ".local", "share", "panto"),
    user: join(this.home, ".config", "panto"),
    project: join(this.cwd, ".panto"),
  };

  constructor() {
    mkdirSync(this.home);
    mkdirSync(join(this.repository, ".git"), { recursive: true });
    mkdirSync(this.cwd);
  }

  /** What to hand to the functions under test. */
  get sources(): { env: Record<string, string>; cwd: string; defaultSeed: string } {
    return { env: { HOME: this.home }, cwd: this.cwd, defaultSeed: "built-in" };
  }

  /** The path of a file in a layer. */
  path(layer: LayerName, name: string): string {
    return join(this.directories[layer], name);
  }

  /** Writes a file, with the directories above it. */
  write(path: string, content: string | Uint8Array): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Writes a prompt file of a layer. */
  put(layer: LayerName, name: string, content: string | Uint8Array): string {
    return this.write(this.path(layer, name), content);
  }

  /** Makes a symbolic link, with the directories above it. */
  link(path: string, target: string): string {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Reads the prompt of layers that hold no templates. */
export function readPlain(
  options: ReadPromptOptions,
): { blocks: ResolvedBlock[]; warnings: readonly Warning[] } {
  const { blocks, warnings } = readLayeredPrompt(options);
  const plain = blocks.map((block) => {
    assert.ok("text" in block);
    return block;
  });
  return { blocks: plain, warnings };
}
