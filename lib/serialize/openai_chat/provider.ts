/**
 * OpenAI's Chat Completions API as a provider: the system prompt leads the list of messages.
 *
 * @module
 */

import type { Provider } from "../provider.ts";
import {
  openaiHead,
  openaiMessages,
  type OpenAIOptions,
  openaiSystem,
  serializeOpenAIChat,
} from "./request.ts";
import type { OpenAIRequest } from "./wire.ts";

/** The Chat Completions API, and that of servers compatible with it. */
export const openai: Provider<OpenAIOptions, OpenAIRequest> = {
  name: "openai",
  title: "OpenAI's Chat Completions API",
  options: ["mergeSystem", "systemRole"],
  parts({ blocks, messages }, options) {
    return {
      head: openaiHead(options),
      list: "messages",
      items: chained(openaiSystem(blocks, options), openaiMessages(messages, options)),
    };
  },
  request: serializeOpenAIChat,
};

function* chained<Item>(...parts: Iterable<Item>[]): Generator<Item> {
  for (const part of parts) yield* part;
}
