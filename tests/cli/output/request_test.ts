import assert from "node:assert/strict";
import { printPromptRequest, printRequest } from "../../../cli/output/request.ts";
import { readPromptAt } from "../../../lib/log.ts";
import type { PrintOptions } from "../../../cli/args/options.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { chain, HEADER, logOf, system, user } from "../../support/log_builder.ts";

function options(
  format: "anthropic" | "openai",
  request: Partial<PrintOptions["request"]> = {},
): PrintOptions {
  return {
    format,
    raw: false,
    request: {
      model: undefined,
      maxTokens: undefined,
      systemForm: "string",
      mergeSystem: false,
      systemRole: "system",
      ...request,
    },
  };
}

const SOURCE = logOf(
  HEADER,
  ...chain(system("a\n"), system("b"), user("hi"), {
    role: "assistant",
    content: [{ type: "odd" }, { type: "text", text: "ok" }],
  }),
);

function printed(
  chosen: PrintOptions,
  terminals: readonly ("stdout")[] = [],
): { out: string; err: string } {
  const host = fakeHost([], { terminals });
  const prompt = readPromptAt(SOURCE, undefined, { full: true });
  printRequest(host, { source: SOURCE, prompt, blocks: prompt.blocks }, chosen);
  return { out: host.out(), err: host.err() };
}

Deno.test("printRequest() streams the same JSON that a terminal gets indented", () => {
  for (const format of ["anthropic", "openai"] as const) {
    const chosen = options(format, { model: "m", maxTokens: 7 });
    const piped = printed(chosen).out;
    assert.equal(piped, `${JSON.stringify(JSON.parse(piped))}\n`);
    const shown = printed(chosen, ["stdout"]).out;
    assert.match(shown, /^\{\n {2}"model": "m",\n/);
    assert.deepEqual(JSON.parse(shown), JSON.parse(piped));
  }
});

Deno.test("printRequest() passes the request's options on", () => {
  const blocks = JSON.parse(printed(options("anthropic", { systemForm: "blocks" })).out);
  assert.deepEqual(blocks.system, [{ type: "text", text: "a" }, { type: "text", text: "b" }]);
  const merged = JSON.parse(
    printed(options("openai", { mergeSystem: true, systemRole: "developer" })).out,
  );
  assert.deepEqual(merged.messages[0], { role: "developer", content: "a\n\n---\n\nb" });
});

Deno.test("printRequest() warns once of a block that it leaves out, with its position", () => {
  assert.match(
    printed(options("anthropic")).err,
    /^panto: warning: s.jsonl: Message 4: [^M]*odd.*\n$/,
  );
});

Deno.test("printPromptRequest() prints a prompt without a conversation", () => {
  const host = fakeHost([]);
  printPromptRequest(host, [{ text: "a" }], options("anthropic"));
  assert.equal(host.out(), '{"system":"a","messages":[]}\n');
  const empty = fakeHost([]);
  printPromptRequest(empty, [{ text: " " }], options("anthropic"));
  assert.equal(empty.out(), '{"messages":[]}\n');
});
