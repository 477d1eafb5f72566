/**
 * The lines of stderr but for errors: what was done, and what to look out for. One line each, escaped, so
 * that no name in one can pass for another line (DESIGN §10).
 *
 * @module
 */

import type { Warning } from "../../mod.ts";
import type { Host } from "../host.ts";
import { escapeLine } from "./terminal.ts";

/** How many warnings of one kind of trouble are told before the rest is counted. */
const MAX_WARNINGS = 10;

/** Tells a change of state in a sentence without a full stop, unless the user asked for quiet. */
export function info(host: Host, options: { readonly quiet: boolean }, message: string): void {
  if (!options.quiet) host.writeError(`panto: ${escapeLine(message)}\n`);
}

/** Tells warnings, every one of them; quiet does not silence them. */
export function warn(host: Host, warnings: readonly Pick<Warning, "message">[]): void {
  for (const { message } of warnings) host.writeError(`panto: warning: ${escapeLine(message)}\n`);
}

/** Tells the first warnings about something, and how many more there are in the words for the rest. */
export function warnOfMany(
  host: Host,
  warnings: readonly Pick<Warning, "message" | "count">[],
  of: { readonly name: string; readonly rest: string },
): void {
  warn(host, warnings.slice(0, MAX_WARNINGS));
  const more = warnings.slice(MAX_WARNINGS).reduce((total, { count = 1 }) => total + count, 0);
  if (more > 0) warn(host, [{ message: `${of.name}: ${more} ${of.rest}` }]);
}

/** Tells the warnings of what was read, and hands it on: inputs print nothing themselves. */
export function reported<Found extends { readonly warnings: readonly Pick<Warning, "message">[] }>(
  host: Host,
  found: Found,
): Found {
  warn(host, found.warnings);
  return found;
}
