/**
 * Prints a provider's request. The messages are written one by one as the log is read, so that a long
 * conversation needs no more memory than a short one.
 *
 * @module
 */

import {
  anthropicHead,
  anthropicMessages,
  anthropicSystem,
  type ByteSource,
  type LogPrompt,
  type Message,
  openaiHead,
  openaiMessages,
  openaiSystem,
  pathMessages,
  type Position,
  type SerializeWarning,
  toJsonText,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { PrintOptions, RequestOptions } from "../args/options.ts";
import { printJson, warnAll } from "./output.ts";

/** A conversation to send: its surviving system blocks, and the messages of its path. */
interface Conversation {
  readonly name: string;
  readonly blocks: readonly { readonly text: string; readonly position?: Position }[];
  readonly messages: Iterable<Message>;
}

/** A request, with its messages still to be made. */
interface Request {
  /** Every key but `messages`, which stands last. */
  readonly head: object;
  readonly messages: Iterable<object>;
}

/** How many warnings are told before the rest is counted. */
const MAX_WARNINGS = 10;

/**
 * Prints the request for a session at a position.
 *
 * @param host Where to print.
 * @param session The session and its prompt, read with every line parsed.
 * @param options Format and the request's options.
 */
export function printRequest(
  host: Host,
  session: {
    readonly source: ByteSource;
    readonly prompt: LogPrompt;
    /** The system blocks to send. */
    readonly blocks: Conversation["blocks"];
  },
  options: PrintOptions,
): void {
  const { source, prompt, blocks } = session;
  const messages = pathMessages(source, prompt.path, prompt.position);
  printConversation(host, { name: source.name, blocks, messages }, options);
}

/**
 * Prints the request for a prompt without a conversation.
 *
 * @param host Where to print.
 * @param blocks The prompt's blocks.
 * @param options Format and the request's options.
 */
export function printPromptRequest(
  host: Host,
  blocks: readonly { readonly text: string }[],
  options: PrintOptions,
): void {
  printConversation(host, { name: "the prompt", blocks, messages: [] }, options);
}

function printConversation(
  host: Host,
  conversation: Conversation,
  options: PrintOptions,
): void {
  const warnings: SerializeWarning[] = [];
  const onWarning = (warning: SerializeWarning): unknown => warnings.push(warning);
  const request = options.format === "anthropic"
    ? anthropicRequest(conversation, options.request, onWarning)
    : openaiRequest(conversation, options.request, onWarning);
  if (host.isTerminal("stdout")) {
    printJson(host, { ...request.head, messages: [...request.messages] }, options);
  } else {
    writeStream(host, request);
  }
  tellWarnings(host, conversation.name, warnings);
}

function anthropicRequest(
  { blocks, messages }: Conversation,
  request: RequestOptions,
  onWarning: (warning: SerializeWarning) => unknown,
): Request {
  const options = { ...given(request), systemForm: request.systemForm, onWarning };
  const system = anthropicSystem(blocks, options);
  return {
    head: { ...anthropicHead(options), ...(system === undefined ? {} : { system }) },
    messages: anthropicMessages(messages, options),
  };
}

function openaiRequest(
  { blocks, messages }: Conversation,
  request: RequestOptions,
  onWarning: (warning: SerializeWarning) => unknown,
): Request {
  const { mergeSystem, systemRole } = request;
  const options = { ...given(request), mergeSystem, systemRole, onWarning };
  return {
    head: openaiHead(options),
    messages: chained(openaiSystem(blocks, options), openaiMessages(messages, options)),
  };
}

function given(request: RequestOptions): { model?: string; maxTokens?: number } {
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.maxTokens === undefined ? {} : { maxTokens: request.maxTokens }),
  };
}

function* chained<Item>(...parts: Iterable<Item>[]): Generator<Item> {
  for (const part of parts) yield* part;
}

function writeStream(host: Host, { head, messages }: Request): void {
  const start = toJsonText(head).slice(0, -1);
  host.stdout.write(`${start}${start === "{" ? "" : ","}"messages":[`);
  let separator = "";
  for (const message of messages) {
    host.stdout.write(separator);
    host.stdout.write(toJsonText(message));
    separator = ",";
  }
  host.stdout.write("]}\n");
}

function tellWarnings(host: Host, name: string, warnings: readonly SerializeWarning[]): void {
  warnAll(
    host,
    warnings.slice(0, MAX_WARNINGS).map(({ message }) => ({ message: `${name}: ${message}` })),
  );
  const rest = warnings.length - MAX_WARNINGS;
  if (rest > 0) warnAll(host, [{ message: `${name}: ${rest} more like these` }]);
}
