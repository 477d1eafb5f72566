/**
 * `panto inspect`.
 *
 * @module
 */

import type { Host } from "../host.ts";
import type { InspectOptions } from "../options.ts";

/**
 * Runs `panto inspect`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 */
export function runInspect(host: Host, options: InspectOptions): number {
  throw new Error(
    `panto inspect is not wired: ${host.argv.length} arguments, ${options.directory}`,
  );
}
