/**
 * The house as data: which room may import which, what each door stands before, where the outside
 * world may be touched, and how large a file, a function and a folder may grow (DESIGN §12).
 *
 * A room is `lib/NAME/` together with its door `lib/NAME.ts`; a room of one file is its own door. The
 * rules are made from folders: a list of file names had to be amended with every new file, and said
 * nothing about which subject a file belongs to.
 *
 * Arrows point from a room to those it may import, never back. `may` is everything a room may see, so
 * that reading one row suffices.
 *
 * @module
 */

/** What a room may import, and how others reach it. */
export interface Room {
  /** The rooms that its files may import. */
  readonly may: readonly string[];
  /** The room that is its door, where that bears another name. */
  readonly door?: string;
  /** The door that opens onto the room's `io/`, where it is not the door of the rest. */
  readonly ioDoor?: string;
  /** Whether other rooms import it file by file: it has no subject that a door would have to guard. */
  readonly open?: true;
}

/** Every room of lib/. `readers`, `check`, `view` and `tokens` have their place before they are built. */
export const ROOMS: Readonly<Record<string, Room>> = {
  errors: { open: true, may: [] },
  types: { open: true, may: [] },
  // What a renderer gives carries warnings.
  prompt_source: { open: true, may: ["types", "errors"] },
  text: { open: true, may: ["types", "errors"] },
  derive: { may: ["types", "errors"] },
  layers: { may: ["types", "errors", "text", "prompt_source"] },
  // A conversation in memory shows the fold of its messages.
  message: { open: true, may: ["types", "errors", "text", "derive"] },
  tokens: { may: ["types", "errors", "text"] },
  readers: { may: ["types", "errors", "text", "derive", "message"] },
  // Bytes are read and written for a session; whoever only asks a log for its prompt meets no disk.
  log: {
    ioDoor: "session",
    may: ["types", "errors", "text", "derive", "message", "readers"],
  },
  serialize: { may: ["types", "errors", "text", "derive", "message"] },
  template: { door: "config", may: ["types", "errors", "text", "prompt_source", "layers"] },
  // A listing checks the templates that it names.
  prompt_files: {
    door: "config",
    may: ["types", "errors", "text", "prompt_source", "layers", "template"],
  },
  // Instruction files are read as safely as prompt files.
  live: {
    door: "config",
    may: ["types", "errors", "text", "prompt_source", "layers", "prompt_files"],
  },
  config: {
    may: ["types", "errors", "text", "prompt_source", "layers", "template", "prompt_files", "live"],
  },
  resume: { may: ["types", "errors", "text", "prompt_source", "derive", "message", "log"] },
  session: {
    may: ["types", "errors", "text", "prompt_source", "derive", "message", "log", "resume"],
  },
  blame: { may: ["types", "errors", "text", "prompt_source", "derive", "log", "config"] },
  check: {
    may: [
      ...["types", "errors", "text", "derive", "message", "tokens"],
      ...["log", "serialize", "config"],
    ],
  },
  view: { may: ["types", "errors", "text", "log", "serialize", "blame"] },
};

/** What stands outside lib/, by the first part of the path, and what of the same kind it may import. */
export const HOUSES: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["main.ts", "cli", "mod.ts"],
  "cli": ["cli", "mod.ts"],
  "mod.ts": ["lib"],
  "scripts": ["scripts", "main.ts", "cli", "mod.ts", "lib"],
};

/** The packages that may be inside the executable, by the rooms (or `cli`) that may import them. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "commander": ["cli"],
  "diff": ["text"],
  "minijinja-js": ["template"],
  "smol-toml": ["template"],
};

/** Built-in modules that neither touch the outside nor cost start-up time. */
export const PURE_BUILTINS: readonly string[] = [
  "node:buffer",
  "node:path",
  "node:path/posix",
  "node:path/win32",
  "node:util",
];

/** Files that touch the outside world although no `io/` in their path says so, each with the reason. */
export const OUTSIDE: Readonly<Record<string, string>> = {
  "lib/session.ts": "a session is given by its path",
  "lib/config.ts": "a configuration is what the files ask for",
  "lib/text/sha256.ts": "asks the runtime for node:crypto late: its loading costs start-up time",
};

/** Lines in a file of lib/, cli/ and scripts/. */
export const MAX_FILE_LINES = 350;

/** Lines in a function of those. */
export const MAX_FUNCTION_LINES = 60;

/** Files in a folder of those, its subfolders not counted. */
export const MAX_FOLDER_FILES = 15;

/** Folders that may hold more, each with the reason. */
export const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  "cli/commands": "one file a command: the list grows with what panto can do",
};

/** Sources in AssemblyScript: no TypeScript, so neither deno's checker nor the ceilings judge them. */
export const ASSEMBLY_SCRIPT = ".as.ts";

/**
 * What does not obey yet, as `FILE -> WHAT IT IMPORTS`, `FOLDER/` (too many files) or
 * `FILE <-> FILE` (a circle). An entry that is no longer needed
 * fails a test, so the list can only shrink.
 */
export const NOT_YET: readonly string[] = [];
