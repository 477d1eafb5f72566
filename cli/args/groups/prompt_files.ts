/**
 * Which prompt files count: those of the layers, and those named in this call.
 *
 * @module
 */

import { type LayerName, UsageError } from "../../../mod.ts";
import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";
import { absolutePath, inputOf, type InputRef, type Raw, stdinOnce } from "../inputs.ts";

/** The flags that name prompt files in this call. */
export const launchFlags = [flags.system, flags.append] as const;

/** The flags about prompt files. */
export const promptFileFlags = [
  ...launchFlags,
  flags.layers,
  flags.project,
  flags.projectRoot,
] as const;

/** The prompt files that are named in this call. */
export interface LaunchOptions {
  /** Takes the place of every SYSTEM.md. */
  readonly system: InputRef | undefined;
  /** Stand behind the appends of the layers. */
  readonly append: readonly InputRef[];
}

/** Which prompt files count. */
export interface PromptFileOptions {
  /** Undefined: every layer. */
  readonly layers: readonly LayerName[] | undefined;
  readonly launch: LaunchOptions;
  /** Absolute. */
  readonly projectRoot: string | undefined;
}

/** Reads which prompt files count; `inputs` are what the call reads besides, since stdin is read once. */
export function promptFileOptions(
  raw: Raw<ValuesOf<typeof promptFileFlags>>,
  inputs: readonly InputRef[],
): PromptFileOptions {
  const { system, append = [], layers, project } = raw.values;
  if (layers !== undefined && project === false) {
    throw new UsageError("--no-project cannot be used with --layers");
  }
  const launch = {
    system: system === undefined ? undefined : inputOf(raw, system, "--system"),
    append: append.map((file) => inputOf(raw, file, "--append")),
  };
  stdinOnce([...inputs, ...launch.system === undefined ? [] : [launch.system], ...launch.append]);
  return {
    layers: project === false ? ["user", "base"] : layers,
    launch,
    projectRoot: projectRootOf(raw),
  };
}

/** Reads how far links of the project may lead, for a command without layers. */
export function projectRootOf(
  raw: Raw<ValuesOf<readonly [typeof flags.projectRoot]>>,
): string | undefined {
  const root = raw.values.projectRoot;
  return root === undefined ? undefined : absolutePath(raw.cwd, root);
}
