/**
 * Shows the whole job of panto on real files: `deno task demo [EXAMPLES]`.
 *
 * The example project under examples/ and its home directory are copied to a temporary place, and panto
 * runs there as a program of its own, with the permissions of the task `panto` and an environment that
 * holds nothing of the user's. Every step has an exit code that it must end with, so the demo is a check
 * as well; what it shows of a model and of a tool is played by files, and the clock by PANTO_NOW.
 *
 * @module
 */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { permissionFlags } from "./build/compile.ts";
import { runCommand } from "./build/run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SESSION = "session.jsonl";

/** How a command is run. */
interface StepOptions {
  /** The exit code it must end with. @default 0 */
  readonly exit?: number;
  /** What it reads, as the name and the text of a file. */
  readonly input?: { readonly name: string; readonly text: string };
  /** Shows JSON with one member a line, as panto does on a terminal. @default false */
  readonly pretty?: boolean;
  /** The day it runs on, as far as panto can tell. @default the real one */
  readonly day?: string;
}

/** A temporary copy of the example, and panto run in it. */
class Demo {
  readonly #shop: string;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  constructor(examples: string, directory: string) {
    cpSync(examples, directory, { recursive: true });
    this.#shop = join(directory, "shop");
    const config = join(ROOT, "deno.json");
    const task: string = JSON.parse(readFileSync(config, "utf8")).tasks.panto.command;
    this.#command = [
      ...["run", "--quiet", "--config", config],
      ...permissionFlags(task),
      join(ROOT, "main.ts"),
    ];
    const home = join(directory, "home");
    this.#env = { ...systemVariables(), HOME: home, USERPROFILE: home };
  }

  /** Says what comes next. */
  say(text: string): void {
    console.log(`\n# ${text}`);
  }

  /** Prints a command as a user would type it. */
  typed(command: string): void {
    console.log(`$ ${command}`);
  }

  /** Runs panto in the shop and shows what it prints. */
  async panto(args: readonly string[], options: StepOptions = {}): Promise<void> {
    const { exit = 0, input, pretty = false, day } = options;
    const clock = day === undefined ? {} : { PANTO_NOW: `${day}T12:00:00Z` };
    const setting = Object.entries(clock).map(([name, value]) => `${name}=${value}`);
    const line = [...setting, "panto", ...args.map(quoted)].join(" ");
    this.typed(input === undefined ? line : `${line} < ${input.name}`);
    const child = new Deno.Command(Deno.execPath(), {
      args: [...this.#command, ...args],
      cwd: this.#shop,
      env: { ...this.#env, ...clock },
      clearEnv: true,
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    if (input !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(input.text));
      await writer.close();
    }
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const told = decoder.decode(stderr);
    const printed = decoder.decode(stdout);
    show(told);
    show(pretty && code === 0 ? JSON.stringify(JSON.parse(printed), null, 2) : printed);
    if (code !== 0) console.log(`(exit code ${code})`);
    if (code !== exit) throw new Error(`panto ended with exit code ${code}, not ${exit}`);
  }

  /** Reads a file of the shop. */
  read(path: string): string {
    return readFileSync(join(this.#shop, path), "utf8");
  }

  /** Removes a file of the shop. */
  remove(path: string): void {
    this.typed(`rm ${path}`);
    rmSync(join(this.#shop, path));
  }

  /** Adds a line to a file of the shop. */
  addLine(path: string, line: string): void {
    this.typed(`echo '${line}' >> ${path}`);
    writeFileSync(join(this.#shop, path), `${line}\n`, { flag: "a" });
  }
}

async function showAll(demo: Demo): Promise<void> {
  demo.say(
    "Prompt files stand in three layers: base and user in the home directory, project here.",
  );
  await demo.panto(["layers"]);

  demo.say("A new session records the prompt as its first entries, and prints it.");
  await demo.panto([SESSION]);

  demo.say(
    "A script adds what is said: a question, the model's call of a tool, the tool's result.",
  );
  await converse(demo);

  demo.say("Someone edits a layer. Is the session still in step? What would a resume change?");
  demo.addLine(join(".panto", "APPEND_SYSTEM.md"), "Show amounts in euros.");
  await demo.panto(["status", SESSION], { exit: 1 });
  await demo.panto(["diff", SESSION], { exit: 1 });

  demo.say("A resume records the new prompt. It only ever adds to the file.");
  const before = demo.read(SESSION);
  await demo.panto([SESSION]);
  const after = demo.read(SESSION);
  if (!after.startsWith(before)) throw new Error("the resume changed bytes that were there");
  console.log(`(the first ${byteLength(before)} bytes are as they were, of ${byteLength(after)})`);
  await demo.panto(["status", SESSION]);

  demo.say("The prompt that was in force when the model answered is still there.");
  await demo.panto(["inspect", SESSION, "--at", "8"]);
  await demo.panto(["diff", SESSION, "--from", "8"], { exit: 1 });

  demo.say("Every change of the prompt, in order.");
  await demo.panto(["log", SESSION]);

  demo.say("The request for Anthropic's Messages API: one system text.");
  const model = (name: string) => ["--model", name, "--max-tokens", "1024"];
  await demo.panto(["inspect", SESSION, "-f", "anthropic", ...model("MODEL")], { pretty: true });

  demo.say("The same for OpenAI's Chat Completions API: one leading system message a block.");
  await demo.panto(["inspect", SESSION, "-f", "openai", ...model("MODEL")], { pretty: true });

  await showTemplate(demo);
  await showLive(demo);
}

async function showTemplate(demo: Demo): Promise<void> {
  const seed = join(".panto", "SYSTEM.md");
  demo.say("A template instead of the plain file: it is rendered once, and the text is recorded.");
  demo.remove(seed);
  demo.addLine(
    `${seed}.j2`,
    "You keep the books of {{ vars.shop }}. They were opened on {{ date }}.",
  );
  const owner = ["--var", "shop=Ann's shop"];
  await demo.panto([SESSION, ...owner], { day: "2026-11-30" });
  demo.say("A year later the template is the same, so the session is in step, and so is its text.");
  await demo.panto(["status", SESSION], { day: "2027-11-30" });
}

async function showLive(demo: Demo): Promise<void> {
  demo.say("Live text is that of the moment: date, files, the project's AGENTS.md. It is added...");
  demo.addLine("AGENTS.md", "Round amounts to whole euros.");
  const before = demo.read(SESSION);
  await demo.panto([SESSION, "--live"], { day: "2027-11-30" });
  if (demo.read(SESSION) !== before) throw new Error("--live changed the session");
  demo.say("... to what is printed or sent, in every format, and never to the session.");
  await demo.panto(["inspect", SESSION]);
}

async function converse(demo: Demo): Promise<void> {
  const append = ["append", SESSION];
  await demo.panto([...append, "--role", "user", "What did the lamps bring in?"]);
  await demo.panto([...append, "--message", join("..", "answers", "call.json")]);
  demo.typed("cat orders.csv");
  const content = demo.read("orders.csv");
  show(content);
  const result = { type: "tool_result", tool_use_id: "toolu_01", content };
  const text = JSON.stringify({ role: "user", content: [result] });
  await demo.panto([...append, "--message", "-"], { input: { name: "result.json", text } });
  await demo.panto([...append, "--role", "assistant", "9800 cents, for two lamps."]);
}

/** Quotes a word for a POSIX shell where it needs it. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function show(text: string): void {
  if (text !== "") console.log(text.replace(/\n$/, ""));
}

/**
 * What a program needs to start. DENO_DIR is named because it would otherwise be looked for in the home
 * directory, which is another one here, and every package would be fetched again.
 */
function systemVariables(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ["PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) kept[name] = value;
  }
  const info = runCommand([Deno.execPath(), "info", "--json"], { cwd: ROOT });
  if (info.code !== 0) throw new Error(`deno info: exit code ${info.code}\n${info.stderr}`);
  const { denoDir } = JSON.parse(info.stdout);
  return { ...kept, DENO_DIR: denoDir, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
}

async function main(examples: string = join(ROOT, "examples")): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "panto-demo-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    Deno.exit(130);
  };
  Deno.addSignalListener("SIGINT", interrupted);
  try {
    await showAll(new Demo(examples, directory));
    console.log("\n# Done. Nothing was sent anywhere, and the copy is gone.");
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`\ndemo failed: ${error.message}`);
    return 1;
  } finally {
    Deno.removeSignalListener("SIGINT", interrupted);
    remove();
  }
}

if (import.meta.main) Deno.exitCode = await main(...Deno.args);
