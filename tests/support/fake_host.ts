/**
 * A host for tests: nothing real is touched, and everything that was written can be looked at.
 */

import { Buffer } from "node:buffer";
import type { Host } from "../../cli/host.ts";

/** What a test can set. */
export interface FakeHostOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  /** The streams that are terminals. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  readonly columns?: number;
  readonly now?: Date;
  readonly stdoutFile?: { readonly dev: number; readonly ino: number };
  readonly brokenArgument?: boolean;
  /** Whether stdin is a pipe, or a file with something in it. */
  readonly stdinFed?: boolean;
}

/** Template and live options when none is given. */
export const noTemplates = {
  manifest: undefined,
  vars: {},
  tools: [],
  toolsFile: undefined,
  scope: [],
  live: false,
  maxInstructions: 8192,
} as const;

/** Prompt file options when none is given. */
export const allFiles = {
  layers: undefined,
  launch: { system: undefined, append: [] },
  projectRoot: undefined,
} as const;

/** A host that remembers. */
export interface FakeHost extends Host {
  /** Everything written to stdout. */
  out(): string;
  /** Everything written to stderr. */
  err(): string;
}

/** Makes a host with a fixed clock and counted ids. */
export function fakeHost(argv: readonly string[], options: FakeHostOptions = {}): FakeHost {
  const out: Uint8Array[] = [];
  let err = "";
  let ids = 0;
  const bytes = (data: string | Uint8Array) =>
    typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
  return {
    argv,
    env: options.env ?? {},
    platform: "linux",
    columns: options.columns ?? 80,
    stdout: { write: (data) => void out.push(bytes(data)), flush: () => undefined },
    cwd: () => options.cwd ?? "/w",
    writeError: (text) => void (err += text),
    readStdin: () => bytes(options.stdin ?? ""),
    isStdinFed: () => options.stdinFed ?? false,
    isTerminal: (stream) => options.terminals?.includes(stream) ?? false,
    stdoutFile: () => options.stdoutFile,
    now: () => options.now ?? new Date("2026-11-30T18:00:00.000Z"),
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
    hasBrokenArgument: () => options.brokenArgument ?? false,
    out: () => new TextDecoder().decode(Buffer.concat(out)),
    err: () => err,
  };
}
