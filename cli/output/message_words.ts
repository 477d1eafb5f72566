/**
 * A message in a few words: of what kind it is, and how it begins.
 *
 * @module
 */

import { blockTexts, type ContentBlock, type Message, searchedTexts } from "../../mod.ts";
import { firstWords, withNote } from "./text.ts";

/** Characters of a text that are shown. */
const FIRST_WORDS = 50;
/** Characters that are shown before a match. */
const BEFORE_MATCH = 15;

/** Names what a message holds, each kind once, in order; a dash for nothing. */
export function kindOf({ content }: Pick<Message, "content">): string {
  return [...new Set(content.map(blockKind))].join(", ") || "-";
}

/** Names what a block is. */
export function blockKind(block: ContentBlock): string {
  switch (block.type) {
    case "system":
      return block.mode;
    case "text":
    case "thinking":
    case "image":
      return block.type;
    case "redacted_thinking":
      return "thinking";
    case "tool_use":
      return `tool call ${block.name}`;
    case "tool_result":
      return block.isError ? "tool error" : "tool result";
    case "unknown":
      return `(${block.name})`;
  }
}

/** The first words of what a message says itself, else of what it thinks, calls or was given. */
export function wordsOf({ content }: Pick<Message, "content">): string {
  const said = content.filter(({ type }) => type === "text" || type === "system");
  for (const block of [...said, ...content]) {
    const words = blockTexts(block).map((text) => firstWords(text, FIRST_WORDS)).find(Boolean);
    if (words !== undefined) return block.type === "system" ? withNote(words, block) : words;
  }
  return "";
}

/** The words around the first match in a message's texts; undefined where there is none. */
export function wordsAround(
  { content }: Pick<Message, "content">,
  pattern: RegExp,
): string | undefined {
  for (const block of content) {
    for (const text of searchedTexts(block)) {
      const match = pattern.exec(text);
      if (match !== null) return excerpt(text, match.index);
    }
  }
  return undefined;
}

function excerpt(text: string, at: number): string {
  if (at <= BEFORE_MATCH) return firstWords(text, FIRST_WORDS);
  // Not between the halves of a character.
  const start = at - BEFORE_MATCH;
  const code = text.charCodeAt(start);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return `…${firstWords(text.slice(isLow ? start + 1 : start), FIRST_WORDS - 1)}`;
}
