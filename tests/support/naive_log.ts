/**
 * A second implementation of DESIGN §3 and §4, written for clarity alone: it splits the whole text,
 * parses every line and keeps everything in memory. The tests hold the reader against it, and the proofs
 * judge by it what panto wrote.
 *
 * @module
 */

/** One line as the naive reader sees it. */
interface NaiveLine {
  offset: number;
  damaged: boolean;
  /** Whether it ends in a newline. */
  terminated: boolean;
  id?: string | undefined;
  /** Index of the parent in the list; −1 for a root. */
  parent: number;
  /** Whether the parent it names is not there. */
  missing: boolean;
  role?: string | undefined;
  blocks: { text: string; mode: string }[];
  /** What a message of another role says, its texts in one. */
  said: string;
  /** The line as it stands. */
  raw: string;
}

/** What the naive reader makes of a log. */
export interface NaivePrompt {
  texts: string[];
  positions: number[];
  total: number;
  touches: boolean;
}

/** Thrown when a parent stands on the same or a later line. */
export class NaiveCycle extends Error {}

/** Derives the prompt of a log at a position; at its end without one. */
export function naivePrompt(text: string, at?: number, leafId?: string): NaivePrompt {
  const { lines, later } = read(text, leafId);
  const leaf = lines.findLastIndex((line) =>
    !line.damaged && (leafId === undefined || line.id === leafId)
  );
  const path: NaiveLine[] = [];
  for (let index = leaf; index >= 0;) {
    const line = lines[index] as NaiveLine;
    if (line.missing && later.has(line)) throw new NaiveCycle();
    path.unshift(line);
    index = line.parent;
  }
  const entries = path.filter((line) => !line.damaged);
  const messages = entries.filter((line) => line.role !== undefined);
  const wanted = at ?? messages.length;
  const last = messages[wanted - 1];
  const kept = at === undefined
    ? entries
    : last === undefined
    ? []
    : entries.slice(0, entries.indexOf(last) + 1);
  const prefix = messages.slice(0, wanted);
  const flat = prefix.flatMap((message, i) =>
    message.blocks.map((block) => ({ ...block, position: i + 1, message }))
  );
  const start = Math.max(0, flat.map((block) => block.mode).lastIndexOf("replace"));
  const surviving = flat.slice(start);
  const replace = surviving[0]?.mode === "replace" ? surviving[0].message : undefined;
  const after = replace === undefined ? kept : kept.slice(kept.indexOf(replace) + 1);
  const hanging = after.some((line) => line.missing || lines[line.parent]?.damaged === true);
  const trailing = at === undefined && leafId === undefined &&
    lines.slice(leaf + 1).some((line) => line.damaged && line.terminated);
  return {
    texts: surviving.map((block) => block.text),
    positions: surviving.map((block) => block.position),
    total: messages.length,
    touches: hanging || trailing,
  };
}

/** The lines of the messages on the path that ends with the last entry. */
export function naiveMessages(text: string): string[] {
  const { lines } = read(text);
  const path: NaiveLine[] = [];
  for (let index = lines.findLastIndex(({ damaged }) => !damaged); index >= 0;) {
    const line = lines[index] as NaiveLine;
    path.unshift(line);
    index = line.parent;
  }
  return path.filter(({ damaged, role }) => !damaged && role !== undefined).map(({ raw }) => raw);
}

/** A branch, by its leaf. */
export interface NaiveBranch {
  id: string | undefined;
  isDefault: boolean;
  /** Number of its messages; undefined where it cannot be followed. */
  messages: number | undefined;
  /** The role of its last message. */
  role: string | undefined;
}

/** Lists every entry on which no other one hangs. */
export function naiveBranches(text: string): NaiveBranch[] {
  const { lines, later } = read(text);
  const entries = lines.filter(({ damaged }) => !damaged);
  const above = (line: NaiveLine): NaiveLine | undefined => {
    const parent = later.has(line) ? undefined : lines[line.parent];
    return parent?.damaged === true ? above(parent) : parent;
  };
  const inner = new Set(entries.map(above));
  return entries.filter((line) => !inner.has(line)).map((leaf) => {
    const links: NaiveLine[] = [];
    for (let line: NaiveLine | undefined = leaf; line !== undefined;) {
      links.unshift(line);
      line = later.has(line) ? undefined : lines[line.parent];
    }
    const messages = links.filter(({ damaged, role }) => !damaged && role !== undefined);
    return {
      id: leaf.id,
      isDefault: leaf === entries.at(-1),
      messages: links.some((line) => later.has(line)) ? undefined : messages.length,
      role: messages.at(-1)?.role,
    };
  });
}

