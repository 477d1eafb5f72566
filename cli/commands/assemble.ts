/**
 * `panto assemble [DIR]`: the built-in prompt and the live text of a directory, as one text (DESIGN §7).
 *
 * @module
 */

import { assemblePrompt, DEFAULT_PROMPT } from "../../mod.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import { type LiveParts, liveParts } from "../input/live.ts";
import type { AssembleOptions } from "../args/options.ts";
import { printJson, shown, telling } from "../output/output.ts";

/**
 * Runs `panto assemble`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {ConfigError} When the directory or the named project cannot be used.
 */
export function runAssemble(host: Host, options: AssembleOptions): number {
  const parts = telling(host, liveParts(host, options));
  const text = assemblePrompt(DEFAULT_PROMPT, parts.environment, parts.instructions);
  if (options.format === "json") printJson(host, documentOf(text, parts, options), options);
  else host.stdout.write(shown(host, `${text}\n`, options));
  return exitCodes.done;
}

/** The parts stand beside the whole, for programs that send them as blocks of their own. */
function documentOf(text: string, parts: LiveParts, options: AssembleOptions) {
  const { environment, instructions, file } = parts;
  return {
    schema: "panto.assemble/1",
    directory: options.directory,
    text,
    static: DEFAULT_PROMPT,
    environment,
    instructions: file === undefined
      ? null
      : { path: file.path, bytes: file.bytes, text: instructions },
  };
}
