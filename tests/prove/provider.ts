/**
 * Promise 7: what goes to a provider is always valid JSON, valid UTF-8, and a request that the
 * provider's own SDK accepts.
 *
 * Every conversation stands in a log that goes through the whole program in this process; a part of
 * them also through the executable. All requests are then parsed by one jq and one Python, and type
 * checked by one `deno check`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer, isUtf8 } from "node:buffer";
import fc from "fast-check";
import { run } from "../../cli/run.ts";
import { type JsonObject, toJsonText } from "../../mod.ts";
import { anyRawConversation } from "../support/arbitraries.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { fakeHost } from "../support/fake_host.ts";
import { checkTypes, literal, type Provider } from "../support/sdk_literals.ts";
import { type Proof, type ProveOptions, sized, type Tally } from "./promise.ts";

/** The promise. */
export const provider: Proof = {
  name: "provider",
  promise: "provider JSON is always valid",
  async prove(tally, options) {
    const numRuns = options.quick ? 300 : 5000;
    const conversations = fc.sample(anyRawConversation, { numRuns, seed: options.seed });
    const requests: Request[] = [];
    for (const [index, conversation] of conversations.entries()) {
      const log = logOf(conversation);
      const both = (["anthropic", "openai"] as const).map((name) => requestOf(log, name, index));
      tally.count(both.flatMap((request) => request.faults));
      requests.push(...both);
    }
    await parsedByOthers(tally, requests);
    await acceptedBySdk(tally, requests, options);
    await throughProgram(tally, conversations, options);
  },
};

interface Request {
  readonly provider: Provider;
  readonly json: string;
  readonly faults: readonly string[];
}

/** The options of a request, another mixture each time. */
function flags(name: Provider, index: number): string[] {
  return name === "anthropic" ? ["--system-form", index % 2 === 0 ? "string" : "blocks"] : [
    "--system-role",
    index % 3 === 0 ? "developer" : "system",
    ...(index % 2 === 0 ? ["--merge-system"] : []),
  ];
}

function logOf(conversation: readonly JsonObject[]): string {
  const header = '{"type":"session","version":3}\n';
  return header + conversation.map((message, index) => {
    const parent = index === 0 ? "null" : `"e${index - 1}"`;
    return `{"type":"message","id":"e${index}","parentId":${parent},"message":${
      toJsonText(message)
    }}\n`;
  }).join("");
}

function requestOf(log: string, name: Provider, index: number): Request {
  const host = fakeHost(["inspect", "-", "-f", name, ...flags(name, index)], { stdin: log });
  const bytes: Uint8Array[] = [];
  const write = (data: string | Uint8Array): void => {
    bytes.push(typeof data === "string" ? new TextEncoder().encode(data) : data.slice());
  };
  const code = run({ ...host, stdout: { write, flush: () => undefined } });
  const output = Buffer.concat(bytes);
  const json = output.toString("utf8");
  const faults: string[] = [];
  if (!isUtf8(output)) faults.push(`conversation ${index}: ${name} is not UTF-8`);
  if (code !== 0) faults.push(`conversation ${index}: ${name} ends with ${code}: ${host.err()}`);
  return { provider: name, json, faults };
}

const PYTHON = `
import json, sys
def check(value):
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, list):
        for item in value: check(item)
    elif isinstance(value, dict):
        for key, item in value.items(): check(key); check(item)
def refuse(name): raise ValueError(name)
count = 0
for line in sys.stdin.buffer:
    try:
        check(json.loads(line.decode("utf-8", "strict"), parse_constant=refuse))
        print("ok")
    except Exception as error:
        print("line %d: %r" % (count + 1, error))
    count += 1
`;

/** One jq and one Python read all of them, one a line. */
async function parsedByOthers(tally: Tally, requests: readonly Request[]): Promise<void> {
  using box = new Sandbox();
  box.write("requests.jsonl", requests.map(({ json }) => json).join(""));
  const lines = await box.sh("wc -l < requests.jsonl");
  await tally.attempt("one line a request", () => assert.equal(Number(lines.out), requests.length));
  if ((await box.sh("command -v jq")).code === 0) {
    await tally.attempt("jq parses every request", async () => {
      const outcome = await box.sh("jq -c 'type' requests.jsonl | sort | uniq -c | tr -s ' '");
      assertOutcome(outcome, { code: 0, err: "", out: ` ${requests.length} "object"\n` });
    });
  } else tally.note("provider: jq is not there");
  if ((await box.sh("command -v python3")).code !== 0) {
    return tally.note("provider: python3 is not there");
  }
  box.write("check.py", PYTHON);
  const outcome = await box.sh("python3 check.py < requests.jsonl");
  const verdicts = outcome.out.trimEnd().split("\n");
  await tally.attempt("Python parses every request", () => {
    const bad = verdicts.filter((verdict) => verdict !== "ok");
    assert.deepEqual([outcome.code, bad.slice(0, 5)], [0, []], outcome.err);
    assert.equal(verdicts.length, requests.length);
  });
}

/** A file for the type checker holds so many literals: it needs memory for each. */
const LITERALS_A_FILE = 2000;

async function acceptedBySdk(
  tally: Tally,
  requests: readonly Request[],
  options: ProveOptions,
): Promise<void> {
  // The same request once is enough.
  const distinct = [
    ...new Map(requests.map((request) => [request.provider + request.json, request])).values(),
  ];
  const some = distinct.slice(0, options.quick ? 200 : distinct.length);
  for (let from = 0; from < some.length; from += LITERALS_A_FILE) {
    await tally.attempt(`SDK types, from request ${from}`, async () => {
      const literals = some.slice(from, from + LITERALS_A_FILE).map(({ provider, json }) =>
        literal(provider, json).replaceAll("\n", " ")
      );
      const { ok, output } = await checkTypes(literals.join("\n"));
      assert.ok(ok, output.slice(0, 1000));
    });
  }
}

async function throughProgram(
  tally: Tally,
  conversations: readonly (readonly JsonObject[])[],
  options: ProveOptions,
): Promise<void> {
  using box = new Sandbox();
  const count = sized(options, { full: 100, quick: 10, sources: 2 });
  for (const [index, conversation] of conversations.slice(0, count).entries()) {
    const name = index % 2 === 0 ? "anthropic" : "openai";
    await tally.attempt(`conversation ${index} through the program`, async () => {
      const input = logOf(conversation);
      const outcome = await box.panto(["inspect", "-", "-f", name, ...flags(name, index)], {
        input,
      });
      assertOutcome(outcome, { code: 0, out: requestOf(input, name, index).json });
      new TextDecoder("utf-8", { fatal: true }).decode(outcome.bytes);
    });
  }
}
