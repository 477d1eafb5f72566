/**
 * Turns the engine's description of an error into a place and a reason that may be shown.
 *
 * The description is not shown itself: it ends in a dump of variables, and some of its sentences quote a
 * value (`template "…" does not exist`). So only sentences that are known to hold none go through, and a
 * name only when it stands in the template as well. For everything else the kind of the error has to do;
 * line and column say the rest.
 *
 * @module
 */

/** Why a template cannot bring in another one. */
export const NO_TEMPLATES =
  "another template is wanted, and there is none (include, extends and import have no use here)";

/** What may be told about an error of the engine. */
export interface EngineReport {
  /** 1-based, counted from the template's start. */
  readonly line: number | undefined;
  /** 1-based, in code points. */
  readonly column: number | undefined;
  /** A clause without a capital and without a full stop. */
  readonly reason: string;
}

/** Reads a description. */
export function readReport(report: string, source: string): EngineReport {
  const [head = "", description] = report.split(DESCRIPTION_TITLE, 2);
  const parts = HEAD.exec(head);
  const kind = parts?.groups?.["kind"] ?? "";
  const detail = parts?.groups?.["detail"] ?? "";
  const named = Number(parts?.groups?.["line"] ?? 0);
  const line = named > 0 ? named : undefined;
  const marked = kind === "bad string escape" || line === undefined
    ? undefined
    : markedPlace(description ?? "", line);
  return {
    line,
    column: marked === undefined ? undefined : marked.start + 1,
    reason: reasonOf(kind, detail, source, marked),
  };
}

// The engine centres the template's name, which is fixed, in 79 dashes.
const DESCRIPTION_TITLE = /\n-{35} prompt -{36}\n/;

const HEAD = /^(?<kind>[a-z ]+?)(?:: (?<detail>.*?))?(?: \(in prompt:(?<line>\d+)\))?$/s;

/** The part of a line that the engine marks. */
interface Mark {
  /** 0-based, in code points. */
  readonly start: number;
  readonly text: string;
  readonly before: string;
}

/** Reads the line of the template and the line of carets under it. */
function markedPlace(description: string, line: number): Mark | undefined {
  const rows = description.split("\n");
  const at = rows.findIndex((row) => row.startsWith(`${String(line).padStart(4)} > `));
  const carets = /^ {5}i ( *)(\^+) /.exec(rows[at + 1] ?? "");
  if (at < 0 || carets === null) return undefined;
  const start = carets[1]?.length ?? 0;
  // The engine gives column 0 when it does not know: nothing that can fail stands before a `{`.
  if (start === 0) return undefined;
  const shown = [...(rows[at] ?? "").slice(`${String(line).padStart(4)} > `.length)];
  const end = start + (carets[2]?.length ?? 0);
  return {
    start,
    text: shown.slice(start, end).join(""),
    before: shown.slice(0, start).join(""),
  };
}

function reasonOf(
  kind: string,
  detail: string,
  source: string,
  marked: Mark | undefined,
): string {
  switch (kind) {
    case "undefined value": {
      const name = undefinedName(marked);
      return name === undefined ? "an undefined value is used" : `"${name}" is undefined`;
    }
    case "syntax error":
      // It is found before there are any values.
      return oneLine(detail) || "syntax error";
    case "template not found":
      return NO_TEMPLATES;
    case "engine ran out of fuel":
      return "it takes too many instructions";
    case "unknown filter":
      return unknownName("filter", /^filter (.*) is unknown$/s, detail, source);
    case "unknown test":
      return unknownName("test", /^test (.*) is unknown$/s, detail, source);
    case "unknown function":
      return unknownName("function", /^(.*) is unknown$/s, detail, source);
    case "unknown method":
      return unknownName("method", / has no method named (.*)$/s, detail, source);
    case "unknown block":
      return unknownName("block", /^block '(.*)' not found$/s, detail, source);
    case "invalid operation":
    case "cannot unpack":
    case "too many arguments":
    case "missing argument":
      if (/^unable to calculate /.test(detail)) {
        return "the result of a calculation is out of range";
      }
      return HARMLESS.test(detail) ? detail : kind;
    default:
      return KINDS.has(kind) ? kind : "the template engine refuses it";
  }
}

const KINDS: ReadonlySet<string> = new Set([
  "bad string escape",
  "cannot deserialize",
  "could not render block",
  "could not render include",
  "could not serialize to value",
  "failed to write output",
  "not a key type",
  "not a primitive",
]);

const TYPE =
  "(?:undefined|none|bool|number|string|bytes|sequence|map|iterator|plain object|invalid value)";

/** The engine's sentences that hold no value. */
const HARMLESS: RegExp = new RegExp(`^(?:${
  [
    "can only assign to namespaces, not TYPE",
    "cannot calculate length of value of type TYPE",
    "cannot convert (?:TYPE|kwargs) to (?:string|integer|bool|[iu](?:8|16|32|64|128|size)|f(?:32|64))",
    "cannot convert value (?:into pairs|into pair list|to list)",
    "cannot get (?:absolute value|(?:first|last) item from value)",
    "cannot join value of type TYPE",
    "cannot perform a containment check on this value",
    "cannot reverse values of type TYPE",
    "cannot round value \\(TYPE\\)",
    "cannot serialize to JSON",
    "cannot slice by step size of 0",
    "cannot super outside of block",
    "count cannot be 0",
    "expected object or keyword arguments, got TYPE",
    "filter name (?:is required|must be a string)",
    "(?:TYPE|value) is not iterable",
    "invalid (?:float literal|digit found in string|value to autoescape tag)",
    "loop recursion cannot be called this way",
    "no parent block exists",
    "overflow on abs",
    "range has too many elements",
    "recursion limit exceeded",
    "sequence of wrong length \\(expected \\d+, got \\d+\\)",
    "tried to use [^\\w\\s]{1,2} operator on unsupported types TYPE and TYPE",
    "unable to format to JSON",
    "value is not a string",
    "value of type TYPE is not callable",
  ].join("|").replaceAll("TYPE", TYPE)
})$`);

/** The marked expression, when it is a plain name with attributes. */
function undefinedName(marked: Mark | undefined): string | undefined {
  if (marked === undefined) return undefined;
  // Of `a.b.c` the engine marks `.b.c` when `a.b` is undefined.
  const owner = marked.text.startsWith(".")
    ? /[\p{L}\p{N}_]+$/u.exec(marked.before)?.[0] ?? ""
    : "";
  const name = owner + marked.text;
  return /^[\p{L}_][\p{L}\p{N}_.[\]']{0,79}$/u.test(name) ? name : undefined;
}

function unknownName(what: string, pattern: RegExp, detail: string, source: string): string {
  const name = pattern.exec(detail)?.[1] ?? "";
  const known = name !== "" && name.length <= 80 && source.includes(name);
  return known ? `there is no ${what} "${oneLine(name)}"` : `there is no such ${what}`;
}

/** Text of the template inside the engine's sentence may have any length and any characters. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 160 ? line : `${line.slice(0, 160)}…`;
}
