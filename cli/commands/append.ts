/**
 * `panto append`: adds one message to a session that exists.
 *
 * @module
 */

import { CheckedMessage, nextResumeEffect, openSession, UsageError } from "../../mod.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { AppendOptions } from "../args/options.ts";
import { announce, printJson, printLines, telling } from "../output/output.ts";
import { readMessageText } from "../input/text.ts";
import { refuseOwnOutput, tellWarnings } from "../input/session.ts";

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
  const message = telling(host, messageOf(host, options));
  const { session } = options;
  const opened = openSession(session.path, {
    name: session.name,
    cwd: options.directory,
    stamp: { newId: host.newId, timestamp: () => host.now().toISOString() },
    lock: options.lock,
    lockTimeoutMs: options.lockTimeoutMs,
  });
  const { leaf, lenient, adopt, dryRun } = options;
  const added = opened.append(message, { leaf, lenient, adopt, dryRun });
  tellWarnings(host, session.name, added.warnings);
  if (dryRun) {
    printLines(host, added.lines);
    return exitCodes.done;
  }
  const fate = message.mode === undefined ? undefined : nextResumeEffect(added.end, message.mode);
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

function messageOf(host: Host, options: AppendOptions): CheckedMessage {
  const { content } = options;
  if (content.type === "message") {
    const { text, name } = readMessageText(host, content.source);
    return CheckedMessage.parse(text, { name });
  }
  const { role, replace } = content;
  const text = content.source.type === "argument"
    ? content.source.text
    : readMessageText(host, { type: "stdin" }).text;
  if (text === "" && role !== "system") throw new UsageError("The text of the message is empty");
  const blocks = [{ type: "text", text: text.toWellFormed() }];
  const mode = role === "system" ? { mode: replace ? "replace" : "append" } : {};
  return CheckedMessage.from({ role, ...mode, content: blocks });
}
