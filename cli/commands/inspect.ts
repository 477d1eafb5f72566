/**
 * `panto inspect`: the effective prompt at a position of a session. It never writes.
 *
 * @module
 */

import type { Provider } from "../../mod.ts";
import { flags } from "../args/flags.ts";
import { inputOf } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { liveFlags, liveOptions } from "../args/groups/live.ts";
import { printFlags, printOptions } from "../args/groups/print.ts";
import { promptFileFlags, promptFileOptions } from "../args/groups/prompt_files.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { templateFlags, templateOptions } from "../args/groups/template.ts";
import { exitCodes } from "../failure.ts";
import { tellUnused } from "../input/config.ts";
import { reportDiagnostics, withSource } from "../input/session.ts";
import { printSessionPrompt } from "../output/prompt.ts";
import { type Command, command } from "./command.ts";

/** `panto inspect SESSION` */
export function inspectCommand(providers: readonly Provider[]): Command {
  const print = printFlags(providers);
  return command({
    name: "inspect",
    words: "<SESSION>",
    summary: "print the prompt in force at a position",
    description: "Print the prompt that was in force after the first N messages of a session.\n" +
      "SESSION can be - for stdin. Nothing is ever written. The text is the session's:\n" +
      "which prompt files and templates there are matters only for origin in --json.",
    examples: [
      ["panto inspect s.jsonl", "the prompt at the end"],
      ["panto inspect s.jsonl --at 3", "the prompt after three messages"],
      ["panto inspect s.jsonl --at -1 -f openai", "the request without the last message"],
      ["panto inspect --json - < s.jsonl", "blocks with position, line and origin"],
    ],
    otherNames: ["cat", "print", "view"],
    flags: [
      ...print.format,
      ...commonFlags,
      flags.at,
      ...readingFlags,
      ...promptFileFlags,
      ...templateFlags,
      ...liveFlags,
      ...print.request,
    ],
    read: (raw) => {
      const session = inputOf(raw, raw.words[0] ?? "");
      return {
        ...commonOptions(raw),
        ...promptFileOptions(raw, [session]),
        ...templateOptions(raw),
        ...readingOptions(raw.values),
        ...printOptions(raw.values, providers),
        ...liveOptions(raw.values),
        session,
        at: raw.values.at ?? "end" as const,
      };
    },
    run(host, options) {
      withSource(host, options.session, (source) => {
        printSessionPrompt(host, source, { ...options, state: null }, (found) => {
          reportDiagnostics(host, source, found, options);
        });
      });
      tellUnused(host, options, []);
      return exitCodes.done;
    },
  });
}
