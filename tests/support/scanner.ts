/**
 * One line given to the scanner.
 *
 * @module
 */

import assert from "node:assert/strict";
import { makeScanner } from "../../lib/log/scan/line_wasm.ts";
import { LINES_START, ScanMemory } from "../../lib/log/scan/memory.ts";

const memory = new ScanMemory(64 * 1024);
const scan = makeScanner(memory.memory);

/** Whether the scanner goes over a line that hangs on the entry before it; `id` is that of the line. */
export function goesOver(
  line: Uint8Array,
  options: { full: boolean; parent: string | null | undefined },
): { over: boolean; id: string | undefined } {
  memory.block.fill(0x7d, 0, line.length + 200);
  memory.block.set(line);
  memory.block[line.length] = 10;
  memory.set("stop", -1);
  memory.set("mustName", 0);
  memory.set("hasEntry", options.parent === null ? 0 : 1);
  memory.previousId = options.parent ?? undefined;
  const stopped = scan(LINES_START, LINES_START + line.length + 1, options.full ? 1 : 0);
  assert.ok(stopped === LINES_START || stopped === LINES_START + line.length + 1);
  return { over: stopped !== LINES_START, id: memory.previousId };
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
