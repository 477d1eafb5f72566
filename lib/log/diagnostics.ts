/**
 * What reading a log found wrong, and whether it touches the prompt that was asked for (DESIGN §3,
 * Damage).
 *
 * @module
 */

import { SessionError, type Warning } from "../errors.ts";
import type { ChainBreak, Damage, PathWalk } from "./walk.ts";
import type { ByteSource } from "./bytes.ts";
import { lineNumbers } from "./lines.ts";
import type { EntryLine } from "./entry.ts";
import type { SystemMode } from "../types.ts";

/** One thing that is wrong, or not interpreted, at a line of the log. */
export interface Finding {
  /** Offset of the line. */
  readonly offset: number;
  /** Worded to follow `PATH:LINE: `. */
  readonly text: string;
  /** Whether the prompt asked for depends on it. */
  readonly touches: boolean;
  /** Whether a newer writer may have written it. */
  readonly newer: boolean;
}

/** An entry of the path that is read but not interpreted yet. */
export interface Uninterpreted {
  /** Byte offset of its line. */
  readonly offset: number;
  /** What it holds. */
  readonly what: NonNullable<EntryLine["uninterpreted"]>;
}

/**
 * Judges what a reader met, for the prompt at a position.
 *
 * @param met What it met, also beyond the position.
 * @param first The first surviving block: with a `replace`, nothing before it matters.
 * @param upTo Offset of the message at the position, or Infinity for the end of the path.
 * @returns The findings in the order of the log, one a line.
 */
export function judge(
  met: { readonly walk: PathWalk; readonly uninterpreted: readonly Uninterpreted[] },
  first: { readonly mode: SystemMode; readonly offset: number } | undefined,
  upTo: number,
): Finding[] {
  const { walk } = met;
  const after = first?.mode === "replace" ? first.offset : -1;
  const found = new Map<number, Finding>();
  const note = (finding: Finding): void => {
    const other = found.get(finding.offset);
    if (other === undefined || (finding.touches && !other.touches)) {
      found.set(finding.offset, finding);
    }
  };
  for (const { offset, what } of met.uninterpreted) {
    if (offset > upTo) continue;
    note({ offset, text: UNINTERPRETED[what], touches: false, newer: false });
  }
  if (walk.tornTail !== undefined) note(torn(walk.tornTail));
  for (const damage of walk.besides) note(damaged(damage, false));
  for (const damage of walk.trailing) note(damaged(damage, upTo === Infinity));
  for (const chainBreak of walk.breaks) {
    const touches = chainBreak.child > after && chainBreak.child <= upTo;
    note(broken(chainBreak, touches));
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

/**
 * Turns findings into warnings that name line and byte.
 *
 * @param source The log.
 * @param findings In the order of the log.
 * @returns One warning a finding.
 */
export function findingWarnings(source: ByteSource, findings: readonly Finding[]): Warning[] {
  const lines = lineNumbers(source, findings.map((finding) => finding.offset));
  return findings.map((finding, index) => {
    const line = lines[index] as number;
    return {
      message: `${source.name}:${line}: ${finding.text} (byte ${finding.offset})`,
      place: { path: source.name, line, byteOffset: finding.offset },
    };
  });
}

/**
 * Makes the error for a finding that the prompt depends on.
 *
 * @param source The log.
 * @param finding The finding.
 * @returns The error, naming line and byte.
 */
export function findingError(source: ByteSource, finding: Finding): SessionError {
  const [line = 0] = lineNumbers(source, [finding.offset]);
  return new SessionError(
    `Cannot tell the prompt of "${source.name}": line ${line} (byte ${finding.offset}): ${finding.text}`,
    {
      code: finding.newer ? "newer-entry" : "damage-touches",
      place: { path: source.name, line, byteOffset: finding.offset },
    },
  );
}

const UNINTERPRETED = {
  compaction: "a compaction entry is not interpreted; the messages before it are included",
  sections: "the `sections` of a system message are not interpreted; its content is",
} as const;

function torn(offset: number): Finding {
  return { offset, text: "incomplete last line ignored", touches: false, newer: false };
}

function damaged(damage: Damage, touches: boolean): Finding {
  return {
    offset: damage.offset,
    text: `damaged line ${touches ? "at the end" : "ignored"}: ${damage.reason}`,
    touches,
    newer: damage.cause === "newer",
  };
}

function broken({ child, damage }: ChainBreak, touches: boolean): Finding {
  if (damage === undefined) {
    return {
      offset: child,
      text: "its parent is not found; the line before is taken for it",
      touches,
      newer: false,
    };
  }
  return {
    offset: damage.offset,
    text: `damaged line${
      touches ? ", and the next entry hangs on it" : " ignored"
    }: ${damage.reason}`,
    touches,
    newer: damage.cause === "newer",
  };
}
