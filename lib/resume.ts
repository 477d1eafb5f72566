/**
 * What a resume would do with a log, decided from its bytes alone (DESIGN §5 over §3): the plan, the
 * lines it would add, and what the user must know. `status`, `diff`, a dry run and the real resume all
 * ask this one function, so they cannot disagree.
 *
 * @module
 */

import { type ConfigWindow, windowOf } from "./derive.ts";
import { SessionError, type Warning } from "./errors.ts";
import {
  type Adoption,
  type ByteSource,
  bytesSource,
  diagnosticError,
  diagnosticWarnings,
  type EntrySource,
  type Evidence,
  findEvidence,
  firstOther,
  formatBlocks,
  formatHeader,
  leafToAppendTo,
  type LogBlock,
  type LogPrompt,
  type ParentId,
  positionOf,
  type ReadOptions,
  readPath,
  readRecorded,
  refuseWriting,
} from "./log.ts";
import { goesWithout } from "./resume/forgotten.ts";
import { freezeBlocks } from "./resume/freeze.ts";
import { type Baseline, planReconcile, type ReconcilePlan } from "./resume/reconcile.ts";
import { discards, healing, replacedBy, startedElsewhere } from "./resume/warnings.ts";
import type { Position } from "./types.ts";
import {
  type ConfiguredPrompt,
  type LayerName,
  recordedSources,
  type ResolvedBlock,
} from "./prompt_source.ts";

export { freezeBlocks, type FrozenPrompt } from "./resume/freeze.ts";
export type { Baseline, ReconcilePlan, ReplaceReason } from "./resume/reconcile.ts";
export { editsText } from "./resume/warnings.ts";

/** The end of a log. */
export interface LogEnd extends LogPrompt {
  /** What a resume compares. */
  readonly baseline: Baseline<LogBlock>;
}

/**
 * Reads the end of a log as far as a resume asks: back to the last `replace` of the configuration, else to
 * the root.
 *
 * @param source The log.
 * @param options The leaf, and whether every line that is read is checked to its end.
 * @returns The prompt there, and what a resume compares.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { readEnd } from "./resume.ts";
 * import { bytesSource } from "./log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * const { baseline } = readEnd(log);
 * assert.equal(baseline.type, "window");
 * assert.deepEqual(baseline.blocks.map(({ text }) => text), ["Be brief."]);
 * ```
 */
export function readEnd(
  source: ByteSource,
  options: Pick<ReadOptions, "leaf" | "full"> = {},
): LogEnd {
  const { recorded, ...prompt } = readRecorded(source, options);
  const baseline: Baseline<LogBlock> = recorded === undefined
    ? { type: "window", ...windowAt(prompt) }
    : { type: "sources", blocks: recorded, edits: editsAmong(prompt.blocks) };
  return { ...prompt, baseline };
}

/** What a new entry hangs on: the leaf's id, `null` in a log without an entry, undefined without an id. */
export function parentOf({ path: { leaf } }: Pick<LogPrompt, "path">): ParentId {
  return leaf === undefined ? null : leaf.id;
}

/** Whether edits cleared all of the recorded configuration. */
export function isReplaced({ baseline, blocks }: LogEnd): boolean {
  return baseline.type === "sources" && blocks.length === baseline.edits.length;
}

/**
 * What becomes of a system entry that is appended now: it is kept until the configuration changes, or, where
 * nothing on the path records a configuration, the next resume may take it for one that changed.
 */
export type EditFate = "kept" | "unrecorded";

/** Tells what becomes of a system entry that is appended behind a prompt. */
export function editFate(source: ByteSource, { path }: LogPrompt): EditFate {
  if (path.leaf === undefined) return "unrecorded";
  const isRecorded = path.system.some(({ configured }) => configured) ||
    readRecorded(source, { leaf: path.leaf.id }).recorded !== undefined;
  return isRecorded ? "kept" : "unrecorded";
}

function editsAmong(blocks: readonly LogBlock[]): readonly LogBlock[] {
  return blocks.filter(({ source }) => source === undefined);
}

function windowAt({ path, blocks }: LogPrompt): ConfigWindow<LogBlock> {
  return windowOf(blocks, {
    placeOf: ({ after }) => -after,
    replaced: blocks[0]?.mode === "replace",
    firstOther: -(firstOther(path) ?? -Infinity),
  });
}

