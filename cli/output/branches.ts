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
  const branches = withMessages(source);
  if (options.format === "json") {
    const leaves = Array.from(branches, documentOf);
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
    table.add(cellsOf(branch));
  }
  table.end();
}

/** A branch and its last message. */
interface ShownBranch extends Omit<Branch, "last"> {
  readonly last: PathEntry | undefined;
}

/** One after the other, since messages may be long. */
function* withMessages(source: ByteSource): Generator<ShownBranch> {
  for (const { last: run, ...branch } of readBranches(source)) {
    const [last] = run === undefined
      ? []
      : pathEntries(source, { runs: [run], system: [], length: 1 });
    yield { ...branch, last };
  }
}

function cellsOf({ leaf, isDefault, messages, last }: ShownBranch): string[] {
  return [
    isDefault ? "*" : "",
    escapeLine(shortId(leaf)),
    String(messages ?? "-"),
    escapeLine(last?.timestamp ?? "-"),
    escapeLine(last === undefined ? "-" : roleOf(last)),
    escapeLine(last === undefined ? "" : wordsOf(last.message)),
  ];
}

function documentOf({ leaf, isDefault, line, messages, last }: ShownBranch) {
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
