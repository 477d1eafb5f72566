/**
 * The format of what is printed, which `--json` names too.
 *
 * @module
 */

import { UsageError } from "../../../mod.ts";
import { type ValuesOf, withHelp } from "../flag.ts";
import { flags } from "../flags.ts";
import { listOf, parseChoice } from "../values.ts";

/** Formats of the commands that report. */
export const reportFormats = ["text", "json"] as const;

/** A format of a report. */
export type ReportFormat = typeof reportFormats[number];

/** The flags that choose a format. */
export type FormatFlags = readonly [typeof flags.format, typeof flags.json];

/** The flags of a command that knows some formats, the default first. */
export function formatFlags(formats: readonly string[]): FormatFlags {
  const help = `${listOf(formats)} (default: ${formats[0] ?? ""})`;
  return [withHelp(flags.format, help), flags.json];
}

/** Reads the format of a command that knows some; one of another command is refused. */
export function formatOf<Format extends string>(
  values: ValuesOf<FormatFlags>,
  formats: readonly Format[],
): Format {
  const { format, json } = values;
  if (json === true && format !== undefined && format !== "json") {
    throw new UsageError(`--json cannot be used with --format ${format}`);
  }
  return parseChoice("--format", json === true ? "json" : format ?? "text", formats);
}
