import assert from "node:assert/strict";
import {
  type OriginOptions,
  printSessionPrompt,
  type SessionPrintOptions,
} from "../../../cli/output/prompt.ts";
import { providers } from "../../../lib/serialize.ts";
import type { Diagnostic } from "../../../lib/log/damage.ts";
import type { ByteSource } from "../../../lib/log/lines.ts";
import { fakeHost, noTemplates } from "../../support/fake_host.ts";
import { chain, HEADER, logOf, system, user } from "../../support/log_builder.ts";

const options: SessionPrintOptions & OriginOptions = {
  ...noTemplates,
  format: "text",
  raw: false,
  leaf: undefined,
  at: "end",
  state: null,
  directory: "/",
  layers: ["user", "base"],
  launch: { system: undefined, append: [] },
  projectRoot: undefined,
  request: {},
};

const LOG = logOf(HEADER, ...chain(system("a\n"), user("hi"), system("b", "replace")));

function print(
  source: ByteSource,
  changed: Partial<typeof options>,
): { out: string; diagnostics: readonly Diagnostic[] } {
  const host = fakeHost([], { env: { HOME: "/nowhere" } });
  let diagnostics: readonly Diagnostic[] = [];
  printSessionPrompt(host, source, { ...options, ...changed }, (found) => {
    assert.equal(host.out(), "", "what is wrong is told first");
    diagnostics = found;
  });
  return { out: host.out(), diagnostics };
}

Deno.test("printSessionPrompt() prints every format at the end and at a position", () => {
  assert.equal(print(LOG, {}).out, "b\n");
  assert.equal(print(LOG, { at: 2 }).out, "a\n");
  assert.equal(print(LOG, { at: 0 }).out, "");
  assert.deepEqual(JSON.parse(print(LOG, { format: "json", at: -1 }).out).position, 2);
  assert.equal(
    print(LOG, { format: providers.anthropic }).out,
    '{"system":"b","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}\n',
  );
  assert.equal(
    print(LOG, { format: providers.openai, at: 1 }).out,
    '{"messages":[{"role":"system","content":"a\\n"}]}\n',
  );
});

Deno.test("printSessionPrompt() parses every line for a provider, and tells what is damaged", () => {
  const torn = '{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":x}}';
  const log = logOf(HEADER, ...chain(system("a")), torn, {
    ...chain(user("z"))[0],
    id: "e3",
    parentId: "e2",
  });
  assert.equal(print(log, {}).diagnostics.length, 0);
  const request = print(log, { format: providers.openai });
  assert.deepEqual(request.diagnostics.map(({ touches }) => touches), [false]);
  assert.equal(JSON.parse(request.out).messages.length, 2);
});
