/**
 * `panto inspect`: the effective prompt at a position of a session. It never writes.
 *
 * @module
 */

import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { InspectOptions } from "../args/options.ts";
import { printSessionPrompt } from "../output/prompt.ts";
import { tellFindings, withSource } from "../input/session.ts";

/**
 * Runs `panto inspect`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {IoError} When the session does not exist or cannot be read.
 * @throws {SessionError} When damage touches the prompt asked for.
 */
export function runInspect(host: Host, options: InspectOptions): number {
  withSource(host, options.session, (source) => {
    printSessionPrompt(host, source, { ...options, state: null }, (findings) => {
      tellFindings(host, source, findings, options);
    });
  });
  return exitCodes.done;
}