/** What a log holds on its path or beside it. */
export interface NaiveFile {
  /** What every message says that is no system message, in the order of the file. */
  said: string[];
  /** The number of system messages that begin anew. */
  replaces: number;
  damaged: number;
}

/** Reads every line of a log, on the path or not. */
export function naiveFile(text: string): NaiveFile {
  const { lines } = read(text);
  const others = lines.filter(({ role }) => role !== undefined && !isSystem(role));
  return {
    said: others.map((line) => line.said),
    replaces: lines.filter(({ blocks }) => blocks[0]?.mode === "replace").length,
    damaged: lines.filter(({ damaged }) => damaged).length,
  };
}

/** The text that is printed for blocks, none of them blank. */
export function printed(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/(\r?\n)+$/, "")).join("\n\n---\n\n") + "\n";
}

function read(
  text: string,
  leafId?: string,
): { lines: NaiveLine[]; later: Set<NaiveLine> } {
  const lines: NaiveLine[] = [];
  const parents: (string | undefined)[] = [];
  const parsed = parseAll(text);
  const leaf = parsed.findLastIndex(({ line }) => !line.damaged);
  for (const [index, one] of parsed.entries()) {
    const isLast = one.end >= text.length;
    const line = !isLast && (index < leaf || leafId !== undefined) ? trusted(one) : one;
    const named = line.named;
    line.line.parent = lines.length - 1;
    if (named === null) line.line.parent = -1;
    else if (typeof named === "string") {
      const found = lines.findLastIndex((other) => other.id === named);
      if (found === -1) line.line.missing = true;
      else line.line.parent = found;
    } else if (named !== undefined) line.line.missing = true;
    parents.push(typeof named === "string" ? named : undefined);
    lines.push(line.line);
  }
  const ids = new Set(lines.map((line) => line.id));
  const later = new Set(lines.filter((line, i) => line.missing && ids.has(parents[i] ?? "\0")));
  return { lines, later };
}

interface Parsed {
  line: NaiveLine;
  named: unknown;
  raw: string;
  /** Index after its newline. */
  end: number;
}

function parseAll(text: string): Parsed[] {
  const parsed: Parsed[] = [];
  let offset = 0;
  let end = 0;
  for (const raw of linesOf(text)) {
    end += raw.length + 1;
    const line = parse(raw, offset);
    offset += new TextEncoder().encode(raw).length + 1;
    if (line === undefined) continue;
    line.line.terminated = end <= text.length;
    parsed.push({ ...line, raw, end });
  }
  return parsed;
}

/** A broken line whose head says where it hangs, spelled as the generators spell one. */
const HEADED =
  /^\{"type":\s?"message",\s?"id":\s?"(.)",\s?"parentId":\s?(null|"(.)"),\s?"message":\s?\{"role":\s?"user",.*\}$/;

/** A broken message of another role keeps its place. */
function trusted(one: Parsed): Parsed {
  const head = one.line.damaged ? HEADED.exec(one.raw) : null;
  if (head === null) return one;
  const line = { ...one.line, damaged: false, role: "user", id: head[1] };
  return { ...one, line, named: head[3] ?? null };
}

/** The lines that count: a last one without a newline does when it is complete JSON. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return isJson(last) ? [...lines, last] : lines;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

function parse(raw: string, offset: number): { line: NaiveLine; named: unknown } | undefined {
  if (raw.trim() === "") return undefined;
  const line: NaiveLine = {
    offset,
    damaged: false,
    terminated: true,
    parent: -1,
    missing: false,
    blocks: [],
    said: "",
    raw,
  };
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { line: { ...line, damaged: true }, named: undefined };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (value.type === "session") return undefined;
  const message = messageOf(value);
  if (message !== undefined && isSystem(message.role)) {
    const { mode = "append", content } = message;
    const texts = textsOf(content);
    if (texts === undefined || (mode !== "append" && mode !== "replace")) line.damaged = true;
    else line.blocks = texts.map((text) => ({ text, mode }));
  } else line.said = textsOf(message?.content)?.join("") ?? "";
  if (!line.damaged) line.role = message?.role as string | undefined;
  line.id = typeof value.id === "string" ? value.id : undefined;
  return { line, named: Object.hasOwn(value, "parentId") ? value.parentId : undefined };
}

function isSystem(role: unknown): boolean {
  return role === "system" || role === "developer";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An entry's message, or a bare chat line. */
function messageOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  const { message } = value;
  if (isRecord(message) && typeof message.role === "string") return message;
  const isBare = typeof value.role === "string" && ("content" in value || "tool_calls" in value);
  return isBare ? value : undefined;
}

/** Undefined for what is no system content. */
function textsOf(content: unknown): string[] | undefined {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string"
      ? block.text
      : undefined
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}
