/**
 * The list of a session's branches.
 *
 * @module
 */

import {
  type Branch,
  type ByteSource,
  pathEntries,
  type PathEntry,
  readBranches,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import { printJson } from "./documents.ts";
import { wordsOf } from "./message_words.ts";
import { roleOf, shortId } from "./shown_message.ts";
import { escapeLine, StreamedTable } from "./terminal.ts";
import { shown, type TextOptions } from "./text.ts";

/** Prints the branches of a session, the default one marked. */
export function printBranches(
  host: Host,
  source: ByteSource,
  options: TextOptions & { readonly format: "text" | "json" },
): void {
  const branches = readBranches(source);
  if (options.format === "json") {
    const leaves = Array.from(branches, (branch) => documentOf(branch, lastOf(source, branch)));
    const leaf = leaves.find((branch) => branch.default)?.leaf ?? null;
    return printJson(
      host,
      { schema: "panto.branches/1", path: source.name, leaf, leaves },
      options,
    );
  }
  const write = (text: string) => host.stdout.write(shown(host, text, options));
  const table = new StreamedTable(write, { right: [2] });
  let isEmpty = true;
  for (const branch of branches) {
    if (isEmpty) table.add(["", "LEAF", "AT", "TIME", "ROLE", "TEXT"]);
    isEmpty = false;
    table.add(cellsOf(branch, lastOf(source, branch)));
  }
  table.end();
}

/** The last message of a branch, where it has one. */
function lastOf(source: ByteSource, { last }: Branch): PathEntry | undefined {
  const [entry] = last === undefined ? [] : pathEntries(source, { runs: [last] });
  return entry;
}

function cellsOf({ leaf, isDefault, messages }: Branch, last: PathEntry | undefined): string[] {
  return [
    isDefault ? "*" : "",
    escapeLine(shortId(leaf)),
    String(messages ?? "-"),
    escapeLine(last?.timestamp ?? "-"),
    escapeLine(last === undefined ? "-" : roleOf(last)),
    escapeLine(last === undefined ? "" : wordsOf(last.message)),
  ];
}

function documentOf(
  { leaf, isDefault, line, messages }: Branch,
  last: PathEntry | undefined,
) {
  return {
    leaf: leaf ?? null,
    default: isDefault,
    line,
    messages: messages ?? null,
    last: last === undefined ? null : {
      id: last.id ?? null,
      timestamp: last.timestamp ?? null,
      role: roleOf(last),
      firstWords: wordsOf(last.message),
    },
  };
}
