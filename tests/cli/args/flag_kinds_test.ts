import assert from "node:assert/strict";
import { Command } from "commander";
import { flag, repeated, valued } from "../../../cli/args/flag_kinds.ts";

const upper = (name: string, value: string) => `${name}=${value.toUpperCase()}`;

function parse(...words: string[]): Record<string, unknown> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  program.addOption(flag("-q, --quiet", "says less", "Output"));
  program.addOption(valued("-C <dir>", "works there", upper, "Output"));
  program.addOption(valued("-f, --format <format>", "how to print", upper, "Output"));
  program.addOption(repeated("--tool <name>", "a tool", upper, "Output"));
  return program.parse(words, { from: "user" }).opts();
}

Deno.test("flag(), valued() and repeated() parse with the option's longest name", () => {
  assert.deepEqual(parse("-q", "-C", "a", "-f", "b", "--tool", "c", "--tool", "d"), {
    quiet: true,
    C: "-C=A",
    format: "--format=B",
    tool: ["--tool=C", "--tool=D"],
  });
  assert.deepEqual(parse(), {});
});

Deno.test("valued() refuses a second value", () => {
  assert.throws(
    () => parse("-f", "a", "--format", "b"),
    /^UsageError: --format is given more than once$/,
  );
  assert.throws(() => parse("-C", "a", "-C", "b"), /-C is given more than once/);
});
