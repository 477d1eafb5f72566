/**
 * The command line of the benchmark.
 *
 * @module
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** The sizes of logs that are measured, in MiB. */
export const SIZES = [8, 64, 1024] as const;

/** One of them. */
export type Size = typeof SIZES[number];

/** What to measure, and with what. */
export interface BenchOptions {
  /** An executable to measure instead of one that is compiled from this tree. */
  readonly bin?: string;
  /** An older executable, to compare with. */
  readonly before?: string;
  readonly sizes: readonly Size[];
  /** What the title of a section must contain, in lower case. */
  readonly only: string;
  /** Where generated logs stay for the next run; undefined: they are removed. */
  readonly keep?: string;
  /** Fewer rounds. */
  readonly quick: boolean;
  /** Writes the result into docs/performance.md. */
  readonly write: boolean;
}

/** How to call it. */
export const USAGE = `usage: deno task bench [--before FILE] [--bin FILE] [--size ${
  SIZES.join("|")
}] [--only TEXT] [--keep DIR] [--quick] [--write]`;

/** Reads the arguments. Throws a TypeError when they are not understood. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bin: { type: "string" },
      before: { type: "string" },
      size: { type: "string" },
      only: { type: "string", default: "" },
      keep: { type: "string" },
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const { bin, before, size, only, keep, quick, write } = values;
  const sizes = size === undefined ? quick ? [8] as const : SIZES : [sizeOf(size)];
  return {
    sizes,
    quick,
    write,
    only: only.toLowerCase(),
    ...(bin !== undefined && { bin: resolve(bin) }),
    ...(before !== undefined && { before: resolve(before) }),
    ...(keep !== undefined && { keep: resolve(keep) }),
  };
}

function sizeOf(text: string): Size {
  const size = SIZES.find((size) => String(size) === text);
  if (size === undefined) {
    throw new TypeError(`--size is one of ${SIZES.join(", ")}, not "${text}"`);
  }
  return size;
}
