/**
 * A conversation in memory, for a program that keeps the system prompt as state (DESIGN §12).
 *
 * Messages are only ever added: a `replace` is one more message, never a change of an earlier one, so
 * that every prefix still derives the prompt that was in force there.
 *
 * @module
 */

import { deriveBlocks, type PositionedBlock } from "../derive.ts";
import type { Message, Position, SystemMode } from "../types.ts";

/**
 * An append-only list of messages.
 *
 * @example
 * ```ts
 * import { Conversation } from "./conversation.ts";
 * import assert from "node:assert/strict";
 *
 * const conversation = new Conversation();
 * conversation.addSystemMessage("You are panto.");
 * conversation.replaceSystemMessage("You are terse.");
 * assert.deepEqual(conversation.systemBlocks().map((block) => block.text), ["You are terse."]);
 * assert.deepEqual(conversation.systemBlocks(1).map((block) => block.text), ["You are panto."]);
 * ```
 */
export class Conversation {
  readonly #messages: Message[];

  /**
   * Starts a conversation.
   *
   * @param messages Earlier messages, for example those of a session log; they are copied.
   */
  constructor(messages: Iterable<Message> = []) {
    this.#messages = [...messages];
  }

  /** All messages, in order. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /**
   * Adds to the system prompt.
   *
   * @param text The text of the new block.
   */
  addSystemMessage(text: string): void {
    this.#addSystem(text, "append");
  }

  /**
   * Discards all system text before this point, then starts with a new block.
   *
   * @param text The text of the new block.
   */
  replaceSystemMessage(text: string): void {
    this.#addSystem(text, "replace");
  }

  /**
   * Adds a message of any role.
   *
   * @param message The message; it is kept as it is.
   */
  addMessage(message: Message): void {
    this.#messages.push(message);
  }

  /**
   * Derives the surviving system blocks.
   *
   * @param at How many messages to keep from the start. Default: all.
   * @returns The blocks in order, each with its position.
   */
  systemBlocks(at: Position = this.#messages.length): PositionedBlock[] {
    return deriveBlocks(this.#messages.slice(0, at));
  }

  #addSystem(text: string, mode: SystemMode): void {
    this.#messages.push({
      role: "system",
      content: [{ type: "system", text, mode }],
    });
  }
}
