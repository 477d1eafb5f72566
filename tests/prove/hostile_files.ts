/**
 * Hostile paths and prompt files: rows 23 to 42 of docs/hostile-inputs.md.
 *
 * @module
 */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sandbox } from "../support/sandbox.ts";
import { chain, HEADER, logText, system, user } from "../support/log_builder.ts";
import { runCommand } from "../../scripts/build/run_command.ts";
import type { Recipe } from "./hostile_recipe.ts";

const LOG = logText(HEADER, ...chain(system("seed\n"), user("hi")));

function pathRuns(session: string): readonly (readonly string[])[] {
  return [
    [session],
    ["inspect", session],
    ["log", session],
    ["status", session],
    ["append", session, "--role", "user", "hi"],
  ];
}

function path(
  name: string,
  about: string,
  session: string,
  prepare: Recipe["prepare"],
  row = 23,
): Recipe {
  return { row, name, about, prepare, runs: pathRuns(session) };
}

function socket(box: Sandbox): void {
  // A program that binds and ends: Deno and Node would take the name away.
  const bind = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])";
  const { code, stderr } = runCommand(["python3", "-c", bind, box.path("socket.jsonl")]);
  if (code !== 0) throw new Error(`Cannot make a socket: ${stderr}`);
}

const PATHS: readonly Recipe[] = [
  path("directory", "the log is a directory", "d.jsonl", (box) => mkdirSync(box.path("d.jsonl"))),
  path("fifo", "the log is a named pipe", "f.jsonl", (box) => {
    runCommand(["mkfifo", box.path("f.jsonl")]);
  }),
  path("socket", "the log is a socket", "socket.jsonl", socket),
  path("dev-null", "the log is /dev/null", "/dev/null", () => {}),
  path("dev-full", "the log is /dev/full", "/dev/full", () => {}),
  path("under-file", "the log lies below a file", "file/s.jsonl", (box) => box.write("file", "x")),
  path("link", "the log is a link", "link.jsonl", (box) => {
    box.write("s.jsonl", LOG);
    symlinkSync("s.jsonl", box.path("link.jsonl"));
  }, 24),
  path("link-dangling", "the log is a link to nothing", "link.jsonl", (box) => {
    symlinkSync("gone.jsonl", box.path("link.jsonl"));
  }, 24),
  path("link-loop", "the log is a link in a loop", "a.jsonl", (box) => {
    symlinkSync("b.jsonl", box.path("a.jsonl"));
    symlinkSync("a.jsonl", box.path("b.jsonl"));
  }, 24),
];

const FILE_RUNS: readonly (readonly string[])[] = [[], ["layers"], ["s.jsonl"], [
  "inspect",
  "s.jsonl",
]];

/**
 * Makes the recipe of prompt files that every command meets. `row` is of docs/hostile-inputs.md; a
 * base layer with a seed is there before `prepare`, and no user layer.
 */
export function files(
  row: number,
  name: string,
  about: string,
  prepare: Recipe["prepare"],
): Recipe {
  return {
    row,
    name,
    about,
    runs: FILE_RUNS,
    prepare: (box) => {
      rmSync(box.layers.user, { recursive: true });
      box.layer("base/SYSTEM.md", "base seed\n");
      prepare(box);
    },
  };
}

/** Links the project's SYSTEM.md to a target, in which `$ROOT` stands for the sandbox. */
export function projectLink(target: string): Recipe["prepare"] {
  return (box) => {
    mkdirSync(box.layers.project);
    writeFileSync(join(box.root, "secret"), "SECRET\n");
    symlinkSync(target.replace("$ROOT", box.root), box.layerPath("project/SYSTEM.md"));
  };
}

/** Writes the project's SYSTEM.md. */
export function project(text: string | Uint8Array): Recipe["prepare"] {
  return (box) => box.layer("project/SYSTEM.md", text);
}

function inPlace(make: (path: string) => void): Recipe["prepare"] {
  return (box) => {
    mkdirSync(box.layers.project);
    make(box.layerPath("project/SYSTEM.md"));
  };
}

