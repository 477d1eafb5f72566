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
  /** The file that takes what it prints. @default it is shown */
  readonly into?: string;
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
    const { exit = 0, input, into, day } = options;
    const clock = day === undefined ? {} : { PANTO_NOW: `${day}T12:00:00Z` };
    const setting = Object.entries(clock).map(([name, value]) => `${name}=${value}`);
    const streams = [input && `< ${input.name}`, into && `> ${into}`];
    this.typed([...setting, "panto", ...args.map(quoted), ...streams].filter(Boolean).join(" "));
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
    if (into === undefined) show(printed);
    if (code !== 0) console.log(`(exit code ${code})`);
    if (code !== exit) throw new Error(`panto ended with exit code ${code}, not ${exit}`);
  }

  /** Reads a file of the shop. */
  read(path: string): string {
    return readFileSync(join(this.#shop, path), "utf8");
  }

  /** Adds a line to a file of the shop. */
  addLine(path: string, line: string): void {
    this.typed(`echo '${line}' >> ${path}`);
    writeFileSync(join(this.#shop, path), `${line}\n`, { flag: "a" });
  }
}

async function showAll(demo: Demo): Promise<void> {
  demo.say("A session: the prompt of three files, a question, a tool's result, an answer.");
  await demo.panto([SESSION], { into: "prompt.txt" });
  await converse(demo);

  demo.say('It said "9800 cents". Under which prompt was that? P is its number in panto log.');
  await demo.panto(["show", SESSION, "--grep", "9800 cents"]);

  demo.say("Someone changes a prompt file. What would change?");
  demo.addLine(join(".panto", "APPEND_SYSTEM.md"), "Show amounts in euros.");
  await demo.panto(["diff", SESSION], { exit: 1 });

  demo.say("The session goes on under the new prompt; the old one is still there.");
  await demo.panto([SESSION], { into: "prompt.txt" });
  await demo.panto(["inspect", SESSION, "--at", "8"]);

  demo.say("Since when does each line stand there, and which file is it from?");
  await demo.panto(["blame", SESSION]);
  demo.say("Every change of the prompt, in order. The file is only ever added to.");
  await demo.panto(["log", SESSION]);

  demo.say("What would change if it were resumed now? An edit of a script stays meanwhile.");
  await demo.panto([
    ...["append", SESSION, "--role", "system", "The shop is closed on Sundays."],
    ...["--note", "new hours"],
  ]);
  await demo.panto(["status", SESSION]);
  demo.addLine(join(".panto", "SYSTEM.md"), "Be exact.");
  await demo.panto(["status", SESSION], { exit: 1 });

  demo.say("A sub-agent gets one file and nothing else; a resume without it is refused.");
  demo.addLine("sub.md", "You only read files.");
  await demo.panto(["--layers", "none", "--system", "sub.md", "sub.jsonl"]);
  await demo.panto(["sub.jsonl"], { exit: 4 });

  demo.say("A template is rendered once, and its text recorded. A year later it is the same.");
  demo.addLine("shop.j2", "You keep the books of {{ vars.shop }}. Opened on {{ date }}.");
  const shop = ["--layers", "none", "--system", "shop.j2"];
  await demo.panto([...shop, "--var", "shop=Ann's shop", "shop.jsonl"], { day: "2026-11-30" });
  await demo.panto(["-q", ...shop, "shop.jsonl"], { day: "2027-11-30" });

  demo.say("What would be sent to a provider: the request of the conversation up to message 5.");
  await demo.panto(["inspect", SESSION, "--at", "5", "-f", "anthropic", "--model", "MODEL"]);
}

async function converse(demo: Demo): Promise<void> {
  const append = ["append", "-q", SESSION];
  await demo.panto([...append, "--role", "user", "What did the lamps bring in?"]);
  await demo.panto([...append, "--message", join("..", "answers", "call.json")]);
  const content = demo.read("orders.csv");
  const result = { type: "tool_result", tool_use_id: "toolu_01", content };
  const text = JSON.stringify({ role: "user", content: [result] });
  await demo.panto([...append, "--message", "-"], { input: { name: "result.json", text } });
  await demo.panto([...append, "--role", "assistant", "9800 cents, for two lamps."]);
}

/** Quotes a word for a POSIX shell where it needs it. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
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
