/**
 * `panto append`.
 *
 * @module
 */

import type { Host } from "../host.ts";
import type { AppendOptions } from "../options.ts";

/**
 * Runs `panto append`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 */
export function runAppend(host: Host, options: AppendOptions): number {
  throw new Error(`panto append is not wired: ${host.argv.length} arguments, ${options.directory}`);
}
