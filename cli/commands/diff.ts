/**
 * `panto diff`.
 *
 * @module
 */

import type { Host } from "../host.ts";
import type { DiffOptions } from "../options.ts";

/**
 * Runs `panto diff`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 */
export function runDiff(host: Host, options: DiffOptions): number {
  throw new Error(`panto diff is not wired: ${host.argv.length} arguments, ${options.directory}`);
}
