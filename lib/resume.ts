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
  readPrompt,
  withAppended,
} from "./log.ts";
import { freezeBlocks } from "./resume/freeze.ts";
import { planReconcile, type ReconcilePlan } from "./resume/reconcile.ts";
import type { SystemMode } from "./types.ts";
import type { ConfiguredPrompt, ResolvedBlock } from "./prompt_source.ts";

export { freezeBlocks, type FrozenPrompt } from "./resume/freeze.ts";
export type { ReconcilePlan, ReplaceReason } from "./resume/reconcile.ts";

/**
 * Where a system entry stands that is appended at the end: in the contiguous run of the window, in the
 * window after a gap, or outside the window.
 */
export type EditPlace = "run" | "window" | "outside";

/** The end of a log. */
export interface LogEnd extends LogPrompt {
  /** What a resume compares. */
  readonly window: ConfigWindow<LogBlock>;
  /** What a system entry would be that is appended now. */
  readonly editPlace: EditPlace;
}

/**
 * Reads the end of a log from its tail.
 *
 * @param source The log.
 * @param options The leaf, and whether every line that is read is checked to its end.
 * @returns The prompt there, and the window that a resume compares.
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
 * const { window, editPlace } = readEnd(log);
 * assert.deepEqual(window.blocks.map(({ text }) => text), ["Be brief."]);
 * assert.equal(editPlace, "outside");
 * ```
 */
export function readEnd(
  source: ByteSource,
  options: Pick<ReadOptions, "leaf" | "full"> = {},
): LogEnd {
  const prompt = readPrompt(source, options);
  const window = windowAt(prompt);
  return { ...prompt, window, editPlace: editPlaceAt(prompt, window) };
}

function windowAt({ path, blocks }: LogPrompt): ConfigWindow<LogBlock> {
  return windowOf(blocks, {
    placeOf: ({ after }) => -after,
    replaced: isReplaced(blocks),
    firstOther: -(firstOther(path) ?? -Infinity),
  });
}

function editPlaceAt({ path, blocks }: LogPrompt, window: ConfigWindow<LogBlock>): EditPlace {
  if (!isReplaced(blocks)) return firstOther(path) === undefined ? "run" : "outside";
  const endsInSystem = path.system.at(-1)?.after === 0;
  return endsInSystem && window.contiguous === window.blocks.length ? "run" : "window";
}

function isReplaced(blocks: readonly LogBlock[]): boolean {
  return blocks[0]?.mode === "replace";
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
  /** Goes on where the file shows no sign of being a session. @default false */
  readonly adopt?: boolean;
}

/** What a resume would do. */
export interface Resume {
  /** What would be recorded. */
  readonly plan: ReconcilePlan<LogBlock>;
  /** What the files ask for, each template rendered or taken from the log. */
  readonly resolved: readonly ResolvedBlock[];
  /** The end of the log before it. */
  readonly end: LogEnd;
  /** Whether the log needs a header first. */
  readonly needsHeader: boolean;
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
  if (source === undefined) {
    const { blocks: resolved, warnings } = freezeBlocks(configured, []);
    const end = readEnd(bytesSource(""));
    const plan = planReconcile(resolved, end.window, { hasMessages: false });
    return { plan, resolved, end, needsHeader: true, warnings };
  }
  const { end, needsHeader, startedIn } = readForWriting(source, options);
  const touching = end.diagnostics.find(({ touches }) => touches);
  // A re-seed on request renders anew; otherwise nothing that stands in the window is rendered again.
  const frozen = freezeBlocks(configured, options.reseed ? [] : end.window.blocks);
  const resolved = frozen.blocks;
  const plan = planReconcile(resolved, end.window, {
    hasMessages: end.path.length > 0,
    keepEdits: options.keepEdits ?? false,
    reseed: options.reseed ?? false,
    damaged: touching !== undefined,
  });
  const warnings = [...frozen.warnings, ...diagnosticWarnings(source, end.diagnostics)];
  if (plan.action === "replace") {
    if (touching !== undefined) warnings.push(healing(source));
    const elsewhere = startedIn !== undefined && options.cwd !== undefined &&
      startedIn !== options.cwd;
    if (elsewhere) warnings.push(startedElsewhere(source, startedIn));
    if (plan.discarded.length > 0) warnings.push(discards(source, plan.discarded, options.leaf));
  }
  return { plan, resolved, end, needsHeader, warnings };
}

/**
 * Reads the end of a log that will be appended to. Throws when the file is no session or was written
 * by a newer writer.
 */
