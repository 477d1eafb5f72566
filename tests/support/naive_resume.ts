/**
 * A second implementation of DESIGN §5 over §3, written for clarity alone and with nothing of lib/: it
 * parses every line of a log, follows the path, folds the prompt, and says what a resume does. The rule of
 * lib/ is held against it.
 *
 * @module
 */

/** A block that the configuration asks for. */
export interface NaiveFile {
  text: string;
  /** The digest of its template; a plain text has none. */
  sha256?: string;
}

/** How the resume is asked for. */
export interface NaiveOptions {
  leaf?: string;
  keepEdits?: boolean;
  reseed?: boolean;
}

/** What a resume does, and with what. */
export interface NaiveResume {
  action: "seed" | "unchanged" | "replace";
  /** What is recorded: texts and modes. */
  blocks: [text: string, mode: string][];
  /** The positions of the edits that stay or are discarded. */
  edits: number[];
  /** Whether damage touches what a resume goes by. */
  touches: boolean;
  /** The texts of the configuration recorded last; undefined where nothing names a source. */
  recorded: string[] | undefined;
  /** The prompt afterwards. */
  prompt: string[];
}

/** Thrown where the path runs into a parent that stands on the same or a later line. */
export class NaiveLoop extends Error {}

type Json = Record<string, unknown>;

interface Line {
  id: unknown;
  /** Where it stands among the lines that count. */
  index: number;
  parent: number;
  /** Whether the parent that it names is nowhere before it. */
  isLost: boolean;
  /** Whether that parent stands on the same or a later line. */
  isLoop: boolean;
  isDamaged: boolean;
  isTerminated: boolean;
  kind: "system" | "other" | "opaque";
  mode: unknown;
  texts: string[];
  sha256: string | undefined;
  hasSource: boolean;
}

interface Block {
  text: string;
  replaces: boolean;
  sha256: string | undefined;
  hasSource: boolean;
  position: number;
  line: Line;
}

/** Judges what a resume of a log does; `render` gives the text of a template that is not recorded. */
export function naiveResume(
  log: string,
  files: readonly NaiveFile[],
  render: (sha256: string) => string,
  options: NaiveOptions = {},
): NaiveResume {
  const lines = linesOf(log);
  const leaf = lines.findLast((line) =>
    !line.isDamaged && (options.leaf === undefined || line.id === options.leaf)
  );
  const path = pathTo(leaf, lines);
  const { all, prompt, firstOther, total } = fold(path);

  const sourced = all.filter((block) => block.hasSource);
  const isSourced = sourced.length > 0;
  const last = sourced.findLastIndex((block) => block.replaces);
  const recorded = sourced.slice(Math.max(0, last));
  // Where nothing has a source, the window of the prompt in force stands for it.
  const isReplaced = prompt[0]?.replaces === true;
  const window = prompt.filter((block) => isReplaced || block.position < firstOther);
  const gap = window.findIndex((block, i) =>
    i > 0 && block.position > (window[i - 1] as Block).position + 1
  );
  const run = gap === -1 ? window.length : gap;

  const compared = isSourced ? recorded : options.keepEdits ? window.slice(0, run) : window;
  const since = (isSourced ? recorded : prompt)[0];
  const touches = path.some((line) => {
    if (since?.replaces === true && line.index <= since.line.index) return false;
    return line.isLost || lines[line.parent]?.isDamaged === true;
  }) || (options.leaf === undefined &&
    lines.some((line) => line.isDamaged && line.isTerminated && line.index > (leaf?.index ?? -1)));

  const known = options.reseed ? [] : isSourced ? recorded : window;
  const resolved = files.map(({ text, sha256 }) => ({
    sha256,
    text: sha256 === undefined
      ? text
      : known.find((block) => block.sha256 === sha256)?.text ?? render(sha256),
  }));
  const texts = resolved.map(({ text }) => text);
  const found = { touches, recorded: isSourced ? recorded.map(({ text }) => text) : undefined };
  // What hangs on a torn line hangs on damage, once there is a line behind it.
  const isBehindTorn = leaf !== undefined && leaf.id === undefined && endsTorn(log);
  if (total === 0 && !touches && !isBehindTorn) {
    const blocks = texts.map((text): [string, string] => [text, "append"]);
    return { ...found, action: "seed", blocks, edits: [], prompt: texts };
  }
  const edits = isSourced
    ? prompt.filter((block) => !block.hasSource)
    : prompt.slice(Math.min(run, files.length));
  const positions = [...new Set(edits.map(({ position }) => position))];
  const isEqual = compared.length === resolved.length && resolved.every((file, i) => {
    const block = compared[i] as Block;
    const isSameText = file.sha256 !== undefined || block.text === file.text;
    return block.sha256 === file.sha256 && isSameText;
  });
  if (isEqual && !touches && !options.reseed) {
    const kept = prompt.map(({ text }) => text);
    return { ...found, action: "unchanged", blocks: [], edits: positions, prompt: kept };
  }
  const blocks = texts.map((text, i): [string, string] => [text, i === 0 ? "replace" : "append"]);
  return { ...found, action: "replace", blocks, edits: positions, prompt: texts };
}

