/**
 * cli/commands/command.ts: a command, a flag and a provider that exist here alone are parsed, listed,
 * explained and run like panto's own, with no other file knowing of them.
 */

import assert from "node:assert/strict";
import { named, repeated, switched, valued } from "../../../cli/args/flag.ts";
import { commonFlags, commonOptions } from "../../../cli/args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../../../cli/args/groups/format.ts";
import { oneOf, parseText } from "../../../cli/args/values.ts";
import { commands, commandsFor } from "../../../cli/commands/all.ts";
import { command, type CommandList } from "../../../cli/commands/command.ts";
import { run } from "../../../cli/run.ts";
import { providers } from "../../../mod.ts";
import { fakeHost, type FakeHostOptions } from "../../support/fake_host.ts";
import { fixtureProvider } from "../../support/fixture_provider.ts";
import { chain, HEADER, system, user } from "../../support/log_builder.ts";

const rows = named({
  shout: switched("-s, --shout", "in capitals", "Tone:"),
  times: valued("--times <N>", "how often", oneOf("one", "two"), "Tone:"),
  and: repeated("--and <NAME>", "somebody else", parseText, "Tone:"),
});

const greet = command({
  name: "greet",
  words: "<NAME> [OTHER]",
  summary: "greet somebody",
  description: "Greet NAME, and OTHER too.",
  examples: [["panto greet Ann", "hello"]],
  otherNames: ["salute"],
  flags: [...formatFlags(reportFormats), ...commonFlags, rows.shout, rows.times, rows.and],
  read({ values, words, cwd }) {
    // The types follow from the flags: these lines would not compile for other ones.
    const shout: boolean | undefined = values.shout;
    const times: "one" | "two" | undefined = values.times;
    const names: readonly string[] = [...words, ...values.and ?? []];
    return {
      ...commonOptions({ values, words, cwd }),
      format: formatOf(values, reportFormats),
      greeting: shout === true ? "HELLO" : "Hello",
      names,
      times: times === "two" ? 2 : 1,
    };
  },
  run(host, { greeting, names, times, format }) {
    const line = `${greeting} ${names.join(", ")}\n`.repeat(times);
    host.stdout.write(format === "json" ? `${JSON.stringify(line)}\n` : line);
    return 0;
  },
});

const withGreet: CommandList = [...commands, greet];

function panto(argv: string[], list: CommandList, options: FakeHostOptions = {}) {
  const host = fakeHost(argv, { env: { HOME: "/nowhere" }, cwd: "/", ...options });
  return { code: run(host, { commands: list }), out: host.out(), err: host.err() };
}

Deno.test("command() is parsed and run, with its flags before and after its name", () => {
  const lines: [argv: string[], out: string][] = [
    [["greet", "Ann"], "Hello Ann\n"],
    [["greet", "Ann", "Ben", "--and", "Cy", "-s"], "HELLO Ann, Ben, Cy\n"],
    [["-C", "/usr", "--json", "greet", "Ann", "--times", "two"], '"Hello Ann\\nHello Ann\\n"\n'],
  ];
  for (const [argv, out] of lines) {
    assert.deepEqual(panto(argv, withGreet), { code: 0, out, err: "" });
  }
});

Deno.test("command() stands in the help of the program and has one of its own", () => {
  const main = panto(["--help"], withGreet).out;
  assert.match(main, /^ {2}greet <NAME> \[OTHER\] +greet somebody$/m);
  const own = panto(["greet", "--help"], withGreet).out;
  assert.match(
    own,
    /^Usage: panto greet \[options\] <NAME> \[OTHER\]\n\nGreet NAME, and OTHER too\.\n/,
  );
  assert.match(own, /\nTone:\n {2}-s, --shout +in capitals\n {2}--times <N> +how often\n/);
  assert.match(own, /\nExamples:\n {2}panto greet Ann\n {6}hello\n$/);
  assert.equal(panto(["help", "greet"], withGreet).out, own);
});

