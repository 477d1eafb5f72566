/**
 * Runs the real program as a process, in a temporary directory with its own home, XDG directories and
 * project. Nothing of the real environment gets in, and nothing of the test process is changed: tests
 * run beside each other in one process.
 *
 * The program is the executable that PANTO_BIN names, else the sources under `deno run` with the
 * permissions of the task `panto`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { LayerName } from "../../lib/prompt_source.ts";

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** The executable under test; undefined when the sources are. */
export const PANTO_BIN: string | undefined = Deno.env.get("PANTO_BIN") || undefined;

/** The program and its first arguments. */
export type Program = readonly [string, ...string[]];

/** What a process left behind. */
export interface Outcome {
  readonly code: number;
  readonly bytes: Uint8Array;
  /** Stdout as UTF-8. */
  readonly out: string;
  readonly err: string;
}

/** How to run a process. */
export interface RunOptions {
  /** What stdin gives. @default nothing, as /dev/null */
  readonly input?: string | Uint8Array;
  /** Below the project. @default the project itself */
  readonly cwd?: string;
  /** Joined to the sandbox's environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default the program under test */
  readonly program?: Program;
  /** Before the process is killed, in milliseconds. @default 60000 */
  readonly limit?: number;
}

/** What an outcome must be; what is left out is not looked at. */
export interface Expected {
  readonly code: number;
  readonly out?: string | RegExp;
  readonly err?: string | RegExp;
}

/** The sources under `deno run`, with the permissions of the task. */
export function denoProgram(): Program {
  const config = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8"));
  const words: string[] = config.tasks.panto.command.split(" ");
  assert.deepEqual([words[0], words[1], words.at(-1)], ["deno", "run", "main.ts"]);
  return [Deno.execPath(), "run", ...words.slice(2, -1), join(ROOT, "main.ts")];
}

/**
 * The program under test; of the sources with all permissions, since with fewer it would wait for each
 * prompt file that was just made to be a second old.
 */
export function testedProgram(): Program {
  if (PANTO_BIN !== undefined) return [resolve(PANTO_BIN)];
  return [Deno.execPath(), "run", "--quiet", "--allow-all", join(ROOT, "main.ts")];
}

/** Checks an outcome; a failure shows all of it. */
export function assertOutcome(outcome: Outcome, expected: Expected): void {
  const shown = `exit ${outcome.code}\n--- stdout\n${outcome.out.slice(0, 2000)}` +
    `\n--- stderr\n${outcome.err.slice(0, 2000)}`;
  assert.equal(outcome.code, expected.code, `wanted exit ${expected.code}, got ${shown}`);
  for (const stream of ["out", "err"] as const) {
    const wanted = expected[stream];
    if (wanted instanceof RegExp) assert.ok(wanted.test(outcome[stream]), `${wanted}: ${shown}`);
    else if (wanted !== undefined) assert.equal(outcome[stream], wanted, `${stream} of ${shown}`);
  }
}

/** A temporary project with its layers; `using` removes it at the end of the block. */
export class Sandbox implements Disposable {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), "panto-e2e-")));
  readonly project: string = join(this.root, "project");
  readonly home: string = join(this.root, "home");
  readonly layers: Readonly<Record<LayerName, string>> = {
    base: join(this.root, "data", "panto"),
    user: join(this.root, "config", "panto"),
    project: join(this.project, ".panto"),
  };

  /** Makes the files of the layers by layer and name, such as `{"project/SYSTEM.md": "seed"}`. */
  constructor(layers: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const path of [this.project, this.home, join(this.root, "bin")]) mkdirSync(path);
    for (const [name, text] of Object.entries(layers)) this.layer(name, text);
    // The shell's way to the program: a word, as a person types it.
    const command = testedProgram().map((word) => `'${word}'`).join(" ");
    writeFileSync(join(this.root, "bin", "panto"), `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(join(this.root, "bin", "panto"), 0o755);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The whole environment of a process. */
  get env(): Record<string, string> {
    return {
      HOME: this.home,
      XDG_DATA_HOME: dirname(this.layers.base),
      XDG_CONFIG_HOME: dirname(this.layers.user),
      PATH: `${join(this.root, "bin")}:${Deno.env.get("PATH") ?? "/usr/bin:/bin"}`,
      DENO_DIR: denoDirectory(),
      DENO_NO_UPDATE_CHECK: "1",
    };
  }

  /** Runs the program under test. */
  panto(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.run([...(options.program ?? testedProgram()), ...args], options);
  }

  /** Runs a shell script, in which `panto` is the program under test. */
  sh(script: string, options: RunOptions = {}): Promise<Outcome> {
    return this.run(["/bin/sh", "-c", script], options);
  }

  /** Runs any command. */
  async run(command: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const [path = "", ...args] = command;
    const merged = Object.entries({ ...this.env, ...options.env });
    const env = Object.fromEntries(
      merged.filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const child = new Deno.Command(path, {
      args,
      env,
      clearEnv: true,
      cwd: join(this.project, options.cwd ?? ""),
      stdin: options.input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      // A group of its own: what a shell has started is ended with it.
      detached: true,
    }).spawn();
    const timer = setTimeout(() => Deno.kill(-child.pid, "SIGKILL"), options.limit ?? 60_000);
    const [output] = await Promise.all([child.output(), feed(child, options.input)]);
    clearTimeout(timer);
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const { code, stdout, stderr } = output;
    return { code, bytes: stdout, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  }

  /** Writes a file of a layer: `project/SYSTEM.md`. */
  layer(name: string, text: string | Uint8Array): void {
    const path = this.layerPath(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** The path of a file of a layer. */
  layerPath(name: string): string {
    const [layer = "", file = ""] = name.split("/");
    return join(this.layers[layer as LayerName], file);
  }

  /** An absolute path in the project. */
  path(name: string): string {
    return join(this.project, name);
  }

  /** Writes a file in the project. */
  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content);
  }

  /** Reads a file in the project. */
  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /**
   * Everything in the sandbox with size, time of change, mode and content: two that are equal show
   * that nothing was touched, not even a file made and removed again.
   */
  snapshot(): string {
    return list(this.root).join("\n");
  }
}

/** Ids, times and the sandbox's path made equal, so that two runs can be compared. */
export function normalized(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replace(/\/[^\s"']*\/panto-e2e-[A-Za-z0-9]{6}/g, "$ROOT");
}

function list(path: string): string[] {
  const stats = lstatSync(path, { bigint: true });
  const line = `${path} ${stats.mode.toString(8)} ${stats.size} ${stats.mtimeNs}`;
  if (stats.isDirectory()) {
    return [line, ...readdirSync(path).toSorted().flatMap((name) => list(join(path, name)))];
  }
  if (stats.isSymbolicLink()) return [`${line} -> ${readlinkSync(path)}`];
  if (!stats.isFile()) return [line];
  return [`${line} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`];
}

async function feed(child: Deno.ChildProcess, input: RunOptions["input"]): Promise<void> {
  if (input === undefined) return;
  const writer = child.stdin.getWriter();
  try {
    await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input);
    await writer.close();
  } catch (error) {
    // The program may end without having read everything.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

let foundDenoDirectory: string | undefined;

/** Deno's cache: with another HOME it would be looked for there, and filled from the network. */
function denoDirectory(): string {
  foundDenoDirectory ??= Deno.env.get("DENO_DIR") || askDenoDirectory();
  return foundDenoDirectory;
}

function askDenoDirectory(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
