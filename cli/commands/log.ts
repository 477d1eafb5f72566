/**
 * `panto log`.
 *
 * @module
 */

import type { Host } from "../host.ts";
import type { LogOptions } from "../options.ts";

/**
 * Runs `panto log`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 */
export function runLog(host: Host, options: LogOptions): number {
  throw new Error(`panto log is not wired: ${host.argv.length} arguments, ${options.directory}`);
}