const UNTRUSTED: readonly Recipe[] = [
  files(28, "link-absolute", "SYSTEM.md links to a secret", projectLink("$ROOT/secret")),
  files(28, "link-up", "SYSTEM.md links up out of the project", projectLink("../../secret")),
  files(28, "link-passwd", "SYSTEM.md links to /etc/passwd", projectLink("/etc/passwd")),
  files(28, "link-directory", ".panto links out of the project", (box) => {
    mkdirSync(join(box.root, "out"));
    writeFileSync(join(box.root, "out", "SYSTEM.md"), "SECRET\n");
    symlinkSync("../out", box.layers.project);
  }),
  files(29, "environ", "SYSTEM.md links to /proc/self/environ", projectLink("/proc/self/environ")),
  files(30, "zero", "SYSTEM.md links to /dev/zero", projectLink("/dev/zero")),
  files(30, "user-zero", "a user's SYSTEM.md links to /dev/zero", (box) => {
    mkdirSync(box.layers.user, { recursive: true });
    symlinkSync("/dev/zero", box.layerPath("user/SYSTEM.md"));
  }),
  files(
    30,
    "fifo-prompt",
    "SYSTEM.md is a named pipe",
    inPlace((path) => {
      runCommand(["mkfifo", path]);
    }),
  ),
  files(30, "directory-prompt", "SYSTEM.md is a directory", inPlace((path) => mkdirSync(path))),
  files(31, "one-directory", "user and project layer are one directory", (box) => {
    box.layer("project/APPEND_SYSTEM.md", "rules\n");
    mkdirSync(dirname(box.layers.user), { recursive: true });
    symlinkSync(box.layers.project, box.layers.user);
  }),
  ...([["relative", "data"], ["empty", ""], ["dots", "$ROOT/home/../data"]] as const).map(
    ([name, value]): Recipe => ({
      ...files(32, `xdg-${name}`, `XDG_DATA_HOME is ${JSON.stringify(value)}`, () => {}),
      env: { XDG_DATA_HOME: value },
    }),
  ),
];

const TEXTS: readonly Recipe[] = [
  files(
    33,
    "escape",
    "escape sequences in SYSTEM.md",
    project("a\x1b[2J\x1b]0;t\x07\x1b]52;c;QQ==\x07\r\b\x9b31m\n"),
  ),
  {
    ...files(33, "escape-name", "an escape sequence in a session's name", () => {}),
    runs: [["./\x1b[2J.jsonl"], ["inspect", "./\x1b[2J.jsonl"], ["status", "./\x1b[2J.jsonl"], [
      "inspect",
      "./\x1b]0;x\x07",
    ], ["\x1b[2J"]],
  },
  ...[
    "\u{e0041}\u{e0042}",
    "\u202eab\u202c",
    "\u2066x\u2069",
    "\u200b\u2060",
    "\u3164",
    "\u{1f468}\u200d\u{1f469}\ufe0f",
  ]
    .map((text, index) =>
      files(
        34,
        `invisible-${["tags", "bidi", "isolates", "zero-width", "filler", "emoji"][index]}`,
        "invisible characters in a project file",
        project(`use tabs${text}.\nmore\n`),
      )
    ),
  files(
    35,
    "braces",
    "template syntax in a plain SYSTEM.md",
    project("{{ date }} {% if x %} {# y #} {{ undefined }}\n"),
  ),
  files(37, "empty-prompt", "an empty SYSTEM.md", project("")),
  files(37, "blank-prompt", "a SYSTEM.md of white space", project(" \n\t\n")),
  files(37, "bom-prompt", "a SYSTEM.md that is a byte order mark", project("\ufeff")),
  files(37, "nul-prompt", "a NUL in SYSTEM.md", project("a\0b")),
  files(
    37,
    "bad-utf8-prompt",
    "a SYSTEM.md that is no UTF-8",
    project(new Uint8Array([0x61, 0xff, 0x62])),
  ),
  files(
    37,
    "utf16-prompt",
    "a SYSTEM.md in UTF-16",
    project(new Uint8Array([0xff, 0xfe, 0x61, 0x00])),
  ),
  files(37, "trailing", "a SYSTEM.md with trailing newlines", project("a\r\n\r\n\n")),
  files(39, "near-misses", "system.md, System.md and others", (box) => {
    for (const name of ["system.md", "System.md", "SYSTEM.txt", "APPEND-SYSTEM.md"]) {
      box.layer(`project/${name}`, "x\n");
    }
  }),
  {
    ...files(41, "newline-path", "a newline in the working directory", (box) => {
      mkdirSync(box.path("a\nb/.panto"), { recursive: true });
      box.write("a\nb/.panto/SYSTEM.md", "deep\n");
    }),
    runs: [["-C", "a\nb"], ["-C", "a\nb", "s.jsonl"], ["-C", "a\nb", "layers"], [
      "-C",
      "a\nb",
      "inspect",
      "gone.jsonl",
    ]],
  },
];

/** The recipes. */
export const FILE_RECIPES: readonly Recipe[] = [...PATHS, ...UNTRUSTED, ...TEXTS];
