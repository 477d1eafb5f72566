import assert from "node:assert/strict";
import { printRequest, type PrintRequestOptions } from "../../../cli/output/request.ts";
import { pathMessages, readPrompt } from "../../../lib/log.ts";
import { type Provider, providers, type RequestOptions } from "../../../lib/serialize.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { fixtureProvider } from "../../support/fixture_provider.ts";
import { chain, HEADER, logOf, system, user } from "../../support/log_builder.ts";

const { anthropic, openai } = providers;

function options(format: Provider, request: RequestOptions = {}): PrintRequestOptions {
  return { format, raw: false, request };
}

const SOURCE = logOf(
  HEADER,
  ...chain(system("a\n"), system("b"), user("hi"), {
    role: "assistant",
    content: [{ type: "odd" }, { type: "text", text: "ok" }],
  }),
);

function printed(
  chosen: PrintRequestOptions,
  terminals: readonly ("stdout")[] = [],
): { out: string; err: string } {
  const host = fakeHost([], { terminals });
  const prompt = readPrompt(SOURCE, { full: true, whole: true });
  const messages = pathMessages(SOURCE, prompt.path);
  printRequest(host, { name: SOURCE.name, blocks: prompt.blocks, messages }, chosen);
  return { out: host.out(), err: host.err() };
}

Deno.test("printRequest() streams the same JSON that a terminal gets indented", () => {
  for (const format of Object.values(providers)) {
    const chosen = options(format, { model: "m", maxTokens: 7 });
    const piped = printed(chosen).out;
    assert.equal(piped, `${JSON.stringify(JSON.parse(piped))}\n`);
    const shown = printed(chosen, ["stdout"]).out;
    assert.match(shown, /^\{\n {2}"model": "m",\n/);
    assert.deepEqual(JSON.parse(shown), JSON.parse(piped));
  }
});

Deno.test("printRequest() passes the request's options on", () => {
  const blocks = JSON.parse(printed(options(anthropic, { systemForm: "blocks" })).out);
  assert.deepEqual(blocks.system, [{ type: "text", text: "a" }, { type: "text", text: "b" }]);
  const merged = JSON.parse(
    printed(options(openai, { mergeSystem: true, systemRole: "developer" })).out,
  );
  assert.deepEqual(merged.messages[0], { role: "developer", content: "a\n\n---\n\nb" });
});

Deno.test("printRequest() warns once of a block that it leaves out, with its position", () => {
  assert.match(
    printed(options(anthropic)).err,
    /^panto: warning: s.jsonl: Message 4: [^M]*odd.*\n$/,
  );
});

Deno.test("printRequest() prints a prompt without a conversation", () => {
  const out = (text: string) => {
    const host = fakeHost([]);
    printRequest(
      host,
      { name: "the prompt", blocks: [{ text }], messages: [] },
      options(anthropic),
    );
    return host.out();
  };
  assert.equal(out("a"), '{"system":"a","messages":[]}\n');
  assert.equal(out(" "), '{"messages":[]}\n');
});

Deno.test("printRequest() streams the list that the provider names, and reads no message ahead", () => {
  const host = fakeHost([]);
  const seen: string[] = [];
  const messages = function* () {
    for (const role of ["user", "assistant"] as const) {
      seen.push(host.out());
      yield { role, roleName: role, content: [] };
    }
  };
  printRequest(
    host,
    { name: "s", blocks: [{ text: "a" }], messages: messages() },
    options(fixtureProvider, { mergeSystem: true }),
  );
  const head = '{"engine":"any","system":"a","turns":[';
  assert.deepEqual(seen, [head, `${head}{"from":"user"}`]);
  assert.equal(host.out(), `${head}{"from":"user"},{"from":"assistant"}]}\n`);
  assert.equal(host.err(), "");
});

Deno.test("printRequest() tells ten warnings and counts the rest", () => {
  const content = [{ type: "unknown" as const, name: "odd" }];
  const messages = Array.from(
    { length: 13 },
    () => ({ role: "user" as const, roleName: "user", content }),
  );
  const host = fakeHost([]);
  printRequest(host, { name: "s", blocks: [], messages }, options(openai));
  const lines = host.err().trimEnd().split("\n");
  assert.equal(lines.length, 11);
  assert.equal(lines.at(-1), "panto: warning: s: 3 more like these");
});
