/**
 * What panto refuses of sessions: those made from something that a call does not name again, and files that
 * are another program's (DESIGN §3, §5). Whole command lines with everything that they print, and every
 * file as it was, to the time of its last change.
 */

import assert from "node:assert/strict";
import { CommandRunner } from "../../support/command_runner.ts";
import type { FakeHostOptions } from "../../support/fake_host.ts";

const HEADER = '{"type":"session","version":3,"id":"h","cwd":"/w"}\n';

/** A session by hand, whose only block has the source. */
const sourced = (source: unknown) =>
  `${HEADER}{"type":"message","id":"a","parentId":null,"message":${
    JSON.stringify({ role: "system", content: [{ type: "text", text: "old" }], source })
  }}\n`;

/** Every way to plan a resume; none of them may print a prompt. */
const planning = (name: string): string[][] => [
  [name],
  [name, "--json"],
  ["-n", name],
  ["status", name],
  ["diff", name],
  ["diff", name, "--to", "files"],
  ["diff", name, "--from", "0", "--to", "files"],
];

const unnamed = "what it was made from is not named again";
const onward = "a resume with --reseed goes on without it; for text meant once: panto append";

interface Case {
  /** What the session was made with. */
  readonly made?: readonly string[];
  /** Its text, where it was made by hand. */
  readonly log?: string;
  /** What is given now. */
  readonly given?: readonly string[];
  readonly error?: string;
  readonly hint: string;
}

