/**
 * `panto render FILE|-`: a template by itself, outside any session (DESIGN §6).
 *
 * @module
 */

import {
  type JsonValue,
  parseTemplate,
  parseVariables,
  renderTemplate,
  sha256Hex,
  UsageError,
} from "../../mod.ts";
import type { ValuesOf } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { inputOf, type Raw, stdinOnce } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { projectRootOf } from "../args/groups/prompt_files.ts";
import { templateFlags, templateOptions } from "../args/groups/template.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import { readRenderInputs } from "../input/config.ts";
import { readConfigText } from "../input/text.ts";
import { printJson } from "../output/documents.ts";
import { reported } from "../output/report.ts";
import { shown } from "../output/text.ts";
import { command } from "./command.ts";

const renderFlags = [
  ...formatFlags(reportFormats),
  flags.raw,
  ...commonFlags,
  flags.projectRoot,
  flags.check,
  flags.vars,
  ...templateFlags,
] as const;

type Options = ReturnType<typeof readOptions>;

/** `panto render FILE|-` */
export const renderCommand = command({
  name: "render",
  words: "<FILE>",
  summary: "render a template file",
  description: "Render a template as it would be rendered in a prompt file, and print the text\n" +
    "with nothing added. FILE can be - for stdin. The variables are date, time and\n" +
    "datetime (UTC), cwd, scope.readable, scope.writable, scope.summary, tools,\n" +
    "files.agents_md (only when there is an AGENTS.md), and vars, which --var and\n" +
    "--vars set.",
  examples: [
    ["panto render SYSTEM.md.j2", "with this directory's variables"],
    ["panto render SYSTEM.md.j2 --check", "is its syntax in order?"],
    ["panto render - --var user=Ann < hello.j2", "{{ vars.user }} is Ann"],
    ["panto render a.j2 --tool grep --readable src --writable out", "tools and scope"],
  ],
  otherNames: ["template"],
  flags: renderFlags,
  read: readOptions,
  run(host, options) {
    const { text: source, name } = readConfigText(host, options.template);
    if (options.check) {
      parseTemplate(source, name);
      return exitCodes.done;
    }
    const vars = variablesOf(host, options);
    const { variables } = reported(host, readRenderInputs(host, { ...options, vars }));
    const text = renderTemplate(source, name, variables);
    if (options.format === "text") host.stdout.write(shown(host, text, options));
    else printJson(host, documentOf(source, text, options), options);
    return exitCodes.done;
  },
});

function readOptions(raw: Raw<ValuesOf<typeof renderFlags>>) {
  const { check, vars } = raw.values;
  const template = inputOf(raw, raw.words[0] ?? "", "FILE");
  const varsFile = vars === undefined ? undefined : inputOf(raw, vars, "--vars");
  stdinOnce(varsFile === undefined ? [template] : [template, varsFile]);
  const format = formatOf(raw.values, reportFormats);
  if (check === true && format !== "text") {
    throw new UsageError(`--check prints nothing and cannot be used with --format ${format}`);
  }
  return {
    ...commonOptions(raw),
    ...templateOptions(raw),
    projectRoot: projectRootOf(raw),
    template,
    check: check === true,
    varsFile,
    format,
    raw: raw.values.raw === true,
  };
}

/** What is typed wins over the file, which is the more lasting of the two. */
function variablesOf(host: Host, options: Options): Readonly<Record<string, JsonValue>> {
  if (options.varsFile === undefined) return options.vars;
  const { text, name } = readConfigText(host, options.varsFile);
  const entries = Object.entries(parseVariables(text, name));
  return Object.fromEntries([...entries, ...Object.entries(options.vars)]);
}

function documentOf(source: string, text: string, options: Options) {
  return {
    schema: "panto.render/1",
    path: options.template.type === "file" ? options.template.name : null,
    text,
    sha256: sha256Hex(text),
    template: { sha256: sha256Hex(source) },
  };
}
