/**
 * The variables of a template (DESIGN §6), as plain data. Whatever is absent has no key at all: to the
 * engine a key that holds JavaScript's `undefined` is a defined one, and `is defined` would be true.
 *
 * @module
 */

import type { JsonValue } from "../types.ts";

/** The paths that a manifest or the command line lets a model read and write. */
export interface Scope {
  /** Absolute paths, in the order of the rules. */
  readonly readable: readonly string[];
  /** Those of them that may be written. */
  readonly writable: readonly string[];
}

/** What the variables are made of. */
export interface TemplateFacts {
  /** The time of the rendering. */
  readonly now: Date;
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** What the rules allow. @default no paths */
  readonly scope?: Scope | undefined;
  /** Names in any order, repeated or not. @default none */
  readonly tools?: readonly string[] | undefined;
  /** The text of the working directory's AGENTS.md; left out when there is none. */
  readonly agentsMd?: string | undefined;
  /** The user's own, by name. @default none */
  readonly vars?: Readonly<Record<string, JsonValue>> | undefined;
}

/** What a template sees. */
export interface TemplateVariables {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  /** `HH:MM:SS`, UTC. */
  readonly time: string;
  /** RFC 3339 in UTC, to the second. */
  readonly datetime: string;
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** The paths, and both lists as text. */
  readonly scope: Scope & { readonly summary: string };
  /** Sorted by UTF-16 code units, each name once. */
  readonly tools: readonly string[];
  /** Always there; the key is left out when there is no such file. */
  readonly files: { readonly agents_md?: string };
  /** The user's own, by name. */
  readonly vars: Readonly<Record<string, JsonValue>>;
}

/** Puts the variables together. Throws a RangeError when the date is invalid. */
export function templateVariables(facts: TemplateFacts): TemplateVariables {
  const [date = "", rest = ""] = facts.now.toISOString().split("T");
  const time = rest.slice(0, "HH:MM:SS".length);
  const scope = facts.scope ?? { readable: [], writable: [] };
  return {
    date,
    time,
    datetime: `${date}T${time}Z`,
    cwd: facts.cwd,
    scope: {
      readable: [...scope.readable],
      writable: [...scope.writable],
      summary: scopeSummary(scope),
    },
    tools: [...new Set(facts.tools)].sort(),
    files: facts.agentsMd === undefined ? {} : { agents_md: facts.agentsMd },
    // Not a spread of `__proto__`, which would be no key of the copy.
    vars: Object.fromEntries(Object.entries(facts.vars ?? {})),
  };
}

/**
 * Writes the paths of a scope as text, `scope.summary`: two headed lists without a final newline; a
 * list without paths is left out with its heading.
 */
export function scopeSummary(scope: Scope): string {
  return [...list("Readable", scope.readable), ...list("Writable", scope.writable)].join("\n");
}

function list(heading: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`${heading}:`, ...paths.map((path) => `  - ${path}`)];
}
