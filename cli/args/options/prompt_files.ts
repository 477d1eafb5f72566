/**
 * Which prompt files count.
 *
 * @module
 */

import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";
import { absolutePath, type Raw } from "../inputs.ts";

/** The flags about prompt files. */
export const promptFileFlags = [flags.project, flags.projectRoot] as const;

/** Which prompt files count. */
export interface PromptFileOptions {
  /** False leaves the project layer out. */
  readonly project: boolean;
  /** Absolute. */
  readonly projectRoot: string | undefined;
}

/** Reads which prompt files count. */
export function promptFileOptions(raw: Raw<ValuesOf<typeof promptFileFlags>>): PromptFileOptions {
  return { project: raw.values.project !== false, projectRoot: projectRootOf(raw) };
}

/** Reads how far links of the project may lead, for a command without layers. */
export function projectRootOf(
  raw: Raw<ValuesOf<readonly [typeof flags.projectRoot]>>,
): string | undefined {
  const root = raw.values.projectRoot;
  return root === undefined ? undefined : absolutePath(raw.cwd, root);
}
