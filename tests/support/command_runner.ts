/**
 * Runs a command line in this process, over real files in a temporary directory, with a fixed clock and
 * counted ids.
 *
 * @module
 */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../../cli/run.ts";
import { fakeHost, type FakeHostOptions } from "./fake_host.ts";
import { TemporaryDirectory } from "./temporary_directory.ts";

/** What a command did. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A home with the three layers, and a project to work in. */
export class CommandRunner implements Disposable {
  readonly #directory = new TemporaryDirectory();
  readonly project: string = this.#directory.at("home", "project");

  constructor() {
    mkdirSync(join(this.project, ".git"), { recursive: true });
  }

  /** Runs `panto` with arguments, in the project. */
  panto(argv: readonly string[], options: FakeHostOptions = {}): CommandResult {
    const env = { HOME: this.#directory.at("home"), ...options.env };
    const host = fakeHost(argv, { ...options, cwd: this.project, env });
    const code = run(host);
    return { code, out: host.out(), err: host.err().replaceAll(this.#directory.path, "$ROOT") };
  }

  /** Writes a prompt file of a layer. */
  put(layer: "project" | "user" | "base", name: string, text: string): void {
    const directory = {
      project: join(this.project, ".panto"),
      user: this.#directory.at("home", ".config", "panto"),
      base: this.#directory.at("home", ".local", "share", "panto"),
    }[layer];
    this.#write(join(directory, name), text);
  }

  /** Writes a file of the project. */
  write(name: string, content: string): void {
    this.#write(join(this.project, name), content);
  }

  /** Reads a file of the project. */
  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  /** Names, bytes and times of everything in the project, to see that nothing changed. */
  snapshot(): string[] {
    return readdirSync(this.project, { recursive: true }).map(String).sort().map((name) => {
      const path = join(this.project, name);
      const stats = statSync(path, { bigint: true });
      return `${name} ${stats.mtimeNs} ${stats.isFile() ? readFileSync(path, "utf8") : ""}`;
    });
  }

  #write(path: string, content: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]();
  }
}
