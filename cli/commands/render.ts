/**
 * `panto render FILE|-`: a template by itself, outside any session (DESIGN §6).
 *
 * @module
 */

import {
  type JsonValue,
  parseTemplate,
  parseVariables,
  renderTemplate,
  sha256Hex,
} from "../../mod.ts";
import { readRenderInputs } from "../input/config.ts";
import { readConfigText } from "../input/text.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { RenderOptions } from "../args/options.ts";
import { printJson, shown, telling } from "../output/output.ts";

/**
 * Runs `panto render`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {ConfigError} When a file that was named cannot be used, or the template cannot be rendered.
 */
export function runRender(host: Host, options: RenderOptions): number {
  const { text: source, name } = readConfigText(host, options.template);
  if (options.check) {
    parseTemplate(source, name);
    return exitCodes.done;
  }
  const vars = variablesOf(host, options);
  const { variables } = telling(host, readRenderInputs(host, { ...options, vars }));
  const text = renderTemplate(source, name, variables);
  if (options.format === "text") host.stdout.write(shown(host, text, options));
  else printJson(host, documentOf(source, text, options), options);
  return exitCodes.done;
}

/** What is typed wins over the file, which is the more lasting of the two. */
function variablesOf(host: Host, options: RenderOptions): Readonly<Record<string, JsonValue>> {
  if (options.varsFile === undefined) return options.vars;
  const { text, name } = readConfigText(host, options.varsFile);
  const entries = Object.entries(parseVariables(text, name));
  return Object.fromEntries([...entries, ...Object.entries(options.vars)]);
}

function documentOf(source: string, text: string, options: RenderOptions) {
  return {
    schema: "panto.render/1",
    path: options.template.type === "file" ? options.template.name : null,
    text,
    sha256: sha256Hex(text),
    template: { sha256: sha256Hex(source) },
  };
}
