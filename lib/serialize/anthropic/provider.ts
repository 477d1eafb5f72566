/**
 * Anthropic as a provider: the system prompt is a key of the request's head, the messages are its list.
 *
 * @module
 */

import type { Provider } from "../provider.ts";
import {
  anthropicHead,
  anthropicMessages,
  type AnthropicOptions,
  anthropicSystem,
  serializeAnthropic,
} from "./request.ts";
import type { AnthropicRequest } from "./wire.ts";

/** The Messages API. */
export const anthropic: Provider<AnthropicOptions, AnthropicRequest> = {
  name: "anthropic",
  title: "Anthropic's Messages API",
  options: ["systemForm"],
  parts({ blocks, messages }, options) {
    const system = anthropicSystem(blocks, options);
    return {
      head: { ...anthropicHead(options), ...(system === undefined ? {} : { system }) },
      list: "messages",
      items: anthropicMessages(messages, options),
    };
  },
  request: serializeAnthropic,
};
