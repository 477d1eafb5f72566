import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../../../scripts/build/run_command.ts";
import {
  type EngineOutcome,
  MAX_MEMORY_BYTES,
  runEngine,
} from "../../../../lib/template/io/engine.ts";

const variables = { cwd: "/w", vars: { secret: "TOPSECRET" } };

function outcome(source: string): EngineOutcome {
  return runEngine({ source, variables });
}

Deno.test("runEngine() tells which bound was hit, and the next run is not touched by it", () => {
  const megabytes = "{% set b = 'x' * 8000000 %}";
  const table: [why: string, source: string, type: EngineOutcome["type"]][] = [
    ["text", "{{ cwd }}\n", "text"],
    ["memory", "{{ 'x' * 2000000000 }}", "memory"],
    [
      "steps",
      `${megabytes}{% for i in range(9999) %}{% if b == b|upper %}{% endif %}{% endfor %}`,
      "steps",
    ],
    [
      "steps in bulk",
      `${megabytes}{% for i in range(9999) %}{% set c = b ~ 'y' %}{% endfor %}`,
      "steps",
    ],
    ["native stack", `{{ 1${"+1".repeat(200_000)} }}`, "depth"],
    ["the engine's own stack", `{% if 1 %}${"{% elif 1 %}".repeat(50_000)}{% endif %}`, "depth"],
    ["panic", "{{ [1] | batch(2000000000) }}", "fault"],
    [
      "fuel",
      "{% for a in range(20000) %}{% for b in range(20000) %}{% endfor %}{% endfor %}",
      "refused",
    ],
    ["error", "{{ ghost }}", "refused"],
    ["syntax", "{{", "refused"],
  ];
  for (const [why, source, type] of table) {
    assert.equal(outcome(source).type, type, why);
    assert.deepEqual(outcome("{{ cwd }}"), { type: "text", text: "/w" }, `after ${why}`);
  }
});

Deno.test("runEngine() without variables checks the syntax only", () => {
  assert.deepEqual(runEngine({ source: "{{ ghost | nofilter }}" }), { type: "text", text: "" });
  assert.equal(runEngine({ source: "{% if %}" }).type, "refused");
});

Deno.test("runEngine() prints nothing when the engine breaks down", () => {
  const { error } = console;
  const printed: unknown[] = [];
  console.error = (...values: unknown[]) => void printed.push(values);
  try {
    assert.equal(outcome("{#".repeat(1_000_000)).type, "fault");
    assert.equal(outcome("{{ [1] | slice(2000000000) }}").type, "fault");
  } finally {
    console.error = error;
  }
  assert.deepEqual(printed, []);
});

Deno.test("runEngine() shows values of variables only when a description is asked for", () => {
  const source = "{{ vars.secret + 1 }}";
  const plain = runEngine({ source, variables });
  assert(plain.type === "refused");
  assert.doesNotMatch(plain.report, /TOPSECRET/);
  const described = runEngine({ source, variables, describe: true });
  assert(described.type === "refused");
  assert.match(described.report, /TOPSECRET/);
});

Deno.test("runEngine() leaves nothing for a finalizer to break", () => {
  const script = fileURLToPath(new URL("../../../support/collect_process.ts", import.meta.url));
  const config = fileURLToPath(new URL("../../../../deno.json", import.meta.url));
  const flags = ["--no-check", "--v8-flags=--expose-gc", "--config", config];
  const { code, stdout, stderr } = runCommand([Deno.execPath(), "run", ...flags, script]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  assert.deepEqual(JSON.parse(stdout), { type: "text", text: "/w" });
});

Deno.test("runEngine() bounds the memory to 64 MiB", () => {
  assert.equal(MAX_MEMORY_BYTES, 67_108_864);
  assert.equal(outcome("{{ ('x' * 20000000)|length }}").type, "text");
  assert.equal(outcome("{{ ('x' * 67000000)|length }}").type, "memory");
});

Deno.test("runEngine() takes 8 MiB of plain text", () => {
  const source = "é".repeat(4 * 1024 * 1024);
  assert.deepEqual(outcome(source), { type: "text", text: source });
});
