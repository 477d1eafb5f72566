/**
 * What reading a log found wrong, and whether it touches the prompt that was asked for (DESIGN §3,
 * Damage).
 *
 * @module
 */

import { SessionError, type Warning } from "../errors.ts";
import type { ChainBreak, Damage, Path, Unlisted } from "./path.ts";
import { type ByteSource, lineNumbers } from "./lines.ts";
import type { SystemMode } from "../types.ts";

/** One thing that is wrong, or not interpreted, at a line of the log. */
export interface Diagnostic {
  /** Offset of the line. */
  readonly offset: number;
  /** Worded to follow `PATH:LINE: `. */
  readonly text: string;
  /** Whether the prompt asked for depends on it. */
  readonly touches: boolean;
  /** Whether a newer writer may have written it. */
  readonly newer: boolean;
  /** What reading does about it, where it goes on; said in a warning alone. */
  readonly remedy?: string;
  /** How many faults it stands for, where that is not 1. */
  readonly count?: number;
}

/**
 * Judges what was met on a path, also beyond the position, for the prompt at a position: in the order
 * of the log, one a line. `first` is the first surviving block: behind a `replace`, nothing before it
 * matters. `left` is how many messages the position leaves out; undefined for the end of the path,
 * which is more than its last message.
 */
export function assess(
  path: Path,
  first: { readonly mode: SystemMode; readonly offset: number } | undefined,
  left: number | undefined,
): Diagnostic[] {
  const after = first?.mode === "replace" ? first.offset : -1;
  const isKept = (reach: number) => left === undefined || reach > left;
  const found = new Map<number, Diagnostic>();
  const note = (diagnostic: Diagnostic): void => {
    const other = found.get(diagnostic.offset);
    if (other === undefined || (diagnostic.touches && !other.touches)) {
      found.set(diagnostic.offset, diagnostic);
    }
  };
  for (const { offset, reach, what } of path.uninterpreted) {
    if (isKept(reach)) note({ offset, text: UNINTERPRETED[what], touches: false, newer: false });
  }
  if (path.tornTail !== undefined) note(torn(path.tornTail));
  for (const damage of path.besides) note(damaged(damage, false));
  for (const damage of path.trailing) note(damaged(damage, left === undefined));
  for (const chainBreak of path.breaks) {
    note(broken(chainBreak, chainBreak.child > after && isKept(chainBreak.reach)));
  }
  for (const unlisted of path.unlisted) note(many(unlisted));
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

/**
 * Turns diagnostics into warnings that name line and byte.
 *
 * @param source The log.
 * @param diagnostics In the order of the log.
 * @returns One warning each.
 *
 * @example
 * ```ts
 * import { bytesSource, diagnosticWarnings, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"user","content":"Hi"}\n{"role":"us', "s.jsonl");
 * const [warning] = diagnosticWarnings(log, readPrompt(log).diagnostics);
 * assert.equal(warning?.message, "s.jsonl:2: incomplete last line ignored (byte 31)");
 * ```
 */
export function diagnosticWarnings(
  source: ByteSource,
  diagnostics: readonly Diagnostic[],
): Warning[] {
  const lines = lineNumbers(source, diagnostics.map(({ offset }) => offset));
  return diagnostics.map(({ offset, text, remedy, count }, index) => {
    const line = lines[index] as number;
    const words = remedy === undefined ? text : `${text}; ${remedy}`;
    return {
      message: `${source.name}:${line}: ${words} (byte ${offset})`,
      place: { path: source.name, line, byteOffset: offset },
      ...(count !== undefined && { count }),
    };
  });
}

/**
 * Makes the error for a diagnostic that the prompt depends on; `isElsewhere` tells that it is not the
 * prompt at the end of the session.
 */
export function diagnosticError(
  source: ByteSource,
  diagnostic: Diagnostic,
  isElsewhere = false,
): SessionError {
  const { offset, text, newer } = diagnostic;
  const [line = 0] = lineNumbers(source, [offset]);
  return new SessionError(
    `Cannot tell the prompt of "${source.name}": line ${line} (byte ${offset}): ${text}`,
    {
      code: newer ? "newer-entry" : "damage-touches",
      place: { path: source.name, line, byteOffset: offset },
      details: { isElsewhere },
    },
  );
}

/** Without an id to name as parent, a new entry hangs on the line before it, which was cut short. */
export function danglingTail(source: ByteSource, path: Path): Warning[] {
  const { tornTail, leaf } = path;
  if (tornTail === undefined || leaf === undefined || leaf.id !== undefined) return [];
  return [{
    message:
      `${source.name}: its entries have no ids, so the incomplete line now counts as damage ` +
      "until the next resume",
    place: { path: source.name },
  }];
}

const UNINTERPRETED = {
  compaction: "a compaction entry is not interpreted; the messages before it are included",
  sections: "the `sections` of a system message are not interpreted; its content is",
} as const;

function torn(offset: number): Diagnostic {
  return { offset, text: "incomplete last line ignored", touches: false, newer: false };
}

function many({ offset, count }: Unlisted): Diagnostic {
  const text = count === 1
    ? "one more fault is not listed"
    : `${count} more faults from here on are not listed`;
  return { offset, text, touches: false, newer: false, count };
}

function damaged(damage: Damage, touches: boolean): Diagnostic {
  return {
    offset: damage.offset,
    text: `damaged line ${touches ? "at the end" : "ignored"}: ${damage.reason}`,
    touches,
    newer: damage.cause === "newer",
  };
}

function broken({ child, damage }: ChainBreak, touches: boolean): Diagnostic {
  if (damage === undefined) {
    return {
      offset: child,
      text: "its parent is not found",
      touches,
      newer: false,
      remedy: "the line before is taken for it",
    };
  }
  const effect = !touches
    ? " ignored"
    : damage.cause === "fused"
    ? ", which may hold a prompt"
    : ", and the next entry hangs on it";
  return {
    offset: damage.offset,
    text: `damaged line${effect}: ${damage.reason}`,
    touches,
    newer: damage.cause === "newer",
  };
}