const forgotten: Readonly<Record<string, Case>> = {
  "one name with a quote": {
    made: ["--system", "it's mine.md"],
    hint: `name it again: --system 'it'\\''s mine.md'; ${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a name that starts with a dash": {
    made: ["--append=-a.md"],
    hint: `name it again: --append ./-a.md; ${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a pipe": {
    made: ["--system", "-"],
    hint: `name it again: --system -; ${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a file that lay outside": {
    made: ["--append", "../up.md", "--append", "sub/a.md"],
    given: ["--append", "sub/a.md"],
    hint: 'name it again: --append FILE ("up.md", from another directory) --append sub/a.md; ' +
      `${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a manifest without a prompt, and layers": {
    made: ["--manifest", "m.toml", "--no-project"],
    given: ["--system", "sub/a.md"],
    hint: `name it again: --layers user,base; ${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a manifest": {
    made: ["--manifest", "p.toml", "--layers", "none"],
    given: ["--layers", "none"],
    hint: `name it again: --manifest p.toml; ${onward} 's 1.jsonl' --role system TEXT`,
  },
  "an imported prompt": {
    log: sourced({ kind: "import" }),
    given: ["--layers", "project"],
    error: "it was imported, and the prompt files would take its place",
    hint: "a resume with --reseed records the prompt files; " +
      "for text meant once: panto append 's 1.jsonl' --role system TEXT",
  },
  "a path that is absolute, in a log of somebody else's": {
    log: sourced({ kind: "file", option: "system", file: "/etc/passwd" }),
    hint: 'name it again, with paths from "/w": --system FILE ("/etc/passwd"); ' +
      `${onward} 's 1.jsonl' --role system TEXT`,
  },
  "a path that leads up, with words for the shell": {
    log: sourced({ kind: "manifest", file: "../$(rm x)\u001b[31m\n.toml" }),
    hint: 'name it again, with paths from "/w": ' +
      '--manifest FILE ("../$(rm x)\\u001b[31m\\n.toml"); ' +
      `${onward} 's 1.jsonl' --role system TEXT`,
  },
  "words for the shell": {
    log: sourced({ kind: "file", option: "append", file: "$(rm x); `y`", layers: ["; z"] }),
    hint: "name it again, with paths from \"/w\": --append '$(rm x); `y`' --layers LIST; " +
      `${onward} 's 1.jsonl' --role system TEXT`,
  },
};

function prepared(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("project", "SYSTEM.md", "Seed.\n");
  for (const name of ["it's mine.md", "-a.md", "../up.md", "sub/a.md"]) runner.write(name, name);
  runner.write("m.toml", "[worker]\nname = 'x'\n");
  runner.write("p.toml", "[worker]\nsystem_prompt = 'Of a manifest.'\n");
  return runner;
}

for (const [what, { made, log, given = [], error = unnamed, hint }] of Object.entries(forgotten)) {
  Deno.test(`a session that was made from ${what}: nothing is forgotten in silence`, () => {
    using runner = prepared();
    const session = "s 1.jsonl";
    if (log === undefined) {
      const code = runner.panto([session, ...made ?? []], { stdin: "From a pipe.\n" }).code;
      assert.equal(code, 0);
    } else runner.write(session, log);
    const before = runner.snapshot();
    const err = `panto: error: The prompt of "${session}" would change: ${error}\nhint: ${hint}\n`;
    for (const argv of planning(session)) {
      const told = { ...runner.panto([...argv, ...given]), argv };
      const out = argv.includes("status") ? told.out : "";
      assert.deepEqual(told, { code: 4, out, err, argv });
    }
    const piped = runner.panto(["-", ...given], { stdin: runner.read(session) });
    const fromPipe = err.replace(session, "standard input").replace("'s 1.jsonl'", "SESSION");
    assert.deepEqual(piped, { code: 4, out: "", err: fromPipe });
    // Nothing else asks, and consent is enough.
    for (const command of ["inspect", "log", "show", "blame"]) {
      assert.equal(runner.panto([command, session]).code, 0);
    }
    assert.deepEqual(runner.snapshot(), before);
    assert.equal(runner.panto([session, "--reseed", ...given]).code, 0);
  });
}

const linked = { uuid: "u", parentUuid: null, sessionId: "s" };
const talk = { messages: [{ role: "user", content: "Hi" }] };
const row = { prompt: "p", response: "r", conversation_id: "c", datetime_utc: "d" };

/** The smallest file of every program whose logs are not read yet. */
const foreign: [words: string, content: unknown, name?: string][] = [
  ["is an SQLite database", "SQLite format 3\0\u0010\0"],
  ["is a chat history of aider", "# aider chat started at 2026-12-03 10:00:00\n\n#### hello\n"],
  ["is a session of Codex", { timestamp: "t", type: "session_meta", payload: { id: "i" } }],
  ["is a session of Kimi Code", { type: "metadata", protocol_version: "1.5", created_at: 1 }],
  [
    "is a session of GitHub Copilot CLI",
    { type: "session.start", data: { producer: "p", sessionId: "s" } },
  ],
  ["is a session of Gemini CLI", { sessionId: "s", projectHash: "h", startTime: "t" }],
  [
    "is a session of Qwen Code",
    { ...linked, type: "user", message: { role: "user", parts: [] } },
  ],
  [
    "is a session of Claude Code",
    { ...linked, type: "user", message: { role: "user", content: "Hi" } },
  ],
  [
    "looks like a session of Claude Code",
    { type: "user", message: { role: "user", content: "Hi" } },
  ],
  ["looks like a session of Grok CLI", { type: "system", content: "x" }],
  ["is a session of Grok CLI", { type: "system", content: "x" }, "chat_history.jsonl"],
  ['is chat data with lists of "messages"', talk],
  [
    "is ShareGPT data",
    { conversations: [{ from: "human", value: "Hi" }] },
  ],
  [
    "is an export of opencode",
    { info: { id: "ses_1" }, messages: [{ info: { role: "user" }, parts: [] }] },
  ],
  ["is a list of responses of llm", JSON.stringify([row])],
];

for (const [words, content, name = "log"] of foreign) {
  Deno.test(`panto leaves alone what ${words} (${name})`, () => {
    using runner = prepared();
    const text = typeof content === "string" ? content : `${JSON.stringify(content)}\n`;
    runner.write(`sub/${name}`, text);
    const session = `sub/${name}`;
    const before = runner.snapshot();
    const unreadable = `panto: error: "${session}" ${words}, which panto cannot read yet\n`;
    const unwritable = `panto: error: "${session}" ${words}; panto does not write into it\n` +
      "hint: panto cannot read it yet\n";
    const append = ["append", session, "--role", "user", "hi"];
    const table: [argv: string[], code: number, err: string, options?: FakeHostOptions][] = [
      ...[[session], ["-n", session], [session, "--reseed", "--lenient"], append].map(
        (argv): [string[], number, string] => [argv, 3, unwritable],
      ),
      [["status", session], 3, unwritable],
      ...["inspect", "log", "show", "blame", "diff"].map(
        (command): [string[], number, string] => [[command, session], 3, unreadable],
      ),
      ...[[session, "--adopt"], [...append, "--adopt"]].map(
        (argv): [string[], number, string] => [
          argv,
          2,
          `panto: error: Cannot adopt "${session}": it ${words}\n`,
        ],
      ),
    ];
    for (const [argv, code, err] of table) {
      assert.deepEqual({ ...runner.panto(argv), argv }, { code, out: "", err, argv });
    }
    assert.deepEqual(runner.snapshot(), before);
  });
}
