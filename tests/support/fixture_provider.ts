/**
 * A provider that exists in tests alone: whatever lists, names or prints providers must take it from the
 * list that it is given.
 *
 * @module
 */

import { deriveBlocks, joinBlocks, type Message, type Provider, wholeRequest } from "../../mod.ts";

/** A made-up API: `{engine, system, turns: [{from}]}`. */
export const fixtureProvider: Provider = {
  name: "fixture",
  title: "A made-up API",
  options: ["mergeSystem"],
  parts({ blocks, messages }, options) {
    if (options.mergeSystem !== true) {
      options.onWarning?.({ position: 0, message: "System prompt: not merged" });
    }
    return {
      head: { engine: options.model ?? "any", system: joinBlocks(blocks) },
      list: "turns",
      items: turnsOf(messages),
    };
  },
  request(messages, options = {}) {
    return wholeRequest(this.parts({ blocks: deriveBlocks(messages), messages }, options));
  },
};

function* turnsOf(messages: Iterable<Message>): Generator<object> {
  for (const { role } of messages) if (role !== "system") yield { from: role };
}
