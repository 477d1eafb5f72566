/**
 * Generated histories of a session: resumes with files that change, edits, messages, branches, damage,
 * forged sources, in any order. Every step is plain text at the end of a log.
 *
 * @module
 */

import { HEADER } from "./log_builder.ts";
import type { NaiveFile, NaiveOptions } from "./naive_resume.ts";

/** A step of a history: it has written something, or asks for a resume. */
export interface Step {
  readonly name: string;
  /** Undefined where the step has only written. */
  readonly resume?: NaiveOptions;
}

/** The source of every block of a history: a place that may not be recorded as it stands. */
export const SECRET = "/home/ann/panto";

const NAMES = [
  "say",
  "say",
  "say",
  "edit",
  "edit",
  "replace",
  "several blocks",
  "change a file",
  "change a file",
  "change back",
  "resume",
  "resume",
  "resume",
  "resume",
  "reseed",
  "keep edits",
  "branch",
  "tear",
  "damage",
  "faulty system message",
  "forge",
  "entry of another kind",
] as const;

const SOURCES: readonly unknown[] = [
  { kind: "layer", layer: "galaxy", file: "/etc/passwd", layers: "all" },
  { kind: "\u001b[2J", file: "../\n" },
  { kind: "?", "\u0000": [{}] },
  { nothing: "kind" },
  [{ kind: "layer" }],
  "layer",
  null,
];

/** A history in the making. */
export class History {
  /** The log so far. */
  log: string;
  /** What the files ask for now. */
  files: readonly NaiveFile[] = [{ text: "seed" }];
  /** Makes a rendering of one step differ from that of another. */
  step = 0;
  readonly #random: () => number;
  /** The last one is what an entry hangs on. */
  readonly #ids: string[] = [];
  /** Of entries that are no damage. */
  readonly #leaves: string[] = [];
  readonly #hasIds: boolean;
  #hasParents: boolean;
  #count = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.#hasIds = !this.#oneIn(6);
    this.#hasParents = !this.#oneIn(4);
    const header = { ...HEADER, cwd: SECRET, writer: "panto" };
    this.log = this.#oneIn(5) ? "" : `${JSON.stringify(header)}\n`;
  }

  /** An id that no entry has yet. */
  newId(): string {
    return `id-${String(++this.#count).padStart(4, "0")}`;
  }

  /** What a template is rendered as in this step. */
  rendering(sha256: string): string {
    return `${sha256} at step ${this.step}`;
  }

  /** Takes one step. */
  next(): Step {
    this.step++;
    if (this.#oneIn(8)) this.#hasParents = !this.#hasParents;
    const name = this.#pick(NAMES);
    switch (name) {
      case "resume":
        return { name, resume: {} };
      case "reseed":
        return { name, resume: { reseed: true } };
      case "keep edits":
        return { name, resume: { keepEdits: true } };
      case "branch":
        return { name, resume: this.#branch() };
      default:
        this.#write(name);
        return { name };
    }
  }

  /** Adds whole lines, on lines of their own. */
  add(lines: string): void {
    if (lines === "") return;
    this.log += this.log === "" || this.log.endsWith("\n") ? lines : `\n${lines}`;
    for (const line of lines.trimEnd().split("\n")) {
      const { type, id, message } = JSON.parse(line);
      if (type === "session" || id === undefined) continue;
      this.#ids.push(id);
      if (message?.content !== null) this.#leaves.push(id);
    }
  }

  #write(name: Exclude<typeof NAMES[number], "resume" | "reseed" | "keep edits" | "branch">): void {
    const mode = this.#pick([undefined, "append"]);
    switch (name) {
      case "say":
        return this.#message({ role: this.#pick(["user", "assistant"]), content: "hi" });
      case "edit":
        return this.#system(mode, this.#oneIn(4) ? { note: "why" } : {});
      case "replace":
        return this.#system("replace");
      case "several blocks": {
        const content = this.#oneIn(4) ? [] : ["m1", "m2"].map((text) => ({ type: "text", text }));
        const source = { kind: "built-in" };
        return this.#message({ role: "system", mode: this.#pick(MODES), content, source });
      }
      case "change a file":
        return this.#changeFile();
      case "change back":
        this.files = [{ text: "seed" }];
        return;
      case "tear":
        return this.#tear(this.#pick(TORN));
      case "damage":
        return this.#tear(`${this.#pick([...TORN, "\0\0", "junk"])}\n`);
      case "faulty system message":
        return this.#message({
          role: "system",
          mode: this.#pick(["append", "newer"]),
          content: null,
        });
      case "forge":
        return this.#forge();
      case "entry of another kind":
        return this.#entry({ type: "label" }, this.#oneIn(5) ? this.#pick(["gone", 7]) : undefined);
    }
  }

  /** Asks for the end of a branch; the next entry may hang there. */
  #branch(): NaiveOptions {
    if (this.#leaves.length === 0) return {};
    const leaf = this.#pick(this.#leaves);
    if (this.#oneIn(2)) this.#ids.push(leaf);
    return { leaf };
  }

  #forge(): void {
    const source = this.#pick(SOURCES);
    const template = this.#oneIn(3) ? { template: { sha256: "t1" } } : {};
    if (this.#oneIn(4)) this.#entry({ role: "system", content: "bare", source });
    else this.#system(this.#pick(["append", "replace", undefined]), { source, ...template });
  }

  #changeFile(): void {
    const files = [...this.files];
    const at = this.#below(files.length + 1);
    const isGone = files.length > 1 && at < files.length && this.#oneIn(3);
    if (isGone) files.splice(at, 1);
    else files[at] = this.#file();
    this.files = files;
  }

  #file(): NaiveFile {
    if (this.#oneIn(4)) return { text: "", sha256: this.#pick(["t1", "t2"]) };
    return { text: this.#pick([...TEXTS, "other seed", ""]) };
  }

  #system(mode: string | undefined, more: object = {}): void {
    const text = this.#pick(TEXTS);
    const content = this.#oneIn(3) ? text : [{ type: "text", text }];
    const role = this.#pick(["system", "developer"]);
    this.#message({ role, ...(mode && { mode }), content, ...more });
  }

  #message(message: object): void {
    this.#entry({ type: "message", message });
  }

  #entry(entry: object, parentId: unknown = this.#ids.at(-1) ?? null): void {
    const id = this.#hasIds ? { id: this.newId() } : {};
    const parent = this.#hasParents && this.#hasIds ? { parentId } : {};
    this.add(`${JSON.stringify({ ...id, ...parent, ...entry })}\n`);
  }

  #tear(text: string): void {
    if (this.log !== "" && !this.log.endsWith("\n")) this.log += "\n";
    this.log += text;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #oneIn(count: number): boolean {
    return this.#below(count) === 0;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }
}

const MODES = ["append", "replace"] as const;
const TEXTS = ["seed", "an edit", "a\n"] as const;
const TORN = ['{"type":"message","id":"t', '{"type":"mess', "{"] as const;
