/**
 * The golden conversation of the serializers: seven messages, each provider's request at every
 * position and, at the end, with every option.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { parseExact, toJsonText } from "../../lib/message/json.ts";
import { decodeEntryMessage } from "../../lib/message/decode.ts";
import { serializeAnthropic } from "../../lib/serialize/anthropic/request.ts";
import { serializeOpenAIChat } from "../../lib/serialize/openai_chat/request.ts";
import { isJsonObject, type Message } from "../../lib/types.ts";

/** Where the golden files stand. */
export const GOLDEN = new URL("../golden/serialize/", import.meta.url);

/** A golden file and what it must hold. */
export interface GoldenRequest {
  readonly file: string;
  readonly provider: "anthropic" | "openai";
  readonly json: string;
}

/**
 * Reads the golden conversation.
 *
 * @returns Its messages, in order.
 */
export function goldenMessages(): Message[] {
  const lines = readFileSync(new URL("conversation.jsonl", GOLDEN), "utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    const entry = parseExact(line);
    const decoded = isJsonObject(entry) ? decodeEntryMessage(entry) : undefined;
    return decoded?.type === "message" ? [decoded.message] : [];
  });
}

/**
 * Serializes the golden conversation.
 *
 * @returns The requests as pretty JSON with a final newline, with their file names.
 */
export function goldenRequests(): GoldenRequest[] {
  const all = goldenMessages();
  const model = "a-model";
  const make = (provider: GoldenRequest["provider"], name: string, request: object) => ({
    file: `${provider}-${name}.json`,
    provider,
    json: `${toJsonText(request, { pretty: true })}\n`,
  });
  const positions = Array.from({ length: all.length + 1 }, (_, at) => all.slice(0, at));
  return [
    ...positions.map((prefix, at) => make("anthropic", `${at}`, serializeAnthropic(prefix))),
    ...positions.map((prefix, at) => make("openai", `${at}`, serializeOpenAIChat(prefix))),
    make(
      "anthropic",
      "7-blocks",
      serializeAnthropic(all, { model, maxTokens: 1024, systemForm: "blocks" }),
    ),
    make(
      "openai",
      "7-merged",
      serializeOpenAIChat(all, {
        model,
        maxTokens: 1024,
        mergeSystem: true,
        systemRole: "developer",
      }),
    ),
  ];
}
