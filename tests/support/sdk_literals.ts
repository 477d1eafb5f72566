/**
 * Requests checked against the types of the providers' own SDKs: each stands as a literal in a generated
 * file that one `deno check` reads. Literals with `satisfies` are checked for excess fields at every
 * depth, which values are not.
 *
 * @module
 */

/** A provider whose SDK is there. */
export type Provider = "anthropic" | "openai";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

const IMPORTS = `import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
`;

const TYPES: Readonly<Record<Provider, string>> = {
  anthropic: "Anthropic.MessageCreateParamsNonStreaming",
  openai: "OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming",
};

/** What a user adds to a fragment, as with `jq '{model: "m", max_tokens: 1} + .'`. */
const ADDED: Readonly<Record<Provider, object>> = {
  anthropic: { model: "m", max_tokens: 1 },
  openai: { model: "m" },
};

/** One literal; the keys of the request come last, so that its own win. */
export function literal(provider: Provider, json: string): string {
  const added = JSON.stringify(ADDED[provider]).slice(1, -1);
  const compact = json.trim().replace(/^\{/, "");
  const own = /^\s*"model"/.test(compact) ? "" : `${added},`;
  return `({${own}${compact}) satisfies ${TYPES[provider]};`;
}

/** Type-checks literals in a temporary file, as if it stood in the project. */
export async function checkTypes(text: string): Promise<{ ok: boolean; output: string }> {
  const directory = await Deno.makeTempDir({ prefix: "panto-types-" });
  try {
    const file = `${directory}/requests.ts`;
    await Deno.writeTextFile(file, IMPORTS + text);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--config", CONFIG, file],
      env: { NO_COLOR: "1" },
    }).output();
    const decoder = new TextDecoder();
    return { ok: success, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
