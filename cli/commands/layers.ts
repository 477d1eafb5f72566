/**
 * `panto layers`: every candidate prompt file, in the order of the prompt, and what became of it.
 *
 * It goes on after a broken file, prints all of the list, and only then fails as the default command
 * would: whoever asks which files count wants to see the others too.
 *
 * @module
 */

import { listLayers } from "../../mod.ts";
import type { CandidateState, LayerListing, LayerRow } from "../../mod.ts";
import type { Host } from "../host.ts";
import type { LayersOptions } from "../args/options.ts";
import { printJson } from "../output/output.ts";
import { escapeLine, paint, renderTable, wantsColor } from "../output/terminal.ts";
import type { Color } from "../output/terminal.ts";

const stateColors: Readonly<Record<CandidateState, Color | undefined>> = {
  used: "green",
  overridden: "dim",
  absent: "dim",
  off: "dim",
  same: "dim",
  refused: "red",
  error: "red",
};

/**
 * Runs `panto layers`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code 0.
 * @throws {ConfigError} After printing, when the prompt cannot be put together.
 */
export function runLayers(host: Host, options: LayersOptions): number {
  const listing = listLayers({
    env: host.env,
    cwd: options.directory,
    project: options.project,
    projectRoot: options.projectRoot,
    platform: host.platform,
  });
  if (options.format === "json") printJson(host, documentOf(listing));
  else host.stdout.write(tableOf(listing, colorOf(host, options)));
  if (listing.error !== undefined) throw listing.error;
  return 0;
}

function colorOf(host: Host, options: LayersOptions): boolean {
  return wantsColor(options.color, { env: host.env, terminal: host.isTerminal("stdout") });
}

/** JSON names every key, with null for what does not apply. */
function documentOf(listing: LayerListing) {
  return {
    schema: "panto.layers/1",
    projectRoot: listing.projectRoot ?? null,
    error: listing.error?.message ?? null,
    files: listing.rows.map((row) => ({
      layer: row.layer,
      name: row.name,
      path: row.path ?? null,
      realPath: row.realPath ?? null,
      state: row.state,
      reason: row.reason ?? null,
      bytes: row.bytes ?? null,
      sha256: row.sha256 ?? null,
      notes: row.notes,
    })),
  };
}

/** A table of one line a file; reasons, link targets and notes stand indented below their line. */
function tableOf(listing: LayerListing, color: boolean): string {
  const cells = listing.rows.map((row) => [
    row.layer,
    row.state,
    row.bytes === undefined ? "-" : String(row.bytes),
    row.sha256?.slice(0, 12) ?? "-",
    escapeLine(row.path ?? row.name),
  ]);
  const lines = renderTable([["LAYER", "STATE", "BYTES", "SHA-256", "FILE"], ...cells], {
    right: [2],
  }).trimEnd().split("\n");
  const [head = "", ...body] = lines;
  return [
    color ? paint(head, "bold") : head,
    ...body.flatMap((line, index) => {
      const row = listing.rows[index];
      if (row === undefined) return [];
      const painted = color ? paint(line, stateColors[row.state]) : line;
      return [painted, ...detailsOf(row).map((detail) => `    ${escapeLine(detail)}`)];
    }),
  ].join("\n") + "\n";
}

function detailsOf(row: LayerRow): string[] {
  const linked = row.realPath !== undefined && row.realPath !== row.path;
  return [
    ...(linked ? [`-> ${row.realPath}`] : []),
    ...(row.reason === undefined || row.state === "absent" ? [] : [row.reason]),
    ...row.notes.map((note) => `note: ${note}`),
  ];
}
