/**
 * `panto [SESSION|-]`: puts the prompt together from the files, records it in the session when it is
 * new or has changed, and prints what is in force.
 *
 * @module
 */

import { DEFAULT_PROMPT, readPrompt, sha256Hex } from "../../mod.ts";
import type { BlockSource, ResolvedBlock } from "../../mod.ts";
import type { Host } from "../host.ts";
import type { DefaultOptions } from "../options.ts";
import { printJson, printPromptText, warnAll } from "../output.ts";
import type { Origin, PromptDocument } from "../output.ts";

/**
 * Runs the default command.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {ConfigError} When the prompt files cannot be used.
 */
export function runDefault(host: Host, options: DefaultOptions): number {
  const prompt = readPrompt({
    env: host.env,
    cwd: options.directory,
    defaultSeed: DEFAULT_PROMPT,
    project: options.project,
    projectRoot: options.projectRoot,
    platform: host.platform,
  });
  warnAll(host, prompt.warnings);
  if (options.session === undefined) {
    printResolved(host, prompt.blocks, options);
    return 0;
  }
  throw new Error("panto SESSION is not wired");
}

function printResolved(
  host: Host,
  blocks: readonly ResolvedBlock[],
  options: DefaultOptions,
): void {
  switch (options.format) {
    case "text":
      return printPromptText(host, blocks, options);
    case "json":
      return printJson(host, documentOf(blocks), options);
    case "anthropic":
    case "openai":
      throw new Error("provider formats are not wired");
  }
}

function documentOf(blocks: readonly ResolvedBlock[]): PromptDocument {
  return {
    schema: "panto.prompt/1",
    session: null,
    path: null,
    leaf: null,
    position: null,
    blocks: blocks.map((block) => ({
      text: block.text,
      mode: "append",
      position: null,
      line: null,
      sha256: sha256Hex(block.text),
      origin: originOf(block.source),
    })),
  };
}

function originOf(source: BlockSource): Origin {
  return source.type === "built-in" ? "built-in" : { layer: source.layer, path: source.path };
}
