/**
 * `panto show`: the conversation, a line a message or whole, with the number of the prompt that each was
 * said under. Like `panto log` it reads every line of the path and fails after printing.
 *
 * @module
 */

import {
  type ByteSource,
  diagnosticWarnings,
  type Path,
  pathEntries,
  type PathEntry,
  positionOf,
  readPrompt,
  refuseDamage,
  UsageError,
} from "../../mod.ts";
import { type ValuesOf, withHelp } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { inputOf, type Raw } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf } from "../args/groups/format.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import type { PositionSpec } from "../args/values.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import { warnAbout, withSource } from "../input/session.ts";
import { messagePrinter } from "../output/conversation.ts";
import { wordsAround, wordsOf } from "../output/message_words.ts";
import { info } from "../output/report.ts";
import type { ShownMessage } from "../output/shown_message.ts";
import { command } from "./command.ts";

const formats = ["text", "json", "markdown"] as const;

const showFlags = [
  ...formatFlags(formats),
  flags.full,
  flags.raw,
  ...commonFlags,
  withHelp(flags.at, "this message alone, whole; -1 is the one before the last"),
  withHelp(flags.from, "from this message on"),
  withHelp(flags.to, "up to and with this message"),
  withHelp(flags.role, "the messages of a role: user, assistant, tool, system, ..."),
  flags.grep,
  ...readingFlags,
] as const;

type Options = ReturnType<typeof readOptions>;

/** `panto show SESSION` */
export const showCommand = command({
  name: "show",
  words: "<SESSION>",
  summary: "read the conversation, search it, see the prompt beside each message",
  description:
    "List the messages of a session: position, prompt, id, time, role, kind and first\n" +
    "words, of a match with --grep the words around it. P is the number of the prompt\n" +
    "in force, as panto log numbers them. SESSION can be - for stdin.",
  examples: [
    ["panto show s.jsonl", "a line a message"],
    ["panto show s.jsonl --at 12", "message 12, whole"],
    ["panto show s.jsonl --grep 'rm -rf' --role assistant", "who said so, under which prompt"],
    ["panto show s.jsonl --from -4 --full -f markdown", "the last five, for a bug report"],
  ],
  otherNames: ["messages", "conversation", "grep", "search"],
  flags: showFlags,
  read: readOptions,
  run(host, options) {
    withSource(host, options.session, (source) => show(host, source, options));
    return exitCodes.done;
  },
});

function readOptions(raw: Raw<ValuesOf<typeof showFlags>>) {
  const { values } = raw;
  const { at, from, to, role, grep } = values;
  if (at !== undefined && (from !== undefined || to !== undefined)) {
    throw new UsageError(`--at cannot be used with ${from === undefined ? "--to" : "--from"}`);
  }
  if (to === "files") throw new UsageError('--to takes a message, not "files"');
  return {
    ...commonOptions(raw),
    ...readingOptions(values),
    session: inputOf(raw, raw.words[0] ?? ""),
    at,
    from,
    to,
    role,
    grep,
    format: formatOf(values, formats),
    full: values.full === true || at !== undefined,
    raw: values.raw === true,
  };
}

function show(host: Host, source: ByteSource, options: Options): void {
  const { leaf, at, to } = options;
  const until = at ?? to ?? "end";
  const found = readPrompt(source, { at: until, leaf, whole: true, full: true });
  const { path, diagnostics } = found;
  const range = rangeOf(source, { ...options, last: positionOf(path, found.left) });
  const printer = messagePrinter(host, options, {
    schema: "panto.show/1",
    path: source.name,
    leaf: path.leaf?.id ?? null,
    messages: path.length,
  });
  let count = 0;
  for (const message of shownMessages(source, path, { ...options, range })) {
    printer.add(message);
    count++;
  }
  printer.end();
  if (count === 0 && (options.role !== undefined || options.grep !== undefined)) {
    info(host, options, `${source.name}: no message matches`);
  }
  const told = options.lenient ? diagnostics : diagnostics.filter(({ touches }) => !touches);
  warnAbout(host, source.name, diagnosticWarnings(source, told));
  refuseDamage(source, diagnostics, options);
}

/** The first and the last position that are shown. */
interface ShownRange {
  readonly from: number;
  readonly to: number;
}

function rangeOf(
  source: ByteSource,
  { at, from, leaf, last }: Pick<Options, "at" | "from" | "leaf"> & { readonly last: number },
): ShownRange {
  if (at !== undefined) {
    if (last > 0) return { from: last, to: last };
    throw new UsageError(`"${source.name}" has no message at position 0`, {
      place: { path: source.name },
    });
  }
  const first = Math.max(1, firstOf(source, from, leaf));
  if (first > last && from !== undefined) {
    throw new UsageError(`--from is position ${first}, behind --to, which is ${last}`);
  }
  return { from: first, to: last };
}

function firstOf(
  source: ByteSource,
  from: PositionSpec | undefined,
  leaf: string | undefined,
): number {
  if (from === undefined) return 1;
  const { path, left } = readPrompt(source, { at: from, leaf, whole: true });
  return positionOf(path, left);
}

function* shownMessages(
  source: ByteSource,
  path: Path,
  { range, role, grep, full }: Pick<Options, "role" | "grep" | "full"> & {
    readonly range: ShownRange;
  },
): Generator<ShownMessage> {
  const brief = !full && grep === undefined;
  for (const entry of pathEntries(source, path, { ...range, brief })) {
    if (!isOfRole(entry, role)) continue;
    const { message } = entry;
    const words = grep === undefined ? wordsOf(message) : wordsAround(message, grep);
    if (words !== undefined) yield { ...entry, words };
  }
}

/** Both the role that a message has here and the one that its log spells. */
function isOfRole({ message }: PathEntry, role: string | undefined): boolean {
  return role === undefined || message.role === role || message.roleName === role;
}
