/**
 * README is run: its console blocks in a scratch directory, its shell script against a stub of curl, its
 * library examples as programs. So are the console blocks of docs/templates.md. PANTO_UPDATE_GOLDEN=1
 * writes the output in the console blocks anew.
 *
 * The blocks of one section share a shell. Ids, times and the scratch directory are replaced by fixed
 * ones. With PANTO_BIN=FILE that executable is run instead of the sources.
 */

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { exitCodes } from "../../cli/failure.ts";
import { permissionFlags } from "../../scripts/build/compile.ts";
import { runCommand } from "../../scripts/build/run_command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = join(ROOT, "README.md");
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/architecture.md",
  "docs/design.md",
  "docs/hostile-inputs.md",
  "docs/session-log.md",
  "docs/templates.md",
];
const WITH_CONSOLE = ["README.md", "docs/templates.md"];
const CONSOLE = /^```console\n(.*?)^```$/gms;
const MARK = "=== panto readme ===";

const hasBash = isInstalled("bash");
const hasJq = isInstalled("jq");
if (!hasJq) console.error("jq is not installed: README's chat.sh is not run");

function isInstalled(program: string): boolean {
  return Deno.build.os !== "windows" && runCommand([program, "--version"]).code === 0;
}

/** A scratch directory with a `panto` on PATH; `using` removes it. */
class Scratch implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "panto-readme-")));
  readonly #bin = join(this.root, "bin");

  constructor() {
    mkdirSync(this.#bin);
    mkdirSync(join(this.root, "tmp"));
    this.program("panto", `exec ${pantoCommand()} "$@"`);
  }

  /** Puts a shell script on PATH. */
  program(name: string, script: string): void {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.#bin, name), 0o755);
  }

  /** Runs a bash script with standard error joined to standard output. */
  bash(script: string, input = ""): { code: number; output: string } {
    const [file, stdin] = [join(this.root, "script"), join(this.root, "stdin")];
    writeFileSync(file, `exec 2>&1 < "${stdin}"\n${script}`);
    writeFileSync(stdin, input);
    const path = `${this.#bin}${delimiter}${Deno.env.get("PATH")}`;
    const { code, stdout } = new Deno.Command("bash", {
      args: ["--norc", file],
      cwd: this.root,
      clearEnv: true,
      env: {
        PATH: path,
        HOME: this.root,
        TMPDIR: join(this.root, "tmp"),
        DENO_DIR: denoDirectory(),
        LC_ALL: "C",
        TZ: "UTC",
        NO_COLOR: "1",
        DENO_NO_UPDATE_CHECK: "1",
        ANTHROPIC_API_KEY: "secret",
        MODEL: "MODEL",
      },
    }).outputSync();
    return { code, output: new TextDecoder().decode(stdout) };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function pantoCommand(): string {
  const executable = Deno.env.get("PANTO_BIN");
  if (executable !== undefined) return `"${resolve(executable)}"`;
  const config = join(ROOT, "deno.json");
  const task: string = JSON.parse(readFileSync(config, "utf8")).tasks.panto.command;
  const flags = permissionFlags(task).join(" ");
  return `"${Deno.execPath()}" run --quiet --config "${config}" ${flags} "${ROOT}main.ts"`;
}

/** The home directory is another one in the scratch directory, so it must be named. */
function denoDirectory(): string {
  return JSON.parse(runCommand([Deno.execPath(), "info", "--json"], { cwd: ROOT }).stdout).denoDir;
}

/** The commands of a console block: lines that begin with `$ `. */
function commandsOf(block: string): string[] {
  return block.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
}

/** Runs commands one after the other in one shell, which keeps its directory, variables and `$?`. */
function outputsOf(commands: readonly string[]): string[] {
  using scratch = new Scratch();
  const script = commands.map((command) =>
    `${command}\n{ __code=$?; printf '%s\\n' '${MARK}'; (exit $__code); }\n`
  );
  const { output } = scratch.bash(script.join(""));
  const outputs = output.split(`${MARK}\n`).slice(0, -1);
  assert.equal(outputs.length, commands.length, `the shell ended early:\n${output}`);
  // An id that begins with digits alone is shown longer; another run has other ids.
  if (/ \d{8}- /.test(output)) return outputsOf(commands);
  return normalizer(scratch.root)(outputs);
}

/** Replaces what differs between two runs; equal ids stay equal. */
function normalizer(root: string): (texts: readonly string[]) => string[] {
  const ids = new Map<string, string>();
  // Tables show the beginning of an id.
  const shortFor = (id: string): string => {
    const number = String(ids.size + 1).padStart(2, "0");
    return ids.get(id) ?? ids.set(id, `6f1d2c${number}`).get(id) ?? "";
  };
  const idFor = (id: string): string => `${shortFor(id.slice(0, 8))}-8a4b-4c1e-9d3f-2b7e5a90c4d1`;
  return (texts) =>
    texts.map((text) =>
      text
        .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, idFor)
        .replaceAll(/(?<= )[\da-f]{8}(?= {2})/g, shortFor)
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-11-30T18:00:00.000Z")
        .replaceAll(new RegExp(`${root}/tmp/tmp\\.\\w+`, "g"), "/tmp/scratch")
    );
}

/** A document with the output in its console blocks as it is now. */
function regenerate(document: string): string {
  return document.split(/^(?=## )/m).map((section) => {
    const blocks = [...section.matchAll(CONSOLE)].map((match) => commandsOf(match[1] ?? ""));
    if (blocks.length === 0) return section;
    const outputs = outputsOf(blocks.flat());
    return section.replaceAll(CONSOLE, () => {
      const lines = (blocks.shift() ?? []).map((command) => `$ ${command}\n${outputs.shift()}`);
      return `\`\`\`console\n${lines.join("")}\`\`\``;
    });
  }).join("");
}

for (const name of WITH_CONSOLE) {
  Deno.test({
    name: `the console blocks of ${name} show what panto prints`,
    ignore: !hasBash,
    fn() {
      const path = join(ROOT, name);
      const document = readFileSync(path, "utf8");
      assert.match(document, /^```console$/m);
      const now = regenerate(document);
      if (Deno.env.get("PANTO_UPDATE_GOLDEN") === "1") writeFileSync(path, now);
      else {assert.equal(
          now,
          document,
          "PANTO_UPDATE_GOLDEN=1 deno test -A tests/docs/readme_test.ts",
        );}
    },
  });
}

/** Answers of a model, one a request: a tool call, a text, another text. */
const ANSWERS = [
  {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "t1", name: "list_files", input: { directory: "shelf" } },
      { type: "tool_use", id: "t2", name: "sell", input: { price: 12 } },
    ],
    stop_reason: "tool_use",
  },
  { role: "assistant", content: [{ type: "text", text: "One lamp." }], stop_reason: "end_turn" },
  { role: "assistant", content: [{ type: "text", text: "Bye." }], stop_reason: "end_turn" },
];

/** Keeps what it is sent and with which arguments, and gives the next answer. */
const STUB_CURL = `n=$(ls "$HOME"/request-* 2>/dev/null | wc -l)
cat > "$HOME/request-$n"
printf '%s\\n' "$@" >> "$HOME/arguments"
cat "$HOME/answer-$n"`;

Deno.test({
  name: "README's chat.sh holds a conversation with tool calls",
  ignore: !hasBash || !hasJq,
  fn() {
    const [, script = ""] = /^```bash\n(.*?)^```$/ms.exec(readFileSync(README, "utf8")) ?? [];
    assert.match(script, /chat\.sh/);
    using scratch = new Scratch();
    scratch.program("curl", STUB_CURL);
    mkdirSync(join(scratch.root, ".panto"));
    writeFileSync(join(scratch.root, ".panto", "SYSTEM.md"), "You keep a shop.\n");
    mkdirSync(join(scratch.root, "shelf"));
    writeFileSync(join(scratch.root, "shelf", "lamp"), "");
    for (const [index, answer] of ANSWERS.entries()) {
      writeFileSync(join(scratch.root, `answer-${index}`), JSON.stringify(answer));
    }
    writeFileSync(join(scratch.root, "chat.sh"), script);
    const run = scratch.bash("bash chat.sh s.jsonl", "What is on the shelf?\n\n-\n");
    assert.match(run.output, /created s\.jsonl: seed project\nLet me look\.\nOne lamp\.\nBye\.\n$/);

    const names = readdirSync(scratch.root).filter((name) => name.startsWith("request-"));
    assert.equal(names.length, ANSWERS.length);
    const requests = names.sort().map((name) =>
      JSON.parse(readFileSync(join(scratch.root, name), "utf8"))
    );
    const last = requests.at(-1);
    assert.equal(last.model, "MODEL");
    assert.equal(last.max_tokens, 2048);
    assert.equal(last.system, "You keep a shop.");
    assert.equal(last.tools[0].name, "list_files");
    const text = (text: string) => [{ type: "text", text }];
    assert.deepEqual(last.messages, [
      { role: "user", content: text("What is on the shelf?") },
      { role: "assistant", content: ANSWERS[0]?.content },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t1", content: text("lamp") },
          {
            type: "tool_result",
            tool_use_id: "t2",
            content: text("there is no such tool"),
            is_error: true,
          },
        ],
      },
      { role: "assistant", content: text("One lamp.") },
      { role: "user", content: text("-") },
    ]);
    assert.doesNotMatch(readFileSync(join(scratch.root, "arguments"), "utf8"), /secret/);
  },
});

Deno.test({
  name: "README's chat.sh takes a tool's output of any length, and records nothing by halves",
  ignore: !hasBash || !hasJq,
  fn() {
    const [, script = ""] = /^```bash\n(.*?)^```$/ms.exec(readFileSync(README, "utf8")) ?? [];
    using scratch = new Scratch();
    scratch.program("curl", STUB_CURL);
    mkdirSync(join(scratch.root, "shelf"));
    for (let count = 0; count < 1500; count++) {
      writeFileSync(join(scratch.root, "shelf", `${"long ".repeat(20)}${count}`), "");
    }
    for (const [index, answer] of ANSWERS.entries()) {
      writeFileSync(join(scratch.root, `answer-${index}`), JSON.stringify(answer));
    }
    writeFileSync(join(scratch.root, "chat.sh"), script);
    scratch.bash("bash chat.sh s.jsonl", "What is on the shelf?\n");
    const { messages } = JSON.parse(readFileSync(join(scratch.root, "request-1"), "utf8"));
    assert.ok(messages.at(-1).content[0].content[0].text.length > 150_000);

    writeFileSync(join(scratch.root, "chat.sh"), script.replace("run_tool() {", "$&\n  return 1"));
    writeFileSync(join(scratch.root, "answer-2"), JSON.stringify(ANSWERS[0]));
    const { code } = scratch.bash("bash chat.sh s.jsonl", "And now?\n");
    assert.equal(code, 1);
    const last = readFileSync(join(scratch.root, "s.jsonl"), "utf8").trimEnd().split("\n").at(-1);
    assert.equal(JSON.parse(last ?? "").message.role, "assistant");
  },
});

Deno.test({
  name: "README's chat.sh with --live sends live text that the session does not hold",
  ignore: !hasBash || !hasJq,
  fn() {
    const readme = readFileSync(README, "utf8");
    const [, script = ""] = /^```bash\n(.*?)^```$/ms.exec(readme) ?? [];
    const [, call = ""] = /^```sh\n(panto inspect "\$session" --live .*)\n```$/m.exec(readme) ?? [];
    const live = script.replace(call.replace(" --live", ""), () => call);
    assert.notEqual(live, script, "the line is one of chat.sh, with --live");
    using scratch = new Scratch();
    scratch.program("curl", STUB_CURL);
    writeFileSync(join(scratch.root, "AGENTS.md"), "Amounts are in cents.\n");
    writeFileSync(join(scratch.root, "answer-0"), JSON.stringify(ANSWERS[2]));
    writeFileSync(join(scratch.root, "chat.sh"), live);
    scratch.bash("bash chat.sh s.jsonl", "Hello\n");
    const { system } = JSON.parse(readFileSync(join(scratch.root, "request-0"), "utf8"));
    assert.match(system, /<env>\n {2}Working directory: .*\n\nAmounts are in cents\.$/s);
    const session = readFileSync(join(scratch.root, "s.jsonl"), "utf8");
    assert.match(session, /"Bye\."/);
    assert.doesNotMatch(session, /<env>|Amounts/);
  },
});

Deno.test("README's library examples run", () => {
  const { code, stdout, stderr } = runCommand(
    [Deno.execPath(), "test", "-A", "--doc", "README.md"],
    { cwd: ROOT },
  );
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /\b2 passed\b/);
});

Deno.test("README lists every exit code", () => {
  const rows = [...readFileSync(README, "utf8").matchAll(/^\| (\d+) +\| /gm)];
  assert.deepEqual(rows.map((row) => Number(row[1])), Object.values(exitCodes));
});

Deno.test("documents link only to files that are there", () => {
  for (const name of DOCUMENTS) {
    const text = readFileSync(join(ROOT, name), "utf8");
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      const path = join(ROOT, dirname(name), target);
      assert.ok(existsSync(path), `${name} links to ${target}`);
    }
  }
});

Deno.test("docs/architecture.md names every dependency with its version", () => {
  const { imports } = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8"));
  const text = readFileSync(join(ROOT, "docs", "architecture.md"), "utf8");
  for (const specifier of Object.values<string>(imports)) {
    const [, name, version] = /^npm:(.+)@([^@]+)$/.exec(specifier) ?? [];
    const rows = text.split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
    const found = rows.some((cells) => cells[1] === `\`${name}\`` && cells[2] === version);
    assert.ok(found, `no row for ${specifier}`);
  }
});
