/** cli/args/groups/print.ts: what it offers and refuses follows from the providers that it is given. */

import assert from "node:assert/strict";
import { printFlags, printOptions } from "../../../../cli/args/groups/print.ts";
import { providers } from "../../../../mod.ts";
import { fixtureProvider } from "../../../support/fixture_provider.ts";

const two = [providers.anthropic, providers.openai];
const three = [...two, fixtureProvider];

Deno.test("printFlags() offers every provider as a format, and says who honours an option", () => {
  const help = (list: Parameters<typeof printFlags>[0]) => {
    const { format, request } = printFlags(list);
    return Object.fromEntries([...format, ...request].map((flag) => [flag.name, flag.help]));
  };
  assert.equal(help(two)["format"], "text, json, anthropic or openai (default: text)");
  assert.equal(help(two)["mergeSystem"], "openai: one system message instead of several");
  assert.equal(help(three)["format"], "text, json, anthropic, openai or fixture (default: text)");
  assert.equal(
    help(three)["mergeSystem"],
    "openai or fixture: one system message instead of several",
  );
});

Deno.test("printFlags() has no flag for an option that no provider honours", () => {
  const names = printFlags([providers.anthropic]).request.map(({ name }) => name);
  assert.deepEqual(names, ["model", "maxTokens", "systemForm"]);
});

Deno.test("printOptions() gives the provider itself, and keys for what was given alone", () => {
  assert.deepEqual(printOptions({}, two), { format: "text", raw: false, request: {} });
  assert.deepEqual(printOptions({ json: true, raw: true }, two), {
    format: "json",
    raw: true,
    request: {},
  });
  const { format, request } = printOptions({
    format: "openai",
    model: "m",
    maxTokens: 9,
    mergeSystem: true,
    systemRole: "developer",
  }, two);
  assert.equal(format, providers.openai);
  assert.deepEqual(request, {
    model: "m",
    maxTokens: 9,
    mergeSystem: true,
    systemRole: "developer",
  });
});

Deno.test("printOptions() refuses an option that the format does not honour", () => {
  const refusals: [values: Parameters<typeof printOptions>[0], message: string][] = [
    [{ model: "m" }, "--model needs --format anthropic, openai or fixture"],
    [{ maxTokens: 1, format: "json" }, "--max-tokens needs --format anthropic, openai or fixture"],
    [{ systemForm: "blocks", format: "fixture" }, "--system-form needs --format anthropic"],
    [{ mergeSystem: true, format: "anthropic" }, "--merge-system needs --format openai or fixture"],
    [{ systemRole: "system" }, "--system-role needs --format openai"],
  ];
  for (const [values, message] of refusals) {
    assert.throws(() => printOptions(values, three), { message });
  }
});
