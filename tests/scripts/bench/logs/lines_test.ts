import assert from "node:assert/strict";
import { idOf, type Links, LogLines, type LogStyle } from "../../../../scripts/bench/logs/lines.ts";
import { naiveFile, naivePrompt } from "../../../support/naive_log.ts";

const ALL: readonly Links[] = ["chained", "unlinked", "bare", "branched", "two-writers"];

function logOf(style: Partial<LogStyle>, count: number): string {
  const lines = new LogLines({
    messages: "short",
    links: "chained",
    spelling: "compact",
    ...style,
  });
  const decoder = new TextDecoder();
  let text = decoder.decode(lines.header()) + decoder.decode(lines.system("append", "seed"));
  for (let made = 1; made < count; made++) text += decoder.decode(lines.next());
  return text;
}

function parsed(text: string): Record<string, unknown>[] {
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** How far back each entry's parent stands, 0 for none. */
function stepsBack(links: Links, count: number): number[] {
  const entries = parsed(logOf({ links }, count)).slice(1);
  const positions = new Map(entries.map(({ id }, index) => [id, index]));
  return entries.map(({ parentId }, index) =>
    parentId === null ? 0 : index - (positions.get(parentId) ?? NaN)
  );
}

Deno.test("LogLines makes a log with its seed and every message, whatever hangs together how", () => {
  for (const links of ALL) {
    for (const messages of ["short", "session"] as const) {
      const log = logOf({ links, messages }, 50);
      const { said, damaged, replaces } = naiveFile(log);
      assert.deepEqual([said.length, damaged, replaces], [49, 0, 0], links);
      assert.deepEqual(naivePrompt(log).texts, ["seed"], links);
    }
  }
});

Deno.test("LogLines spells the same values compact and spaced", () => {
  for (const links of ALL) {
    const [compact, spaced] = (["compact", "spaced"] as const)
      .map((spelling) => logOf({ links, spelling, messages: "session" }, 80));
    assert.deepEqual(parsed(spaced ?? ""), parsed(compact ?? ""), links);
    assert.notEqual(spaced, compact);
    for (const line of (compact ?? "").trimEnd().split("\n")) {
      assert.doesNotMatch(
        line.replace(/"(?:[^"\\]|\\.)*"/g, ""),
        /\s/,
        "white space between tokens",
      );
    }
  }
});

Deno.test("LogLines gives the same bytes each time", () => {
  const style = { links: "branched", messages: "session" } as const;
  assert.equal(logOf(style, 100), logOf(style, 100));
});

Deno.test("LogLines chains every entry to the one before", () => {
  assert.deepEqual(stepsBack("chained", 30), [0, ...Array(29).fill(1)]);
});

Deno.test("LogLines branches 3 to 20 entries earlier at every thousandth entry", () => {
  const steps = stepsBack("branched", 8000);
  const branching = steps.flatMap((step, index) => step > 1 ? [[index + 1, step] as const] : []);
  assert.deepEqual(
    branching.map(([position]) => position),
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 1000),
  );
  assert.ok(branching.every(([, step]) => step >= 3 && step <= 20));
  assert.ok(new Set(branching.map(([, step]) => step)).size > 1, "always as far");
});

Deno.test("LogLines lets two writers take turns behind the seed", () => {
  assert.deepEqual(stepsBack("two-writers", 8), [0, 1, 2, 2, 2, 2, 2, 2]);
  assert.equal(naivePrompt(logOf({ links: "two-writers" }, 101)).total, 51);
});

Deno.test("LogLines leaves out ids, envelope and header where the style has none", () => {
  const [header, entry] = parsed(logOf({ links: "unlinked" }, 2));
  assert.equal(header?.["type"], "session");
  assert.deepEqual(Object.keys(entry ?? {}), ["type", "timestamp", "message"]);
  assert.deepEqual(Object.keys(parsed(logOf({ links: "bare" }, 2))[0] ?? {}), [
    "role",
    "mode",
    "content",
  ]);
});

Deno.test("LogLines makes a line longer than its buffer whole", () => {
  const lines = new LogLines({ messages: "short", links: "chained", spelling: "compact" });
  const text = "x".repeat(300_000);
  const line = new TextDecoder().decode(lines.system("append", text));
  assert.equal(JSON.parse(line).message.content[0].text, text);
});

Deno.test("idOf() gives eight digits, no two alike", () => {
  const ids = new Set(Array.from({ length: 50_000 }, (_, index) => idOf(index + 1)));
  assert.equal(ids.size, 50_000);
  assert.ok([...ids].every((id) => /^[0-9a-f]{8}$/.test(id)));
});
