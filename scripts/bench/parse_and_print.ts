/**
 * The bare program that provider JSON is compared with: it parses and prints every line of a log, in the
 * same runtime, and does nothing else.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { openSync, readSync, writeSync } from "node:fs";
import process from "node:process";

const BLOCK = 512 * 1024;

function main(path: string): void {
  const input = openSync(path, "r");
  let buffer = Buffer.alloc(BLOCK);
  let filled = 0;
  for (;;) {
    const got = readSync(input, buffer, filled, buffer.length - filled, null);
    if (got === 0) return;
    filled += got;
    let start = 0;
    let printed = "";
    for (;;) {
      const newline = buffer.subarray(0, filled).indexOf(10, start);
      if (newline === -1) break;
      printed += `${JSON.stringify(JSON.parse(buffer.toString("utf8", start, newline)))}\n`;
      start = newline + 1;
    }
    const bytes = Buffer.from(printed);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(1, bytes, sent);
    buffer.copyWithin(0, start, filled);
    filled -= start;
    if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
  }
}

main(process.argv[2] ?? "");
