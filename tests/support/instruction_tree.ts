/**
 * A temporary tree with a repository in the home directory, for the tests of lib/live/io/find_instructions.ts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type FoundInstructions,
  type InstructionSources,
  readInstructions,
} from "../../lib/live/io/find_instructions.ts";
import { PromptTree } from "./prompt_tree.ts";

/** The tree; searches begin in `sub`. */
export class InstructionTree extends PromptTree {
  readonly project = join(this.home, "project");
  readonly sub = join(this.project, "sub");

  constructor() {
    super();
    mkdirSync(join(this.project, ".git"), { recursive: true });
    mkdirSync(this.sub);
  }

  search(options: Partial<InstructionSources> = {}): FoundInstructions {
    return readInstructions({ cwd: this.sub, env: { HOME: this.home }, ...options });
  }

  /** The path of the file that is found, which must come without a warning. */
  found(options: Partial<InstructionSources> = {}): string | undefined {
    const { instructions, warnings } = this.search(options);
    assert.deepEqual(warnings, []);
    return instructions?.path;
  }

  /** The one warning; nothing may be found. */
  warning(options: Partial<InstructionSources> = {}): string {
    const { instructions, warnings } = this.search(options);
    assert.equal(instructions, undefined);
    assert.equal(warnings.length, 1);
    return warnings[0]?.message ?? "";
  }
}