/** How a resume reads a log. */
export interface ResumeOptions {
  /** The id of the entry to continue from. @default the last entry */
  readonly leaf?: string | undefined;
  /** Leaves later edits alone while the files are unchanged. @default false */
  readonly keepEdits?: boolean;
  /** Records the prompt anew in any case. @default false */
  readonly reseed?: boolean;
  /**
   * The absolute directory whose project layer is used; a re-seed warns when the session was started in
   * another one. @default no warning
   */
  readonly cwd?: string;
  /** Goes on where a newer writer may have written. @default false */
  readonly lenient?: boolean;
  /** Parses every line that is read, for a caller that sends the conversation. @default false */
  readonly full?: boolean;
  /** Tells where edits stand that stay, too, which may take a pass over the log. @default false */
  readonly locateEdits?: boolean;
  /** Goes on where the file is no session of panto's, as far as that is possible. @default false */
  readonly adopt?: Adoption;
}

/** What a resume would do. */
export interface Resume {
  /** The layers that counted; undefined when every one did. */
  readonly layers?: readonly LayerName[] | undefined;
  /** What would be recorded. */
  readonly plan: ReconcilePlan<LogBlock>;
  /** What the files ask for, each template rendered or taken from the log. */
  readonly resolved: readonly ResolvedBlock[];
  /** The end of the log before it. */
  readonly end: LogEnd;
  /** The positions of the plan's edits; undefined for those that stay, unless they were asked for. */
  readonly edits: readonly Position[] | undefined;
  /** The position of the edit that cleared all of the recorded configuration, where it stays. */
  readonly replacedAt: Position | undefined;
  /** What is said of edits; it stands among the warnings, too. */
  readonly ofEdits: Warning | undefined;
  /** Whether the log needs a header first. */
  readonly needsHeader: boolean;
  /** The directory that the log's header names. */
  readonly startedIn: string | undefined;
  /** What the user must know, in the order to tell it: of what was rendered, then of the log. */
  readonly warnings: readonly Warning[];
}

/**
 * Plans the resume of a log.
 *
 * @param source The log; undefined when it does not exist yet.
 * @param configured What the files ask for; nothing is rendered that stands in the log's window.
 * @param options Flags.
 * @returns The plan and what goes with it.
 * @throws {ConfigError} When a template cannot be rendered.
 * @throws {SessionError} When the file is no session, was written by a newer writer, or holds a cycle.
 * @throws {UsageError} When the leaf is unknown.
 *
 * @example
 * ```ts
 * import { planResume } from "./resume.ts";
 * import { bytesSource } from "./log.ts";
 * import assert from "node:assert/strict";
 *
 * const configured = {
 *   blocks: [{ text: "Be brief.", source: { type: "built-in" as const } }],
 *   render: () => ({ text: "", warnings: [] }),
 * };
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n');
 * assert.equal(planResume(undefined, configured).plan.action, "seed");
 * assert.equal(planResume(log, configured).plan.action, "unchanged");
 * ```
 */
export function planResume(
  source: ByteSource | undefined,
  configured: ConfiguredPrompt,
  options: ResumeOptions = {},
): Resume {
  const { layers } = configured;
  if (source === undefined) return { ...planSeed(configured), layers };
  const { end, needsHeader, startedIn, warnings: adopted } = readForWriting(
    source,
    options,
    readEnd,
  );
  const { baseline } = end;
  // Behind a torn line that they hang on, appends alone would be recorded anew the next time.
  const hangsOnTorn = end.path.tornTail !== undefined && parentOf(end) === undefined;
  const hasMessages = end.path.length > 0 || hangsOnTorn;
  const flags = { hasMessages, keepEdits: options.keepEdits ?? false };
  const isForgetful = goesWithout(configured, baseline, {
    name: source.name,
    consents: options.reseed === true,
    elsewhere: startedIn === options.cwd ? undefined : startedIn,
  });
  // A re-seed on request renders anew, unless it is the consent to go on without something.
  const rendersAll = options.reseed === true && !isForgetful;
  const frozen = freezeBlocks(configured, rendersAll ? [] : baseline.blocks);
  const resolved = frozen.blocks;
  const touching = end.diagnostics.find(({ touches }) => touches);
  const plan = planReconcile(resolved, baseline, {
    ...flags,
    reseed: options.reseed ?? false,
    damaged: touching !== undefined,
  });
  const warnings = [
    ...adopted,
    ...frozen.warnings,
    ...diagnosticWarnings(source, end.diagnostics),
  ];
  const isOverridden = plan.action === "unchanged" && isReplaced(end);
  const isTold = plan.action === "replace" || isOverridden || options.locateEdits === true;
  const edits = isTold ? editPositions(source, end, { plan, leaf: options.leaf }) : undefined;
  const replacedAt = isOverridden ? edits?.[0] : undefined;
  if (plan.action === "replace") {
    if (touching !== undefined) warnings.push(healing(source.name));
    const elsewhere = startedIn !== undefined && options.cwd !== undefined &&
      startedIn !== options.cwd;
    if (elsewhere) warnings.push(startedElsewhere(source.name, startedIn));
  }
  const ofEdits = replacedAt !== undefined
    ? replacedBy(source.name, replacedAt)
    : plan.action === "replace" && edits !== undefined && edits.length > 0
    ? discards(source.name, edits)
    : undefined;
  if (ofEdits !== undefined) warnings.push(ofEdits);
  const told = { edits, replacedAt, ofEdits, warnings };
  return { plan, resolved, end, ...told, needsHeader, startedIn, layers };
}

