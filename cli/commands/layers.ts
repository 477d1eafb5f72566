/**
 * `panto layers`: every candidate prompt file, and those named in the call, in the order of the prompt, and what became of it.
 *
 * It goes on after a broken file, prints all of the list, and only then fails as the default command
 * would: whoever asks which files count wants to see the others too.
 *
 * @module
 */

import { listLayers } from "../../mod.ts";
import type { CandidateState, LayerListing, LayerRow } from "../../mod.ts";
import { commonFlags, type CommonOptions, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { promptFileFlags, promptFileOptions } from "../args/groups/prompt_files.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import { saysRealPaths } from "../host/files.ts";
import { readLaunch } from "../input/config.ts";
import { printJson } from "../output/documents.ts";
import { escapeLine, paint, renderTable, wantsColor } from "../output/terminal.ts";
import type { Color } from "../output/terminal.ts";
import { command } from "./command.ts";

const stateColors: Readonly<Record<CandidateState, Color | undefined>> = {
  used: "green",
  overridden: "dim",
  absent: "dim",
  off: "dim",
  same: "dim",
  refused: "red",
  error: "red",
};

/** `panto layers` */
export const layersCommand = command({
  name: "layers",
  words: "",
  summary: "list the prompt files of all layers and why each counts or not",
  description: "List every prompt file that could count, in the order of the prompt: its layer,\n" +
    "path and state, the reason, its size and SHA-256, and names that look like one\n" +
    "and are not read. Exit code 4 when the prompt cannot be put together.",
  examples: [
    ["panto layers", "the files of this directory"],
    ["panto -C ../app layers --json", "those of another one, for programs"],
  ],
  otherNames: ["files"],
  flags: [...formatFlags(reportFormats), ...commonFlags, ...promptFileFlags],
  read: (raw) => ({
    ...commonOptions(raw),
    ...promptFileOptions(raw, []),
    format: formatOf(raw.values, reportFormats),
  }),
  run(host, options) {
    const listing = listLayers({
      env: host.env,
      cwd: options.directory,
      cwdIsReal: saysRealPaths(host),
      layers: options.layers,
      projectRoot: options.projectRoot,
      platform: host.platform,
      ...readLaunch(host, options.launch),
    });
    if (options.format === "json") printJson(host, documentOf(listing));
    else host.stdout.write(tableOf(listing, colorOf(host, options)));
    if (listing.error !== undefined) throw listing.error;
    return exitCodes.done;
  },
});

function colorOf(host: Host, options: CommonOptions): boolean {
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
    row.layer === "launch" ? `--${row.name}` : row.layer,
    row.state,
    row.bytes === undefined ? "-" : String(row.bytes),
    row.sha256?.slice(0, 12) ?? "-",
    escapeLine(row.layer === "built-in" ? "(the built-in prompt)" : row.path ?? row.name),
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
