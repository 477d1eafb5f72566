/**
 * One line given to the scanner.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Links, Scanner, type Sought } from "../../lib/log/scan/scanner.ts";

const SIZE = 64 * 1024;

function made(): Scanner {
  const scanner = Scanner.make(SIZE);
  assert.ok(scanner, "this runtime has no scanner");
  return scanner;
}

const scanner = made();

/** Puts a line between others, which must not be looked at, and says where it begins and ends. */
function placed(line: Uint8Array): { start: number; end: number } {
  const start = 15;
  scanner.block.fill(0x7d, 0, line.length + 300);
  scanner.block.set(new TextEncoder().encode('}}"role":"user"'));
  scanner.block.set(line, start);
  scanner.block[start + line.length] = 10;
  return { start, end: start + line.length + 1 };
}

/** Whether the scanner goes over a line while it looks for something, and what it looks for then. */
export function goesOver(
  line: Uint8Array,
  options: { readonly full: boolean; readonly sought: Sought },
): {
  readonly over: boolean;
  readonly taken: boolean;
  readonly messages: number;
  readonly sought: Sought;
} {
  const { start, end } = placed(line);
  assert.ok(scanner.seek(options.sought));
  const passed = scanner.back(start, end, { full: options.full, taking: true });
  assert.ok(passed.end === start || passed.end === end);
  if (passed.taken) assert.deepEqual([passed.from, passed.to], [start, end]);
  const { taken, messages } = passed;
  return { over: passed.end === start, taken, messages, sought: scanner.sought };
}

/** What the head of a line says, inside the scanner's memory and outside. */
export function headOf(line: Uint8Array): Links | undefined {
  const { start, end } = placed(line);
  const inside = scanner.head(scanner.block.subarray(start, end - 1));
  assert.deepEqual(scanner.head(line), inside);
  return inside;
}

/** Whether bytes are JSON to `JSON.parse`, and UTF-8. */
export function isJson(line: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}