/** The positions of a plan's edits; a path that was not read to its root is followed once more. */
function editPositions(
  source: ByteSource,
  { path }: LogPrompt,
  of: { readonly plan: ReconcilePlan<LogBlock>; readonly leaf: string | undefined },
): readonly Position[] {
  if (of.plan.action === "seed" || of.plan.edits.length === 0) return [];
  const whole = path.whole ? path : readPath(source, { leaf: of.leaf });
  return [...new Set(of.plan.edits.map(({ after }) => positionOf(whole, after)))];
}

function planSeed(configured: ConfiguredPrompt): Omit<Resume, "layers"> {
  const { blocks: resolved, warnings } = freezeBlocks(configured, []);
  const end = readEnd(bytesSource(""));
  const plan = planReconcile(resolved, end.baseline, { hasMessages: false });
  const edits: readonly Position[] = [];
  const unknown = { replacedAt: undefined, ofEdits: undefined, startedIn: undefined };
  return { plan, resolved, end, edits, ...unknown, needsHeader: true, warnings };
}

/**
 * Reads the end of a log that will be appended to, as far as `read` does. Throws when the file is no session of panto's or was
 * written by a newer writer.
 */
export function readForWriting<End extends LogPrompt>(
  source: ByteSource,
  options: Pick<ResumeOptions, "leaf" | "lenient" | "adopt" | "full"> & Pick<ReadOptions, "at">,
  read: (source: ByteSource, options: Pick<ResumeOptions, "leaf" | "full">) => End,
): { end: End; warnings: readonly Warning[] } & Pick<Evidence, "needsHeader" | "startedIn"> {
  const evidence = findEvidence(source);
  const warnings = refuseWriting(source, evidence, options.adopt);
  if (evidence.newerVersion !== undefined && !options.lenient) {
    throw new SessionError(
      `Cannot write to "${source.name}": its header says version ${evidence.newerVersion}, and this ` +
        "panto knows 3",
      { code: "newer-version", place: { path: source.name, line: 1 } },
    );
  }
  const leaf = leafToAppendTo(source, options);
  const readable = leaf === null ? bytesSource("") : source;
  const end = read(readable, { leaf: leaf ?? undefined, full: options.full ?? false });
  const newer = end.diagnostics.find((diagnostic) => diagnostic.newer);
  if (newer !== undefined && !options.lenient) throw diagnosticError(source, newer);
  const { needsHeader, startedIn } = evidence;
  return { end, needsHeader, startedIn, warnings };
}

/**
 * Formats the lines that carry out a plan.
 *
 * @param resume What {@linkcode planResume} gave.
 * @param cwd The absolute working directory, for a new header.
 * @param entries Where the ids and times of the entries come from.
 * @returns Whole lines; `""` when nothing is to be written.
 *
 * @example
 * ```ts
 * import { formatResume, planResume } from "./resume.ts";
 * import assert from "node:assert/strict";
 *
 * const configured = {
 *   blocks: [{ text: "Be brief.", source: { type: "built-in" as const } }],
 *   render: () => ({ text: "", warnings: [] }),
 * };
 * const entries = { newId: () => "a", now: () => new Date(0) };
 * const lines = formatResume(planResume(undefined, configured), "/work", entries);
 * assert.match(lines, /^\{"type":"session".*\n\{"type":"message".*"text":"Be brief\."/);
 * ```
 */
export function formatResume(resume: Resume, cwd: string, entries: EntrySource): string {
  const { plan, resolved, end, needsHeader, startedIn, layers } = resume;
  if (plan.action === "unchanged") return "";
  const header = needsHeader ? formatHeader(cwd, entries) : "";
  const directory = needsHeader ? cwd : startedIn;
  const sources = recordedSources(resolved, { directory, layers });
  const blocks = plan.blocks.map((block, index) => ({
    ...block,
    ...(sources[index] && { source: sources[index] }),
  }));
  return header + formatBlocks(blocks, parentOf(end), entries);
}
