/**
 * `panto status`.
 *
 * @module
 */

import type { Host } from "../host.ts";
import type { StatusOptions } from "../options.ts";

/**
 * Runs `panto status`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 */
export function runStatus(host: Host, options: StatusOptions): number {
  throw new Error(`panto status is not wired: ${host.argv.length} arguments, ${options.directory}`);
}
