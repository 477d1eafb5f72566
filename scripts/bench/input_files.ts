/**
 * The generated logs on the disk: made when a section needs them, and removed after it, since the logs of
 * all sections are ten gigabytes. In a directory that is named they stay, and the next run takes them.
 *
 * @module
 */

import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { writeLog, writeLongLine } from "./logs/write.ts";
import type { Input } from "./sections.ts";

/** Makes logs and keeps or removes them. */
export class InputFiles {
  readonly #directory: string;
  readonly #keeps: boolean;

  /** `keep` names the directory in which they stay; else they are in `directory` for a time. */
  constructor(directory: string, keep?: string) {
    this.#directory = keep ?? directory;
    this.#keeps = keep !== undefined;
    mkdirSync(this.#directory, { recursive: true });
  }

  /** Makes logs by name, lets them be used by path, and removes them unless they are kept. */
  async use<Result>(
    inputs: Readonly<Record<string, Input>>,
    use: (paths: ReadonlyMap<string, string>) => Promise<Result>,
  ): Promise<Result> {
    const paths = new Map<string, string>();
    try {
      for (const [name, input] of Object.entries(inputs)) {
        const path = join(this.#directory, fileName(input));
        paths.set(name, path);
        this.#make(path, input);
      }
      return await use(paths);
    } finally {
      if (!this.#keeps) { for (const path of paths.values()) rmSync(path, { force: true }); }
    }
  }

  #make(path: string, input: Input): void {
    if (this.#keeps && existsSync(path)) return;
    // Renamed when it is whole: a run that was ended leaves nothing that a later one would take.
    const part = `${path}.part`;
    try {
      if ("longLine" in input) writeLongLine(part, input.longLine);
      else writeLog(part, input);
      renameSync(part, path);
    } finally {
      rmSync(part, { force: true });
    }
  }
}

/** Says everything that the log depends on, but for the generator itself. */
export function fileName(input: Input): string {
  if ("longLine" in input) return `long-line-${input.longLine}.jsonl`;
  const { messages, links, spelling, bytes, replaceAt } = input;
  const reseeded = replaceAt === undefined ? [] : ["sourced", replaceAt];
  return `${[messages, links, spelling, bytes, ...reseeded].join("-")}.jsonl`;
}
