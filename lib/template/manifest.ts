/**
 * A manifest (DESIGN §6): a TOML file that may hold a prompt's template and the paths that a model may
 * read and write. It belongs to another program; only `[worker] system_prompt` and `[[scope.allow]]`,
 * `[[scope.deny]]` are looked at, every other key is left alone.
 *
 * @module
 */

import { parse, TomlError } from "smol-toml";
import { ConfigError } from "../errors.ts";
import { findStatement, type TomlStatement, tomlStatements } from "./toml_lines.ts";

/** What a rule allows or denies. `write` includes reading. */
export type Permission = "read" | "write";

/** One `[[scope.allow]]`. */
export interface AllowRule {
  /** A path as it is written, relative to the manifest's directory. */
  readonly target: string;
  /** What may be done there. */
  readonly permission: Permission;
  /** The 1-based line of the rule. */
  readonly line?: number | undefined;
}

/** One `[[scope.deny]]`; it is checked and has no effect. */
export interface DenyRule {
  /** A path as it is written. */
  readonly target: string;
  /** What may not be done there; undefined when it is not said. */
  readonly permission: Permission | undefined;
  /** The 1-based line of the rule. */
  readonly line?: number | undefined;
}

/** What panto takes from a manifest. */
export interface Manifest {
  /** The template `[worker] system_prompt`; undefined when there is none. */
  readonly systemPrompt: string | undefined;
  /**
   * The 1-based line on which the template's text begins; undefined when its lines are not lines of
   * the file, since they are written with escapes.
   */
  readonly systemPromptLine: number | undefined;
  /** In the order of the file. */
  readonly allow: readonly AllowRule[];
  /** In the order of the file. */
  readonly deny: readonly DenyRule[];
}

/**
 * Reads a manifest. Throws, with the line, when the text is not TOML 1.0 or a key that counts has a
 * wrong type or value.
 */
export function parseManifest(text: string, path: string): Manifest {
  const reader = new ManifestReader(text, path);
  const root = reader.parse();
  const worker = reader.table(root, ["worker"]);
  const scope = reader.table(root, ["scope"]);
  const prompt = reader.string(worker, ["worker", "system_prompt"]);
  return {
    systemPrompt: prompt,
    systemPromptLine: prompt === undefined ? undefined : reader.lineOfText(prompt),
    allow: reader.rules(scope, ["scope", "allow"]).map((rule) => {
      const { target, permission, line } = rule;
      if (permission === undefined) throw reader.missing([...rule.path, "permission"]);
      return { target, permission, line };
    }),
    deny: reader.rules(scope, ["scope", "deny"]).map(({ target, permission, line }) => {
      return { target, permission, line };
    }),
  };
}

type Table = Readonly<Record<string, unknown>>;
type KeyPath = readonly string[];

class ManifestReader {
  readonly #text: string;
  readonly #path: string;
  #statements: readonly TomlStatement[] | undefined;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
  }

  parse(): Table {
    try {
      return parse(this.#text, { integersAsBigInt: "asNeeded" });
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      // The rest of the message shows lines of the file.
      const reason = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "");
      throw this.#error(reason ?? "it is not TOML", { line: error.line, column: error.column });
    }
  }

  table(parent: Table, path: KeyPath): Table {
    const value = parent[path.at(-1) ?? ""];
    if (value === undefined) return {};
    if (!isTable(value)) throw this.#wrong(path, value, "a table");
    return value;
  }

  string(parent: Table, path: KeyPath): string | undefined {
    const value = parent[path.at(-1) ?? ""];
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw this.#wrong(path, value, "a string");
    return value;
  }

  rules(
    parent: Table,
    path: KeyPath,
  ): (Omit<DenyRule, "line"> & { path: KeyPath; line: number | undefined })[] {
    const value = parent[path.at(-1) ?? ""];
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.#wrong(path, value, "an array of tables");
    return value.map((rule: unknown, index) => {
      const at = [...path, String(index)];
      if (!isTable(rule)) throw this.#wrong(at, rule, "a table");
      const target = this.string(rule, [...at, "target"]);
      if (target === undefined) throw this.missing([...at, "target"]);
      // An empty path would mean the manifest's directory by accident; no path holds a NUL.
      if (target === "" || target.includes("\0")) {
        throw this.#invalid([...at, "target"], target === "" ? "is empty" : "holds a NUL");
      }
      const permission = this.string(rule, [...at, "permission"]);
      if (permission !== undefined && permission !== "read" && permission !== "write") {
        const state = `is ${JSON.stringify(permission)}, not "read" or "write"`;
        throw this.#invalid([...at, "permission"], state);
      }
      return { target, permission, path: at, line: this.#lineOf(at) };
    });
  }

  missing(path: KeyPath): ConfigError {
    return this.#invalid(path, "is missing");
  }

  /** The line on which the prompt begins, if the file holds it just as it is. */
  lineOfText(prompt: string): number | undefined {
    const statement = findStatement(this.#found(), ["worker", "system_prompt"]);
    if (statement === undefined) return undefined;
    // The last one: the key before the value may hold a short prompt as well.
    const at = this.#text.slice(0, statement.end).lastIndexOf(prompt);
    return at < statement.start ? undefined : this.#text.slice(0, at).split("\n").length;
  }

  #wrong(path: KeyPath, value: unknown, wanted: string): ConfigError {
    return this.#invalid(path, `is ${kindOf(value)}, not ${wanted}`);
  }

  #invalid(path: KeyPath, state: string): ConfigError {
    return this.#error(`${nameOf(path)} ${state}`, { line: this.#lineOf(path) });
  }

  #error(
    reason: string,
    at: { readonly line: number | undefined; readonly column?: number },
  ): ConfigError {
    const { line, column } = at;
    const where = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
    const place = {
      path: this.#path,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    };
    const message = `Cannot use ${JSON.stringify(this.#path)}: ${reason}`;
    return new ConfigError(line === undefined ? message : `${message} (${where})`, {
      code: "manifest-invalid",
      place,
    });
  }

  #lineOf(path: KeyPath): number | undefined {
    return findStatement(this.#found(), path)?.line;
  }

  #found(): readonly TomlStatement[] {
    return this.#statements ??= tomlStatements(this.#text);
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

function kindOf(value: unknown): string {
  if (typeof value === "string") return "a string";
  if (typeof value === "number" || typeof value === "bigint") return "a number";
  if (typeof value === "boolean") return "a boolean";
  if (Array.isArray(value)) return "an array";
  return value instanceof Date ? "a date" : "a table";
}

/** `scope.allow[0].target` */
function nameOf(path: KeyPath): string {
  return path.reduce((name, key) => /^\d+$/.test(key) ? `${name}[${key}]` : `${name}.${key}`);
}
