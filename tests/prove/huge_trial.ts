/**
 * The commands that meet a huge session: each is one case, with its exit code, its exact output, the
 * memory it took, and whether it left the session alone.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { printed } from "../support/naive_log.ts";
import { assertOutcome, type Outcome, Sandbox, testedProgram } from "../support/sandbox.ts";
import { runCommand } from "../../scripts/build/run_command.ts";
import {
  type Content,
  documentAt,
  readShown,
  SEED,
  SESSION,
  shownOf,
  statusOf,
  textAt,
  timelineOf,
  warningsOf,
} from "./huge_content.ts";
import { readBytes } from "./huge_log.ts";
import type { Tally } from "./promise.ts";

/** The most memory that a command may take, in MiB, by what it does. */
const LIMITS = {
  /** DESIGN §13, whatever the file's size. */
  reading: 64,
  writing: 64,
  /** What parses every message takes what the engine lets lie between two collections, and no more. */
  showing: 160,
  /** Where the log is no single chain, an index of its entries may be made. */
  damaged: 512,
  /** A multiple of the longest line. */
  "long line": 4096,
};

/** What a command does, as far as memory goes. */
export type Limit = keyof typeof LIMITS;

/** What a command must do. */
export interface Wanted {
  /** @default 0 */
  readonly code?: number;
  /** Stdout, or what looks at it. */
  readonly out: string | ((outcome: Outcome) => void);
  readonly err: string;
  readonly limit: Limit;
  /** Whether the session may change. @default false */
  readonly writes?: boolean;
}

/** What a resume with changed prompt files meets. */
export interface Resumption {
  readonly limit: Limit;
  /** What is told before the line of the re-seed. */
  readonly told: string;
  /** What stands behind the session's last newline. @default nothing */
  readonly torn?: string;
  /** Whether every old byte is there. */
  isWhole(): boolean;
  /** Looks at the resumed session. */
  readonly then?: () => Promise<void>;
}

const TIME = "/usr/bin/time";

/** What the prompt files hold after a change: SYSTEM.md of the user, APPEND_SYSTEM.md of the project. */
export const CHANGED: readonly [string, string] = ["Be long.\n", "rules\n"];

/** Where they stand. */
const CHANGED_SOURCES = [
  { kind: "layer", layer: "user", file: "SYSTEM.md" },
  { kind: "layer", layer: "project", file: "APPEND_SYSTEM.md" },
] as const;

/** One session, and the commands that meet it. */
export class Trial implements Disposable {
  readonly box: Sandbox = new Sandbox({ "user/SYSTEM.md": SEED });
  /** The session's file, which the test writes. */
  readonly path: string = this.box.path(SESSION);
  readonly #name: string;
  readonly #tally: Tally;
  readonly #peaks = new Map<Limit, number>();

  /** `name` is what to call the session. */
  constructor(name: string, tally: Tally) {
    this.#name = name;
    this.#tally = tally;
  }

