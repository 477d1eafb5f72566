/**
 * A faulty or hostile input, as a recipe that makes it and the commands that meet it; and the transcript
 * of what they did, which is compared with a golden file.
 *
 * @module
 */

import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../cli/run.ts";
import { escapeText } from "../../cli/output/terminal.ts";
import { fakeHost } from "../support/fake_host.ts";
import { normalized, type Outcome, type Sandbox } from "../support/sandbox.ts";

/** One input. */
export interface Recipe {
  /** The row of docs/hostile-inputs.md; 0 for a relative of several. */
  readonly row: number;
  /** The name of its golden file, after the row. */
  readonly name: string;
  /** What it is. */
  readonly about: string;
  /** Makes it. */
  prepare(box: Sandbox): void;
  /** The commands: words, without `panto`. `$ROOT` stands for the sandbox. */
  readonly runs: readonly (readonly string[])[];
  /** Joined to the environment; `$ROOT` stands for the sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  /** A shell script in place of `runs`, for what needs one. */
  readonly script?: string;
  /** Shell code to run before the script, which the transcript does not show. */
  readonly before?: string | undefined;
}

/** What a recipe did. */
export interface Transcript {
  readonly text: string;
  /** What no input may lead to. */
  readonly faults: readonly string[];
}

/** How a transcript is made. */
export interface TranscriptOptions {
  /** Runs processes; otherwise the program runs in this process. */
  readonly executable: boolean;
}

const CODES: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 141]);
const READING: ReadonlySet<string> = new Set(["inspect", "log", "status", "diff", "layers"]);

/** Carries out a recipe in a fresh sandbox. */
export async function transcribe(
  recipe: Recipe,
  box: Sandbox,
  options: TranscriptOptions,
): Promise<Transcript> {
  recipe.prepare(box);
  const faults: string[] = [];
  let text = `row ${recipe.row}: ${recipe.about}\n`;
  const commands = recipe.script === undefined ? recipe.runs : [[recipe.script]];
  for (const words of commands) {
    const before = filesOf(box.project);
    const outcome = await carryOut(recipe, words, box, options);
    const changes = changesOf(before, filesOf(box.project));
    const shown = recipe.script ?? `panto ${words.map(quoted).join(" ")}`;
    text += `\n$ ${shown}\nexit ${outcome.code}\n`;
    text += prefixed("  ", outcome.out) + prefixed("! ", outcome.err);
    text += changes.map((change) => `# ${change}\n`).join("");
    if (!CODES.has(outcome.code)) faults.push(`${shown}: exit ${outcome.code} ${outcome.err}`);
    if (READING.has(words[0] ?? "") && changes.length > 0) faults.push(`${shown}: ${changes}`);
    if (changes.some((change) => /LOST/.test(change))) faults.push(`${shown}: ${changes}`);
  }
  return { text: normalized(text).replace(/\/proc\/\d+\//g, "/proc/<pid>/"), faults };
}

async function carryOut(
  recipe: Recipe,
  words: readonly string[],
  box: Sandbox,
  { executable }: TranscriptOptions,
): Promise<Pick<Outcome, "code" | "out" | "err">> {
  const inBox = (text: string): string => text.replaceAll("$ROOT", box.root);
  const env = Object.fromEntries(
    Object.entries(recipe.env ?? {}).map(([name, value]) => [name, inBox(value)]),
  );
  const argv = words.map(inBox);
  if (recipe.script !== undefined) {
    const script = `${recipe.before ?? ":"}\n${recipe.script}`;
    return await box.sh(inBox(script), { env, limit: 20_000 });
  }
  if (executable) return await box.panto(argv, { env, limit: 20_000 });
  const host = fakeHost(argv, { cwd: box.project, env: { ...box.env, ...env } });
  const code = run(host);
  return { code, out: host.out(), err: host.err() };
}

function quoted(word: string): string {
  return /^[\w./$=-]+$/.test(word) ? word : JSON.stringify(word);
}

const MAX_LINE = 400;

/** Lines with a mark before each; what a terminal would not show is escaped, and long lines are cut. */
function prefixed(mark: string, text: string): string {
  if (text === "") return "";
  const lines = text.split("\n");
  const end = lines.at(-1) === ""
    ? lines.slice(0, -1)
    : [...lines.slice(0, -1), `${lines.at(-1)}⏎̸`];
  return end.map((line) => {
    const safe = escapeText(line).replaceAll("\t", "\\t");
    const cut = safe.length > MAX_LINE ? `${safe.slice(0, MAX_LINE)}… (${safe.length})` : safe;
    return `${mark}${cut}`.trimEnd() + "\n";
  }).join("");
}

/** The regular files below a directory. Links are not followed; a device or a pipe is not opened. */
function filesOf(directory: string, below = ""): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const name of readdirSync(join(directory, below)).toSorted()) {
    const path = join(below, name);
    const stats = lstatSync(join(directory, path));
    if (stats.isFile()) found.set(path, readFileSync(join(directory, path)));
    else if (stats.isDirectory()) {
      for (const [inner, bytes] of filesOf(directory, path)) found.set(inner, bytes);
    } else if (stats.isSymbolicLink() && existsSync(join(directory, path))) {
      found.set(`${path} (link)`, new Uint8Array(0));
    }
  }
  return found;
}

function changesOf(
  before: ReadonlyMap<string, Uint8Array>,
  after: ReadonlyMap<string, Uint8Array>,
): string[] {
  const changes: string[] = [];
  for (const [name, bytes] of after) {
    const old = before.get(name);
    const shown = escapeText(name).replaceAll("\n", "\\x0a");
    if (old === undefined) changes.push(`${shown} made`);
    else if (!startsWith(bytes, old)) changes.push(`${shown} LOST BYTES`);
    else if (bytes.length > old.length) {
      const added = bytes.subarray(old.length).filter((byte) => byte === 10).length;
      changes.push(`${shown} +${added} newlines`);
    }
  }
  for (const name of before.keys()) if (!after.has(name)) changes.push(`${name} LOST`);
  return changes;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (bytes.length < start.length) return false;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}
