/**
 * What each command is asked to do, as typed records. A record has no field that is not meant for its
 * command.
 *
 * @module
 */

import type { ColorChoice } from "../output/terminal.ts";

/** Formats of the commands that print a prompt. */
export const promptFormats = ["text", "json", "anthropic", "openai"] as const;

/** Formats of the commands that report. */
export const reportFormats = ["text", "json"] as const;

/** A format of a printed prompt. */
export type PromptFormat = typeof promptFormats[number];

/** A format of a report. */
export type ReportFormat = typeof reportFormats[number];

/** Something to read: `-`, or a file. */
export type InputRef = { readonly type: "stdin" } | FileRef;

/** A file named on the command line. */
export interface FileRef {
  readonly type: "file";
  /** As it was typed: the one to show. */
  readonly name: string;
  /** Absolute, with `-C` taken into account: the one to open. */
  readonly path: string;
}

/** A position as it was asked for: from the start, negative from the end, or the end itself. */
export type PositionSpec = number | "end";

/** What every command takes. */
export interface CommonOptions {
  /** The absolute working directory, `-C` taken into account. */
  readonly directory: string;
  readonly color: ColorChoice;
  /** Leaves out lines about state changes; never warnings. */
  readonly quiet: boolean;
}

/** Which prompt files count. */
export interface PromptFileOptions {
  /** False leaves the project layer out. */
  readonly project: boolean;
  /** Absolute. */
  readonly projectRoot: string | undefined;
}

/** How a session is read. */
export interface ReadingOptions {
  /** The id of the entry that the path ends with. */
  readonly leaf: string | undefined;
  /** Goes on past damage, with a warning. */
  readonly lenient: boolean;
}

/** How a session is written. */
export interface WritingOptions {
  /** Prints the entries instead of writing them. */
  readonly dryRun: boolean;
  /** Writes to a file that shows no sign of being a session. */
  readonly adopt: boolean;
  /** False: the caller holds the lock. */
  readonly lock: boolean;
  readonly lockTimeoutMs: number;
}

/** How a provider's request is built. */
export interface RequestOptions {
  readonly model: string | undefined;
  readonly maxTokens: number | undefined;
  readonly systemForm: "string" | "blocks";
  readonly mergeSystem: boolean;
  readonly systemRole: "system" | "developer";
}

/** A path that templates may tell the model of. */
export interface ScopePath {
  /** As it was typed, relative to the working directory. */
  readonly target: string;
  /** `write` includes reading. */
  readonly permission: "read" | "write";
}

/** What templates may use, and the manifest that may hold one. */
export interface TemplateOptions {
  readonly manifest: FileRef | undefined;
  /** The user's own variables, by name. */
  readonly vars: Readonly<Record<string, string>>;
  /** Names of tools. */
  readonly tools: readonly string[];
  /** A JSON array of tool definitions. */
  readonly toolsFile: FileRef | undefined;
  /** In the order of the command line; empty beside a manifest, which has its own. */
  readonly scope: readonly ScopePath[];
}

/** Text that is assembled at each call and never recorded. */
export interface LiveOptions {
  /** Adds it as the last block. */
  readonly live: boolean;
  /** How many bytes of the project's instructions are shown; 0 = all of them. */
  readonly maxInstructions: number;
}

/** How a prompt is printed. */
export interface PrintOptions {
  readonly format: PromptFormat;
  /** Leaves control characters as they are on a terminal. */
  readonly raw: boolean;
  readonly request: RequestOptions;
}

/** `panto [SESSION|-]` */
export interface DefaultOptions
  extends
    CommonOptions,
    PromptFileOptions,
    TemplateOptions,
    ReadingOptions,
    WritingOptions,
    PrintOptions,
    LiveOptions {
  /** Undefined: resolve the prompt files and print. */
  readonly session: InputRef | undefined;
  /** With `dryRun`: exit 1 when something would be written. */
  readonly exitCode: boolean;
  readonly keepEdits: boolean;
  readonly reseed: boolean;
}

/** `panto inspect SESSION` */
export interface InspectOptions
  extends
    CommonOptions,
    PromptFileOptions,
    TemplateOptions,
    ReadingOptions,
    PrintOptions,
    LiveOptions {
  readonly session: InputRef;
  readonly at: PositionSpec;
}

/** What `panto diff` holds against what. */
export type DiffForm =
  | { readonly form: "resume"; readonly session: InputRef; readonly keepEdits: boolean }
  | {
    readonly form: "positions";
    readonly session: InputRef;
    readonly from: PositionSpec;
    readonly to: PositionSpec | "files";
  }
  | { readonly form: "sessions"; readonly session: InputRef; readonly other: InputRef };

/** `panto diff SESSION`, `panto diff SESSION --from N`, `panto diff A B` */
export interface DiffOptions
  extends CommonOptions, PromptFileOptions, TemplateOptions, ReadingOptions {
  readonly compare: DiffForm;
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** `panto log SESSION` */
export interface LogOptions extends CommonOptions, ReadingOptions {
  readonly session: InputRef;
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** `panto status SESSION…` */
export interface StatusOptions
  extends CommonOptions, PromptFileOptions, TemplateOptions, ReadingOptions {
  /** At least one. */
  readonly sessions: readonly InputRef[];
  readonly format: ReportFormat;
  readonly keepEdits: boolean;
}

/** `panto layers` */
export interface LayersOptions extends CommonOptions, PromptFileOptions {
  readonly format: ReportFormat;
}

/** What `panto append` adds. */
export type AppendContent =
  | {
    readonly type: "text";
    readonly role: "user" | "assistant" | "system";
    readonly replace: boolean;
    readonly source: { readonly type: "argument"; readonly text: string } | {
      readonly type: "stdin";
    };
  }
  | { readonly type: "message"; readonly source: InputRef };

/** `panto append SESSION` */
export interface AppendOptions
  extends CommonOptions, PromptFileOptions, ReadingOptions, WritingOptions {
  readonly session: FileRef;
  readonly format: ReportFormat;
  readonly content: AppendContent;
}

/** `panto assemble [DIR]` */
export interface AssembleOptions
  extends CommonOptions, Pick<PromptFileOptions, "projectRoot">, Omit<LiveOptions, "live"> {
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** `panto render FILE|-` */
export interface RenderOptions
  extends CommonOptions, Pick<PromptFileOptions, "projectRoot">, TemplateOptions {
  readonly template: InputRef;
  /** Checks the syntax and prints nothing. */
  readonly check: boolean;
  /** A JSON object of variables; those of `vars` win. */
  readonly varsFile: InputRef | undefined;
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** A command with everything it needs to know. */
export type Invocation =
  | { readonly command: "default"; readonly options: DefaultOptions }
  | { readonly command: "inspect"; readonly options: InspectOptions }
  | { readonly command: "diff"; readonly options: DiffOptions }
  | { readonly command: "log"; readonly options: LogOptions }
  | { readonly command: "status"; readonly options: StatusOptions }
  | { readonly command: "layers"; readonly options: LayersOptions }
  | { readonly command: "append"; readonly options: AppendOptions }
  | { readonly command: "assemble"; readonly options: AssembleOptions }
  | { readonly command: "render"; readonly options: RenderOptions }
  | { readonly command: "help"; readonly text: string };