  /** Notes the memory that was taken, and removes the session. */
  [Symbol.dispose](): void {
    const peaks = [...this.#peaks].map(([limit, peak]) => `${limit} ${Math.ceil(peak)} MiB`);
    if (peaks.length > 0) this.#tally.note(`huge: ${this.#name}: peak memory ${peaks.join(", ")}`);
    this.box[Symbol.dispose]();
  }

  /** Counts a case. */
  async attempt(name: string, attempt: () => Promise<void> | void): Promise<void> {
    await this.#tally.attempt(`${this.#name}: ${name}`, attempt);
  }

  /** Runs a command, in whose words `$` is the session. */
  async panto(words: string, wanted: Wanted): Promise<void> {
    const args = words.replace("$", SESSION).split(" ");
    await this.attempt(`panto ${args.join(" ")}`, async () => {
      const before = this.#stamp();
      const outcome = await this.#run(args, wanted.limit);
      const { code = 0, out, err } = wanted;
      assertOutcome(outcome, { code, err, ...(typeof out === "string" && { out }) });
      if (typeof out !== "string") out(outcome);
      if (!wanted.writes) assert.equal(this.#stamp(), before, "the session was touched");
    });
  }

  /** Reads the session in every way. */
  async read(content: Content, limit: Limit): Promise<void> {
    const { messages } = content;
    const same = { err: warningsOf(content.damage), limit };
    await this.panto("inspect $", { ...same, out: textAt(content, messages) });
    for (const { position } of content.blocks) {
      const before = position - 1;
      if (before > 0) {
        await this.panto(`inspect $ --at ${before}`, { ...same, out: textAt(content, before) });
      }
      await this.panto(`inspect $ --at ${position}`, { ...same, out: textAt(content, position) });
    }
    for (const [words, position] of [["--at -1", messages - 1], ["", messages]] as const) {
      const out = this.document(content, position);
      await this.panto(`inspect $ --json ${words}`.trimEnd(), { ...same, out });
    }
    await this.panto("log $ --json", { ...same, out: timelineOf(content) });
    await this.panto("show $", {
      ...same,
      limit: limit === "reading" ? "showing" : limit,
      out: ({ out }) => assert.deepEqual(readShown(out), shownOf(content)),
    });
    await this.panto("status $", { ...same, out: statusOf(content) });
  }

  /** What `inspect --json` must print at a position. */
  document(content: Content, position: number): string {
    return documentAt(content, position, this.box.layerPath("user/SYSTEM.md"));
  }

  /** Changes the prompt files and resumes twice; afterwards all is as it was, and nothing torn. */
  async resume(content: Content, resumption: Resumption): Promise<void> {
    const { limit, told, torn = "" } = resumption;
    this.box.layer("user/SYSTEM.md", CHANGED[0]);
    this.box.layer("project/APPEND_SYSTEM.md", CHANGED[1]);
    const out = printed(CHANGED);
    const seeded =
      `panto: ${SESSION}: re-seeded (+1 replace, +1 append): seed user, append project\n`;
    await this.panto("$", { out, err: told + seeded, limit, writes: true });
    await this.panto("$", { out, err: "", limit });
    await this.attempt("a resume adds two entries", () => {
      const added = readBytes(this.path, content.size).toString("utf8");
      const start = torn === "" ? "" : `${torn}\n`;
      assert.ok(added.startsWith(start), "the torn line is not as it was");
      assertResumed(added.slice(start.length), content.idOf(content.messages));
    });
    await this.attempt("a resume keeps every byte", () => {
      assert.ok(resumption.isWhole(), "bytes that were there are gone");
    });
    await resumption.then?.();
    truncateSync(this.path, content.size);
    this.box.layer("user/SYSTEM.md", SEED);
    rmSync(this.box.layerPath("project/APPEND_SYSTEM.md"));
  }

  async #run(args: readonly string[], limit: Limit): Promise<Outcome> {
    const command = [...testedProgram(), ...args];
    if (!measuresMemory()) return await this.box.run(command);
    const path = join(this.box.root, "peak");
    const outcome = await this.box.run([TIME, "-f", "%M", "-o", path, ...command]);
    // Before it stands a line about an exit code that is not 0.
    const peak = Number(readFileSync(path, "utf8").trimEnd().split("\n").at(-1)) / 1024;
    this.#peaks.set(limit, Math.max(peak, this.#peaks.get(limit) ?? 0));
    assert.ok(peak <= LIMITS[limit], `it took ${Math.ceil(peak)} MiB: ${outcome.err}`);
    return outcome;
  }

  #stamp(): string {
    const { ino, size, mtimeNs } = statSync(this.path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  }
}

let measures: boolean | undefined;

/** Whether GNU time is there, to measure memory with. */
export function measuresMemory(): boolean {
  return measures ??= runCommand([TIME, "-f", "%M", "true"]).code === 0;
}

/** What a resume with the changed files adds to a session with this leaf. */
function assertResumed(added: string, leaf: string): void {
  assert.ok(added.endsWith("\n"), "the last line is torn");
  const entries = added.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    entries.map(({ type, parentId, message }) => ({ type, parentId, message })),
    ["replace", "append"].map((mode, index) => ({
      type: "message",
      parentId: index === 0 ? leaf : entries[0].id,
      message: {
        role: "system",
        mode,
        content: [{ type: "text", text: CHANGED[index] }],
        source: CHANGED_SOURCES[index],
      },
    })),
  );
}