export function readForWriting(
  source: ByteSource,
  options: Pick<ResumeOptions, "leaf" | "lenient" | "adopt" | "full"> & Pick<ReadOptions, "at"> =
    {},
): { end: LogEnd } & Pick<Evidence, "needsHeader" | "startedIn"> {
  const evidence = findEvidence(source);
  if (!evidence.isSession && !options.adopt) {
    throw new SessionError(`"${source.name}" holds no session header and no message`, {
      code: "adoption-needed",
      place: { path: source.name },
    });
  }
  if (evidence.newerVersion !== undefined && !options.lenient) {
    throw new SessionError(
      `Cannot write to "${source.name}": its header says version ${evidence.newerVersion}, and this ` +
        "panto knows 3",
      { code: "newer-version", place: { path: source.name, line: 1 } },
    );
  }
  const leaf = leafToAppendTo(source, options);
  const end = leaf === null
    ? readEnd(bytesSource(""))
    : readEnd(source, { leaf, full: options.full ?? false });
  const newer = end.diagnostics.find((diagnostic) => diagnostic.newer);
  if (newer !== undefined && !options.lenient) throw diagnosticError(source, newer);
  const { needsHeader, startedIn } = evidence;
  return { end, needsHeader, startedIn };
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
  const { plan, end, needsHeader } = resume;
  if (plan.action === "unchanged") return "";
  const header = needsHeader ? formatHeader(cwd, entries) : "";
  return header + formatBlocks(plan.blocks, parentOf(end), entries);
}

/**
 * Joins a log with the lines a resume would add, to show what it would be.
 *
 * @param source The log; undefined when it does not exist.
 * @param lines What {@linkcode formatResume} gave.
 * @param name How messages call it.
 * @returns One source over both; like a write, it keeps records from fusing.
 */
export function joinResume(
  source: ByteSource | undefined,
  lines: string,
  name: string,
): ByteSource {
  if (source === undefined) return bytesSource(lines, name);
  const last = new Uint8Array(1);
  const fuses = lines !== "" && source.size > 0 && source.read(last, source.size - 1) === 1 &&
    last[0] !== 10;
  return withAppended(source, new TextEncoder().encode(fuses ? `\n${lines}` : lines));
}

/**
 * What a new entry hangs on: the leaf's id, `null` in a log without an entry, undefined when the leaf
 * has no id.
 */
export function parentOf({ path: { leaf } }: LogEnd): ParentId {
  return leaf === undefined ? null : leaf.id;
}

/**
 * Says what the next resume will do with a system entry that is appended now, as long as the files stay
 * the same: a change of the files replaces the whole prompt.
 *
 * @param end The end of the log before it.
 * @param mode The entry's mode.
 * @returns Words to stand after "the next resume: ".
 *
 * @example
 * ```ts
 * import { nextResumeEffect, readEnd } from "./resume.ts";
 * import { bytesSource } from "./log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * assert.equal(nextResumeEffect(readEnd(log), "append"), "kept");
 * assert.equal(nextResumeEffect(readEnd(log), "replace"), "replaced by the files");
 * ```
 */
export function nextResumeEffect(
  end: LogEnd,
  mode: SystemMode,
): string {
  // Without a parent to name, the entry hangs on a torn line before it: damage that a resume heals.
  const hangsOnDamage = end.path.tornTail !== undefined && parentOf(end) === undefined;
  if (mode === "replace" || hangsOnDamage || end.editPlace === "run") {
    return "replaced by the files";
  }
  return end.editPlace === "window" ? "kept only with --keep-edits" : "kept";
}

function healing(source: ByteSource): Warning {
  return {
    message: `${source.name}: the damage touches the prompt, so it is recorded anew`,
    place: { path: source.name },
  };
}

/** How many positions a warning names. */
const MAX_POSITIONS = 10;

function startedElsewhere(source: ByteSource, directory: string): Warning {
  return {
    message:
      `${source.name}: it was started in "${directory}", and this directory's files are used`,
    place: { path: source.name },
  };
}

function discards(
  source: ByteSource,
  discarded: readonly LogBlock[],
  leaf: string | undefined,
): Warning {
  const { path } = readPrompt(source, { leaf, whole: true });
  const positions = [...new Set(discarded.map(({ after }) => positionOf(path, after)))];
  const more = positions.length > MAX_POSITIONS
    ? ` and ${positions.length - MAX_POSITIONS} more`
    : "";
  const blocks = `${discarded.length} further block${discarded.length === 1 ? "" : "s"}`;
  return {
    message: `${source.name}: the re-seed discards ${blocks} of the prompt (at position ` +
      `${positions.slice(0, MAX_POSITIONS).join(", ")}${more})`,
    place: { path: source.name },
  };
}
