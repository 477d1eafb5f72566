/**
 * `panto append`: adds one message to a session that exists.
 *
 * @module
 */

import {
  checkMessage,
  fateOfEdit,
  type JsonValue,
  openSession,
  parseExact,
  type SystemMode,
  UsageError,
} from "../../mod.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { AppendOptions, InputRef } from "../args/options.ts";
import { announce, printJson, printLines, warnAll } from "../output/output.ts";
import { readInput } from "../input/text.ts";
import { refuseOwnOutput, tellWarnings } from "../input/session.ts";

/** A message that may be appended. */
interface NewMessage {
  /** As JSON, the way it will stand in the log. */
  readonly json: string;
  readonly role: string;
  /** Set for a system message. */
  readonly mode: SystemMode | undefined;
}

/**
 * Runs `panto append`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {UsageError} When the text or the message cannot be used.
 * @throws {IoError} When the session does not exist or cannot be written.
 * @throws {SessionError} When damage touches the prompt, or the file is no session.
 * @throws {LockedError} When another process holds the session for too long.
 */
export function runAppend(host: Host, options: AppendOptions): number {
  if (options.dryRun || options.format === "json") refuseOwnOutput(host, options.session);
  const message = messageOf(host, options);
  const { session } = options;
  const opened = openSession(session.path, {
    name: session.name,
    cwd: options.directory,
    stamp: { newId: host.newId, timestamp: () => host.now().toISOString() },
    lock: options.lock,
    lockTimeoutMs: options.lockTimeoutMs,
  });
  const { leaf, lenient, adopt, dryRun } = options;
  const added = opened.append(message.json, { leaf, lenient, adopt, dryRun });
  tellWarnings(host, session.name, added.warnings);
  if (dryRun) {
    printLines(host, added.lines);
    return exitCodes.done;
  }
  const fate = message.mode === undefined ? undefined : fateOfEdit(added.end, message.mode);
  const mode = message.mode === undefined ? "" : ` (${message.mode})`;
  const next = fate === undefined ? "" : `; at the next resume${conditionOf(fate)}: ${fate}`;
  announce(host, options, `${session.name}: appended ${message.role} message${mode}${next}`);
  if (options.format === "json") {
    printJson(host, {
      schema: "panto.append/1",
      path: session.name,
      id: added.id,
      role: message.role,
      nextResume: fate ?? null,
    });
  }
  return exitCodes.done;
}

/** A change of the files replaces the whole prompt, whatever was appended. */
function conditionOf(fate: string): string {
  return fate.startsWith("kept") ? ", if the files are in step" : "";
}

function messageOf(host: Host, options: AppendOptions): NewMessage {
  const { content } = options;
  if (content.type === "message") return givenMessage(host, content.source);
  const { role, replace } = content;
  const text = content.source.type === "argument"
    ? content.source.text
    : readInput(host, { type: "stdin" }).text;
  if (text === "" && role !== "system") throw new UsageError("The text of the message is empty");
  const blocks = [{ type: "text", text: text.toWellFormed() }];
  const mode = role === "system" ? (replace ? "replace" : "append") : undefined;
  const message = { role, ...(mode && { mode }), content: blocks };
  return { json: JSON.stringify(message), role, mode };
}

function givenMessage(host: Host, ref: InputRef): NewMessage {
  const { text: given, name } = readInput(host, ref);
  const text = given.replace(/^\ufeff/, "");
  const value = parse(text, name);
  const { problems, unknown } = checkMessage(value);
  const [first] = problems;
  if (first !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    throw new UsageError(`Cannot append the message of ${name}: ${first}${more}`);
  }
  warnAll(
    host,
    unknown.map((block) => ({
      message: `${name}: ${block} is recorded, but left out of provider requests`,
    })),
  );
  return { json: text, ...roleAndMode(value) };
}

function parse(text: string, name: string): JsonValue {
  try {
    return parseExact(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`Cannot append the message of ${name}: it is not one JSON value`, {
      hint: "for plain text: panto append SESSION --role user -",
    });
  }
}

function roleAndMode(value: JsonValue): Pick<NewMessage, "role" | "mode"> {
  const fields = value as { readonly role: string; readonly mode?: SystemMode };
  const isSystem = fields.role === "system" || fields.role === "developer";
  return { role: fields.role, mode: isSystem ? fields.mode ?? "append" : undefined };
}
