import assert from "node:assert/strict";
import { scopeSummary, templateVariables } from "../../../lib/template/variables.ts";

const NOW = new Date("2026-11-30T23:59:58.999Z");

Deno.test("templateVariables() leaves out what is absent, and nothing else", () => {
  assert.deepEqual(templateVariables({ now: NOW, cwd: "/w" }), {
    date: "2026-11-30",
    time: "23:59:58",
    datetime: "2026-11-30T23:59:58Z",
    cwd: "/w",
    scope: { readable: [], writable: [], summary: "" },
    tools: [],
    files: {},
    vars: {},
  });
  const files = templateVariables({ now: NOW, cwd: "/w", agentsMd: undefined }).files;
  assert.equal("agents_md" in files, false);
  assert.deepEqual(templateVariables({ now: NOW, cwd: "/w", agentsMd: "" }).files, {
    agents_md: "",
  });
});

Deno.test("templateVariables() gives the time in UTC, cut to the second", () => {
  const table: [now: string, datetime: string][] = [
    ["2026-12-01T00:30:00.500+14:00", "2026-11-30T10:30:00Z"],
    ["2026-11-30T23:30:00-01:00", "2026-12-01T00:30:00Z"],
    ["0001-02-03T04:05:06Z", "0001-02-03T04:05:06Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59Z"],
    ["+010000-01-01T00:00:00Z", "+010000-01-01T00:00:00Z"],
  ];
  for (const [now, datetime] of table) {
    const variables = templateVariables({ now: new Date(now), cwd: "/w" });
    assert.equal(variables.datetime, datetime);
    assert.equal(`${variables.date}T${variables.time}Z`, datetime);
  }
  assert.throws(() => templateVariables({ now: new Date(NaN), cwd: "/w" }), RangeError);
});

Deno.test("templateVariables() sorts the tools by code units and keeps each once", () => {
  const tools = Object.freeze(["b", "a", "B", "ä", "a_b", "a", "😀", "\uffee", "aB"]);
  const { tools: sorted } = templateVariables({ now: NOW, cwd: "/w", tools });
  assert.deepEqual(sorted, ["B", "a", "aB", "a_b", "b", "ä", "😀", "\uffee"]);
});

Deno.test("templateVariables() copies, so that later changes do not count", () => {
  const readable = ["/a"];
  const variables = templateVariables({ now: NOW, cwd: "/w", scope: { readable, writable: [] } });
  readable.push("/b");
  assert.deepEqual(variables.scope.readable, ["/a"]);
});

Deno.test("templateVariables() takes any name for the user's variables", () => {
  const vars: Record<string, string> = JSON.parse('{"__proto__":"p","constructor":"c","a b":"d"}');
  const copy = templateVariables({ now: NOW, cwd: "/w", vars }).vars;
  assert.deepEqual(Object.entries(copy), [["__proto__", "p"], ["constructor", "c"], ["a b", "d"]]);
});

Deno.test("scopeSummary() leaves out an empty list and the final newline", () => {
  const table: [readable: string[], writable: string[], summary: string][] = [
    [[], [], ""],
    [["/a"], [], "Readable:\n  - /a"],
    [[], ["/b"], "Writable:\n  - /b"],
    [["/a", "/b"], ["/b"], "Readable:\n  - /a\n  - /b\nWritable:\n  - /b"],
  ];
  for (const [readable, writable, summary] of table) {
    assert.equal(scopeSummary({ readable, writable }), summary);
  }
});
