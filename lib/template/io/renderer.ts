/**
 * Renders the templates of one configuration by the rules that hold for prompt text (DESIGN §6, §2.7,
 * §2.8): no NUL, all rendered texts together within one bound, a warning where a project's template
 * gives invisible characters. Each template is rendered once, however often its text is asked for: a
 * resume plans twice, and must record the text that it has compared.
 *
 * Nothing is printed: what the inputs and the texts warn of goes along with each text, and with the
 * error where there is none.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { ConfigError, type Warning } from "../../errors.ts";
import { describeInvisible, findInvisible } from "../../text/invisible.ts";
import type { RenderedText, TemplateRenderer, TemplateSource } from "../../prompt_source.ts";
import type { TemplateVariables } from "../variables.ts";
import { MAX_RENDERED_BYTES, renderTemplate } from "./render.ts";

/** What templates are rendered with. */
export interface TemplateInputs {
  /** What a template sees. */
  readonly variables: TemplateVariables;
  /** What is odd about the files that the variables come from. */
  readonly warnings: readonly Warning[];
}

/** Makes a renderer; `gather` is asked for its inputs at the first template, since mostly none is new. */
export function templateRenderer(gather: () => TemplateInputs): TemplateRenderer {
  const rendered = new Map<string, RenderedText>();
  let inputs: TemplateInputs | undefined;
  let bytes = 0;
  return (template) => {
    const known = rendered.get(template.sha256);
    if (known !== undefined) return known;
    inputs ??= gather();
    const text = textOf(template, inputs);
    bytes += Buffer.byteLength(text);
    refuseText(template, text, { bytes, warnings: inputs.warnings });
    const result = { text, warnings: [...inputs.warnings, ...renderedWarnings(template, text)] };
    rendered.set(template.sha256, result);
    return result;
  };
}

function textOf({ text, name, firstLine }: TemplateSource, inputs: TemplateInputs): string {
  try {
    return renderTemplate(text, name, inputs.variables, { firstLine });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { message, code, place } = error;
    // A file that was left out explains why a variable is undefined.
    throw new ConfigError(message, { code, place, warnings: inputs.warnings });
  }
}

function refuseText(
  { name }: TemplateSource,
  text: string,
  so: { readonly bytes: number; readonly warnings: readonly Warning[] },
): void {
  const fault = so.bytes > MAX_RENDERED_BYTES
    ? "the rendered texts would have more than 8 MiB in all"
    : text.includes("\0")
    ? "the text holds a NUL"
    : undefined;
  if (fault === undefined) return;
  throw new ConfigError(`Cannot render ${JSON.stringify(name)}: ${fault}`, {
    code: "rendered-text-invalid",
    place: { path: name },
    warnings: so.warnings,
  });
}

/** Lines are those of the text, which the user does not see: the place is the template's file alone. */
function renderedWarnings({ name, untrusted }: TemplateSource, text: string): Warning[] {
  const found = untrusted ? findInvisible(text) : [];
  if (found.length === 0) return [];
  const message = `Invisible characters in the text of ${JSON.stringify(name)}: ` +
    describeInvisible(found);
  return [{ message, place: { path: name } }];
}
