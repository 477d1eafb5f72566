/**
 * Prints messages of a conversation as text or as JSON, one after the other as they are read, so that a
 * long conversation needs no more memory than a short one.
 *
 * @module
 */

import { blockTexts, type ContentBlock } from "../../mod.ts";
import type { Host } from "../host.ts";
import { printJson } from "./documents.ts";
import { MarkdownList, MarkdownTable } from "./markdown.ts";
import { kindOf } from "./message_words.ts";
import {
  blockHeading,
  COLUMNS,
  columnsOf,
  headingOf,
  isLoneText,
  type MessagePrinter,
  roleOf,
  type ShownMessage,
} from "./shown_message.ts";
import { escapeLine, StreamedTable } from "./terminal.ts";
import { shown, type TextOptions } from "./text.ts";

/** How messages are printed. */
export interface ConversationOptions extends TextOptions {
  readonly format: "text" | "json" | "markdown";
  /** Whether texts are shown whole. */
  readonly full: boolean;
}

/** Makes a printer; `head` is what a JSON document says beside its messages. */
export function messagePrinter(
  host: Host,
  options: ConversationOptions,
  head: object,
): MessagePrinter {
  const write = (text: string) => host.stdout.write(shown(host, text, options));
  switch (options.format) {
    case "text":
      return options.full ? new TextList(write) : new TextTable(write);
    case "markdown":
      return options.full ? new MarkdownList(write) : new MarkdownTable(write);
    case "json":
      return new JsonDocument(host, options, head);
  }
}

class TextTable implements MessagePrinter {
  readonly #table: StreamedTable;
  #isEmpty = true;

  constructor(write: (text: string) => void) {
    this.#table = new StreamedTable(write, { right: [0, 1] });
  }

  add(message: ShownMessage): void {
    if (this.#isEmpty) this.#table.add(COLUMNS);
    this.#isEmpty = false;
    this.#table.add(columnsOf(message));
  }

  end(): void {
    this.#table.end();
  }
}

/** Whole texts, indented so that none can pass for a heading. */
class TextList implements MessagePrinter {
  readonly #write: (text: string) => void;
  #isEmpty = true;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(message: ShownMessage): void {
    if (!this.#isEmpty) this.#write("\n");
    this.#isEmpty = false;
    this.#write(headingOf(message).join("  ") + "\n");
    const isLone = isLoneText(message);
    for (const block of message.message.content) {
      if (!isLone) this.#write(`  [${escapeLine(blockHeading(block))}]\n`);
      for (const text of blockTexts(block)) this.#write(indented(text));
    }
  }

  end(): void {
    // Nothing is held.
  }
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ") + (text.endsWith("\n") || text === "" ? "" : "\n");
}

/** One document; on a terminal it is held, to be indented. */
class JsonDocument implements MessagePrinter {
  readonly #host: Host;
  readonly #options: ConversationOptions;
  readonly #head: object;
  readonly #held: object[] | undefined;
  #separator = "";

  constructor(host: Host, options: ConversationOptions, head: object) {
    this.#host = host;
    this.#options = options;
    this.#head = head;
    this.#held = host.isTerminal("stdout") ? [] : undefined;
    if (this.#held === undefined) {
      host.stdout.write(`${JSON.stringify(head).slice(0, -1)},"shown":[`);
    }
  }

  add(message: ShownMessage): void {
    const document = documentOf(message, this.#options.full);
    if (this.#held === undefined) {
      this.#host.stdout.write(this.#separator + JSON.stringify(document));
      this.#separator = ",";
    } else this.#held.push(document);
  }

  end(): void {
    if (this.#held === undefined) this.#host.stdout.write("]}\n");
    else printJson(this.#host, { ...this.#head, shown: this.#held }, this.#options);
  }
}

function documentOf(message: ShownMessage, full: boolean) {
  return {
    position: message.position,
    prompt: message.prompt ?? null,
    id: message.id ?? null,
    timestamp: message.timestamp ?? null,
    role: roleOf(message),
    kind: kindOf(message.message),
    ...(full
      ? { content: message.message.content.map(blockDocument) }
      : { firstWords: message.words }),
  };
}

/** A block without the bulk that is no text: images, what is encrypted, signatures. */
function blockDocument(block: ContentBlock) {
  switch (block.type) {
    case "system":
    case "text":
      return block;
    case "thinking":
      return { type: block.type, thinking: block.thinking };
    case "tool_use": {
      const { type, id, name, rawArguments, input } = block;
      const text = blockTexts(block).join("");
      const isObject = rawArguments === undefined && text.startsWith("{");
      return { type, id, name, input: isObject ? input : text };
    }
    case "tool_result": {
      const { type, toolUseId, isError } = block;
      return { type, toolUseId, isError, texts: blockTexts(block) };
    }
    case "image":
      return { type: block.type, mediaType: block.mediaType };
    case "redacted_thinking":
      return { type: block.type };
    case "unknown":
      return block;
  }
}
