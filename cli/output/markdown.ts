/**
 * Prints messages as Markdown that reads well where people report a bug: texts stand in code, so that
 * nothing in them becomes a heading, a link or somebody's name.
 *
 * @module
 */

import { blockTexts } from "../../mod.ts";
import {
  blockHeading,
  COLUMNS,
  columnsOf,
  headingOf,
  isLoneText,
  type MessagePrinter,
  type ShownMessage,
} from "./shown_message.ts";
import { escapeLine } from "./terminal.ts";

/** A line a message. */
export class MarkdownTable implements MessagePrinter {
  readonly #write: (text: string) => void;
  #isEmpty = true;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(message: ShownMessage): void {
    if (this.#isEmpty) {
      this.#write(rowOf(COLUMNS) + rowOf(["--:", "--:", ...COLUMNS.slice(2).map(() => "---")]));
    }
    this.#isEmpty = false;
    const [at = "", prompt = "", ...texts] = columnsOf(message);
    this.#write(rowOf([at, prompt, ...texts.map(codeSpan)]));
  }

  end(): void {
    // Nothing is held.
  }
}

/** A section a message. */
export class MarkdownList implements MessagePrinter {
  readonly #write: (text: string) => void;
  #isEmpty = true;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(message: ShownMessage): void {
    if (!this.#isEmpty) this.#write("\n");
    this.#isEmpty = false;
    const [first, ...rest] = headingOf(message);
    this.#write(`### ${first} · ${rest.map(codeSpan).join(" · ")}\n`);
    const isLone = isLoneText(message);
    for (const block of message.message.content) {
      if (!isLone) this.#write(`\n${codeSpan(escapeLine(blockHeading(block)))}\n`);
      const language = block.type === "tool_use" ? "json" : "";
      for (const text of blockTexts(block)) this.#write(`\n${fenced(text, language)}`);
    }
  }

  end(): void {
    // Nothing is held.
  }
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

/** A text on one line as code. */
function codeSpan(text: string): string {
  if (text === "") return "";
  const ticks = "`".repeat(longestRun(text) + 1);
  const space = /^[` ]|[` ]$/.test(text) ? " " : "";
  return ticks + space + text + space + ticks;
}

/** Lines as code. */
function fenced(text: string, language: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${ticks}${language}\n${text}${end}${ticks}\n`;
}

/** How many backticks stand together at most. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