/** The lines that are entries, or damaged where one may have been. */
function linesOf(log: string): Line[] {
  const lines: Line[] = [];
  const named: unknown[] = [];
  const raw = log.split("\n");
  for (const [number, text] of raw.entries()) {
    const isTerminated = number < raw.length - 1;
    const value = text.trim() === "" ? null : parse(text);
    const isTorn = value === undefined && !isTerminated;
    if (isTorn || (value !== undefined && (!isObject(value) || value.type === "session"))) continue;
    named.push(value !== undefined && "parentId" in value ? value.parentId : undefined);
    lines.push({ ...lineOf(value), index: lines.length, isTerminated });
  }
  for (const line of lines) {
    const parent = named[line.index];
    line.parent = line.index - 1;
    if (parent === null) line.parent = -1;
    else if (typeof parent === "string") {
      const before = lines.slice(0, line.index).findLast(({ id }) => id === parent);
      line.isLost = before === undefined;
      line.isLoop = line.isLost && lines.some(({ id }) => id === parent);
      line.parent = before?.index ?? line.parent;
    } else if (parent !== undefined) line.isLost = true;
  }
  return lines;
}

function endsTorn(log: string): boolean {
  const last = log.slice(log.lastIndexOf("\n") + 1);
  return last.trim() !== "" && parse(last) === undefined;
}

function lineOf(value: Json | undefined): Omit<Line, "index" | "isTerminated"> {
  const line = {
    id: typeof value?.id === "string" ? value.id : undefined,
    parent: -1,
    isLost: false,
    isLoop: false,
    isDamaged: value === undefined,
    kind: "opaque" as Line["kind"],
    mode: undefined as unknown,
    texts: [] as string[],
    sha256: undefined as string | undefined,
    hasSource: false,
  };
  const isEnveloped = isObject(value?.message) && typeof value.message.role === "string";
  const isBare = typeof value?.role === "string" && ("content" in value || "tool_calls" in value);
  const message = isEnveloped ? value?.message as Json : isBare ? value : undefined;
  if (message === undefined) return line;
  if (message.role !== "system" && message.role !== "developer") return { ...line, kind: "other" };
  const { mode = "append", content, template, source } = message;
  const texts = textsOf(content);
  if (texts === undefined || (mode !== "append" && mode !== "replace")) {
    return { ...line, isDamaged: true };
  }
  const isSingle = texts.length === 1;
  return {
    ...line,
    kind: "system",
    mode,
    texts: texts.length === 0 && mode === "replace" ? [""] : texts,
    sha256: isSingle && isObject(template) ? template.sha256 as string : undefined,
    hasSource: isSingle && isEnveloped && isObject(source) && typeof source.kind === "string",
  };
}

/** The entries from the root to the leaf; damaged lines between them are passed over. */
function pathTo(leaf: Line | undefined, lines: readonly Line[]): Line[] {
  const path: Line[] = [];
  for (let line = leaf; line !== undefined; line = lines[line.parent]) {
    if (line.isLoop) throw new NaiveLoop();
    if (!line.isDamaged) path.unshift(line);
  }
  return path;
}

function fold(path: readonly Line[]) {
  const all: Block[] = [];
  let prompt: Block[] = [];
  let firstOther = Infinity;
  let total = 0;
  for (const line of path) {
    if (line.kind === "opaque") continue;
    const position = ++total;
    if (line.kind === "other") firstOther = Math.min(firstOther, position);
    for (const [number, text] of line.texts.entries()) {
      const replaces = line.mode === "replace" && number === 0;
      const { sha256, hasSource } = line;
      const block = { text, replaces, sha256, hasSource, position, line };
      prompt = replaces ? [block] : [...prompt, block];
      all.push(block);
    }
  }
  return { all, prompt, firstOther, total };
}

function textsOf(content: unknown): string[] | undefined {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((block) =>
    isObject(block) && block.type === "text" ? block.text : undefined
  );
  return texts.every((text) => typeof text === "string") ? texts : undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