Deno.test("command() has its part in what is complained about", () => {
  const complaints: [argv: string[], err: string][] = [
    [
      ["gret", "Ann"],
      'Unknown command "gret"\nhint: did you mean panto greet? Write ./gret for a new session',
    ],
    [["salute"], 'Unknown command "salute"\nhint: did you mean panto greet NAME?'],
    [["greet"], "Missing required argument 'NAME'\nhint: try panto greet --help"],
    [["greet", "Ann", "--shoot"], "Unknown option '--shoot'\nhint: did you mean --shout?"],
    [["--shout"], "Unknown option '--shout'\nhint: it is an option of panto greet"],
    [
      ["greet", "Ann", "--times", "ten"],
      '--times takes one or two, not "ten"\nhint: try panto greet --help',
    ],
    [["--raw", "greet", "Ann"], "--raw cannot be used with greet\nhint: try panto greet --help"],
  ];
  for (const [argv, err] of complaints) {
    const wanted = { code: 2, out: "", err: `panto: error: ${err}\n` };
    assert.deepEqual(panto(argv, withGreet), wanted, argv.join(" "));
  }
});

Deno.test("command() that fails to read is not tried a second time", () => {
  let reads = 0;
  const broken = command({
    ...{ name: "broken", words: "", summary: "", description: "", examples: [] },
    flags: [],
    read(): never {
      reads++;
      throw new TypeError("a bug");
    },
    run: () => 0,
  });
  const { code, err } = panto(["broken"], [...commands, broken]);
  assert.deepEqual([code, reads], [70, 1]);
  assert.match(err, /internal error: a bug\n/);
});

const withProvider = commandsFor([...Object.values(providers), fixtureProvider]);
const log = [HEADER, ...chain(system("Be brief.\n"), user("hi"))]
  .map((entry) => `${typeof entry === "string" ? entry : JSON.stringify(entry)}\n`).join("");

Deno.test("a provider of the list is a format of every command that prints a prompt", () => {
  const argv = ["inspect", "-", "-f", "fixture", "--model", "m", "--merge-system"];
  assert.deepEqual(panto(argv, withProvider, { stdin: log }), {
    code: 0,
    out: '{"engine":"m","system":"Be brief.","turns":[{"from":"user"}]}\n',
    err: "",
  });
  const resumed = panto(["-", "-f", "fixture", "--no-project"], withProvider, { stdin: log });
  assert.match(
    resumed.out,
    /^\{"engine":"any","system":"[^"]+","turns":\[\{"from":"user"\}\]\}\n$/,
  );
  assert.match(resumed.err, /\npanto: warning: standard input: System prompt: not merged\n$/);
  const alone = panto(["-f", "fixture", "--merge-system", "--no-project"], withProvider);
  assert.match(alone.out, /^\{"engine":"any","system":"[^"]+","turns":\[\]\}\n$/);
});

Deno.test("a provider of the list stands in the help and in what is complained about", () => {
  for (const argv of [["--help"], ["inspect", "--help"]]) {
    const { out } = panto(argv, withProvider);
    assert.match(out, / text, json, anthropic, openai or fixture\s+\(default:\s+text\)/);
    assert.match(out, /--merge-system +openai or fixture: one system message/);
    assert.match(out, /--system-form <FORM> +anthropic: string or blocks/);
  }
  const complaints: [argv: string[], message: string][] = [
    [["-f", "fixtur"], '--format takes text, json, anthropic, openai or fixture, not "fixtur"'],
    [["--model", "m"], "--model needs --format anthropic, openai or fixture"],
    [["--merge-system"], "--merge-system needs --format openai or fixture"],
    [["-f", "fixture", "--system-role", "system"], "--system-role needs --format openai"],
    [
      ["./s", "-n", "-f", "fixture"],
      "--dry-run prints entries and cannot be used with --format fixture",
    ],
    [["log", "s", "-f", "fixture"], '--format takes text or json, not "fixture"'],
  ];
  for (const [argv, message] of complaints) {
    const { code, err } = panto(argv, withProvider);
    assert.equal(code, 2);
    assert.equal(err.split("\n")[0], `panto: error: ${message}`);
  }
});
