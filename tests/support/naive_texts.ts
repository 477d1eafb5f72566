/**
 * A second reading of what is written in the messages of a log, straight from their JSON: for searches to
 * be held against.
 *
 * @module
 */

import { naiveMessages } from "./naive_log.ts";

type Fields = Record<string, unknown>;

/** The texts of each message of the path. */
export function naiveTexts(log: string): string[][] {
  return naiveMessages(log).map((raw) => {
    const value = exactly(raw);
    return value === undefined ? [] : textsOf(value);
  });
}

/** Numbers keep their spelling; undefined for a broken line. */
function exactly(raw: string): Fields | undefined {
  const json = JSON as unknown as {
    parse(text: string, revive: (k: string, v: unknown, c: { source: string }) => unknown): Fields;
    rawJSON(text: string): unknown;
  };
  try {
    return json.parse(
      raw,
      (_, value, { source }) => typeof value === "number" ? json.rawJSON(source) : value,
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function textsOf(entry: Fields): string[] {
  const inner = entry.message as Fields | undefined;
  const message = typeof inner?.role === "string" ? inner : entry;
  const items = itemsOf(message.content);
  switch (message.role) {
    case "system":
    case "developer":
      return items.length === 0 && message.mode === "replace" ? [""] : items.flatMap(said);
    case "user":
    case "assistant":
      return [...items.flatMap(blockTexts), ...itemsOf(message.tool_calls).flatMap(callTexts)];
    case "tool":
    case "toolResult":
      if (typeof (message.tool_call_id ?? message.toolCallId) === "string") {
        return items.flatMap(said);
      }
      return items.flatMap((item) =>
        fieldsOf(item)?.type === "tool_result" ? blockTexts(item) : []
      );
    default:
      return [];
  }
}

function itemsOf(content: unknown): unknown[] {
  return content === undefined || content === null ? [] : [content].flat();
}

function fieldsOf(item: unknown): Fields | undefined {
  return typeof item === "object" && item !== null ? item as Fields : undefined;
}

function strings(...values: unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function said(item: unknown): string[] {
  const fields = fieldsOf(item);
  return fields?.type === "text" ? strings(fields.text) : strings(item);
}

function blockTexts(item: unknown): string[] {
  const block = fieldsOf(item);
  switch (block?.type) {
    case "thinking":
      return block.redacted === true && block.thinkingSignature ? [] : strings(block.thinking);
    case "tool_use":
    case "toolCall":
      return inputOf(block.id, block.name, block.input ?? block.arguments);
    case "tool_result": {
      const [id] = strings(block.tool_use_id, block.toolCallId, block.tool_call_id);
      return id === undefined ? [] : itemsOf(block.content).flatMap(said);
    }
    default:
      return said(item);
  }
}

function callTexts(item: unknown): string[] {
  const called = fieldsOf(fieldsOf(item)?.function);
  return inputOf(fieldsOf(item)?.id, called?.name, called?.arguments);
}

function inputOf(id: unknown, name: unknown, input: unknown): string[] {
  if (strings(id, name).length < 2) return [];
  if (typeof input === "string") return [input, ...textsIn(parsed(input))];
  return [JSON.stringify(input ?? {}), ...textsIn(input)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
