/**
 * What a provider is: a name, the options it honours, and its request in parts (DESIGN §9).
 *
 * A request has one long list, and that list is given element by element, so that a conversation need
 * not be held in memory to be sent. Everything else of a request is small and comes before it, warnings
 * included. One method for the whole object alone was rejected for that reason; {@linkcode wholeRequest}
 * makes it from the parts.
 *
 * @module
 */

import type { Message, Position } from "../types.ts";
import type { WarningSink } from "./well_formed.ts";

/** How to build a request. A provider goes by those options that it honours. */
export interface RequestOptions {
  /** The name of the model. @default the key is left out */
  readonly model?: string;
  /** The most tokens to generate. @default the key is left out */
  readonly maxTokens?: number;
  /** The system prompt as one string, or as a list of text blocks. @default "string" */
  readonly systemForm?: "string" | "blocks";
  /** One system message, its blocks joined: many compatible servers refuse several. @default false */
  readonly mergeSystem?: boolean;
  /** The role of system messages. @default "system" */
  readonly systemRole?: "system" | "developer";
  /** Takes the warnings. @default they are dropped */
  readonly onWarning?: WarningSink;
}

/** The options that not every provider honours. */
export type SystemOption = "systemForm" | "mergeSystem" | "systemRole";

/** What a request is built from. */
export interface RequestInput {
  /** The surviving system blocks, in order; those without a position count as 0. */
  readonly blocks: readonly { readonly text: string; readonly position?: Position }[];
  /** All messages from the start of the path, system messages included: they are counted. */
  readonly messages: Iterable<Message>;
}

/** A request whose long list is still to be made. */
export interface RequestParts {
  /** Every key but the list. */
  readonly head: object;
  /** The key of the list, which stands last. */
  readonly list: string;
  /** The elements of the list, each made when it is asked for. */
  readonly items: Iterable<object>;
}

/** A provider's API as panto knows it. */
export interface Provider<Options = RequestOptions, Request extends object = object> {
  /** The name of its format, such as `anthropic`. */
  readonly name: string;
  /** What a person calls it, such as `Anthropic's Messages API`. */
  readonly title: string;
  /** Which options it honours beside model, token limit and warnings. */
  readonly options: readonly SystemOption[];
  /**
   * Makes a request without holding it in memory.
   *
   * @param input The prompt in force and the messages of the path.
   * @param options How to build it.
   * @returns The request in parts; what the head has to warn of is told by then.
   */
  parts(input: RequestInput, options: Options): RequestParts;
  /**
   * Makes a request as one object.
   *
   * @param messages All messages of a path up to a position, system messages included.
   * @param options How to build it.
   * @returns The request; `JSON.stringify` writes its numbers as the log has them.
   */
  request(messages: readonly Message[], options?: Options): Request;
}

/**
 * Puts the parts of a request together.
 *
 * @param parts The parts; their items are used up.
 * @returns The request, with the list as its last key.
 *
 * @example
 * ```ts
 * import { wholeRequest } from "./provider.ts";
 * import assert from "node:assert/strict";
 *
 * const parts = { head: { model: "m" }, list: "messages", items: [{ role: "user" }] };
 * assert.deepEqual(wholeRequest(parts), { model: "m", messages: [{ role: "user" }] });
 * ```
 */
export function wholeRequest({ head, list, items }: RequestParts): object {
  return { ...head, [list]: [...items] };
}
