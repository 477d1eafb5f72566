/**
 * `panto assemble [DIR]`: the built-in prompt and the live text of a directory, as one text (DESIGN §7).
 *
 * @module
 */

import { assemblePrompt, DEFAULT_PROMPT, type LiveText } from "../../mod.ts";
import { flags } from "../args/flags.ts";
import { directoryOf } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { instructionBytes } from "../args/groups/live.ts";
import { projectRootOf } from "../args/groups/prompt_files.ts";
import { parseText } from "../args/values.ts";
import { exitCodes } from "../failure.ts";
import { liveTextOf } from "../input/live.ts";
import { printJson } from "../output/documents.ts";
import { reported } from "../output/report.ts";
import { shown } from "../output/text.ts";
import { command } from "./command.ts";

/** `panto assemble [DIR]` */
export const assembleCommand = command({
  name: "assemble",
  words: "[DIR]",
  summary: "print the built-in prompt with the live text of a directory",
  description: "Print the built-in default prompt, then what is true now of DIR (default: the\n" +
    "working directory): platform, date, git, a listing, and the project's\n" +
    "instructions, AGENTS.md or CLAUDE.md there or in the nearest directory above.",
  examples: [
    ["panto assemble", "for this directory"],
    ["panto assemble ../app --max-instructions 0", "for another one, with all instructions"],
    ["panto assemble --json", "the parts, for programs"],
  ],
  otherNames: ["env"],
  flags: [
    ...formatFlags(reportFormats),
    flags.raw,
    ...commonFlags,
    flags.projectRoot,
    flags.maxInstructions,
  ],
  read(raw) {
    const [word] = raw.words;
    return {
      ...commonOptions(raw),
      directory: word === undefined ? raw.cwd : directoryOf(parseText("DIR", word), raw.cwd),
      projectRoot: projectRootOf(raw),
      maxInstructions: instructionBytes(raw.values),
      format: formatOf(raw.values, reportFormats),
      raw: raw.values.raw === true,
    };
  },
  run(host, options) {
    const live = reported(host, liveTextOf(host, options));
    const text = assemblePrompt(DEFAULT_PROMPT, live.text);
    if (options.format === "json") {
      printJson(host, documentOf(text, live, options.directory), options);
    } else {
      host.stdout.write(shown(host, `${text}\n`, options));
    }
    return exitCodes.done;
  },
});

/** The parts stand beside the whole, for programs that send them as blocks of their own. */
function documentOf(text: string, live: LiveText, directory: string) {
  const { environment, instructions, file } = live;
  return {
    schema: "panto.assemble/1",
    directory,
    text,
    static: DEFAULT_PROMPT,
    environment,
    instructions: file === undefined
      ? null
      : { path: file.path, bytes: file.bytes, text: instructions },
  };
}
