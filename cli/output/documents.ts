/**
 * The JSON documents that several commands print; one that is a single command's stands with it. A
 * document names its schema and every key, with null for what does not apply.
 *
 * @module
 */

import type { Origin, SystemMode } from "../../mod.ts";
import type { Host } from "../host.ts";
import { escapeJson } from "./terminal.ts";
import type { TextOptions } from "./text.ts";

/** Where a text came from; null where that is neither recorded nor found. */
export type OriginDocument = Origin | "live" | null;

/** One block of a {@linkcode PromptDocument}. */
export interface BlockDocument {
  readonly text: string;
  /** `live` is text that is assembled at each call and never recorded. */
  readonly mode: SystemMode | "live";
  /** Position of the message that holds it; null for a block that is not recorded. */
  readonly position: number | null;
  /** 1-based line in the session; null for a block that is not recorded. */
  readonly line: number | null;
  readonly sha256: string;
  /** What the session recorded, or, where it says nothing, the first file of today with this text. */
  readonly origin: OriginDocument;
}

/** What the default command did to its session, or would do. */
export type SessionState =
  | "seeded"
  | "reconciled"
  | "unchanged"
  | "would-seed"
  | "would-reconcile";

/** A prompt as JSON. Without a session, everything about one is null. */
export interface PromptDocument {
  readonly schema: "panto.prompt/1";
  /** Null for `inspect` and without a session. */
  readonly session: SessionState | null;
  /** The session as it was named on the command line. */
  readonly path: string | null;
  /** The id of the entry that the path ends with. */
  readonly leaf: string | null;
  readonly position: number | null;
  /** The id of the message at the position, to branch from it with --leaf; null when it has none. */
  readonly entry: string | null;
  /** Of what the same call prints as text. */
  readonly sha256: string;
  readonly blocks: readonly BlockDocument[];
}

/** Prints a value as JSON: indented and escaped on a terminal, on one line otherwise. */
export function printJson(
  host: Host,
  value: unknown,
  options: TextOptions = { raw: false },
): void {
  const terminal = host.isTerminal("stdout");
  const json = JSON.stringify(value, null, terminal ? 2 : 0);
  host.stdout.write((terminal && !options.raw ? escapeJson(json) : json) + "\n");
}
