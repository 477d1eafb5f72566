import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type BlameOptions, blamePrompt } from "../../../lib/blame/lines.ts";
import { type ByteSource, bytesSource, readPrompt } from "../../../lib/log.ts";
import { joinBlocks } from "../../../lib/text/join.ts";
import { chain, entry, HEADER, logOf, logText, system, user } from "../../support/log_builder.ts";
import { outcome } from "../../support/generated_logs.ts";
import { naiveBlame, type NaiveEntry, naivePath } from "../../support/naive_blame.ts";
import { shared } from "../../support/shared.ts";

const SEED = { kind: "layer", layer: "user", file: "SYSTEM.md" };
const APPEND = { kind: "layer", layer: "user", file: "APPEND_SYSTEM.md" };

/** Each line as `position text`, at the end of a log of such messages. */
function blamed(messages: Record<string, unknown>[], options: BlameOptions = {}): string[] {
  const { blocks } = blamePrompt(logOf(HEADER, ...chain(...messages)), options);
  return blocks.flatMap(({ lines }) => lines.map(({ text, since }) => `${since.position} ${text}`));
}

Deno.test("blamePrompt() keeps the age of lines through re-seeds, whatever stands between", () => {
  const log = [
    { ...system("one\ntwo\n"), source: SEED },
    { ...system("be brief\n"), source: APPEND },
    user("hi"),
    { ...system("one\ntwo\n", "replace"), source: SEED },
    { ...system("be brief\n"), source: APPEND },
    { ...system("one\nnew\ntwo\n", "replace"), source: SEED },
    { ...system("be brief\nalways"), source: APPEND },
  ];
  assert.deepEqual(blamed(log), ["1 one", "6 new", "1 two", "2 be brief", "7 always"]);
  assert.deepEqual(blamed(log, { at: 5 }), ["1 one", "1 two", "2 be brief"]);
  assert.deepEqual(blamed(log, { at: -1 }), ["1 one", "6 new", "1 two"]);
  assert.deepEqual(blamed(log, { at: 0 }), []);
});

Deno.test("blamePrompt() counts a source that was gone for a version as new", () => {
  const seed = (mode?: "replace") => ({ ...system("seed", mode), source: SEED });
  const append = { ...system("be brief"), source: APPEND };
  const log = [seed(), append, seed("replace"), seed("replace"), append];
  assert.deepEqual(blamed(log), ["1 seed", "5 be brief"]);
  const blank = { ...system(" \n", "replace"), source: SEED };
  assert.deepEqual(blamed([seed(), blank, seed("replace")]), ["3 seed"]);
});

Deno.test("blamePrompt() lets an edit stand for itself", () => {
  const seed = (mode?: "replace") => ({ ...system("seed", mode), source: SEED });
  const edit = { ...system("edit"), note: "why" };
  const blame = blamePrompt(logOf(HEADER, ...chain(seed(), edit, seed("replace"), edit)));
  assert.deepEqual(
    blame.blocks.map(({ isEdit, note, entry, lines }) => [
      isEdit,
      note,
      entry.position,
      lines[0]?.since.position,
    ]),
    [[false, undefined, 3, 1], [true, "why", 4, 4]],
  );
  assert.deepEqual(blamed([seed(), system("seed", "replace"), seed("replace")]), ["3 seed"]);
});

Deno.test("blamePrompt() names the entry by position, id, time and offset", () => {
  const log = logOf(HEADER, ...chain(system("a"), user("hi"), system("a\nb", "replace")));
  const [block] = blamePrompt(log).blocks;
  assert.equal(block?.isEdit, false);
  assert.deepEqual(block.lines.map(({ since }) => since), [
    {
      offset: logText(HEADER).length,
      position: 1,
      id: "e1",
      timestamp: "2026-11-30T18:00:00.000Z",
    },
    block.entry,
  ]);
  assert.equal(block.entry.id, "e3");
});

Deno.test("blamePrompt() goes on from a log without sources to one with them", () => {
  const log = [
    system("seed\nold\n"),
    system("be brief\n"),
    user("hi"),
    { ...system("seed\nnew\n", "replace"), source: SEED },
    { ...system("be brief\n"), source: { ...APPEND, layer: "base" } },
    system("be brief\n"),
  ];
  assert.deepEqual(blamed(log), ["1 seed", "4 new", "2 be brief", "6 be brief"]);
});

Deno.test("blamePrompt() looks at the path of the leaf alone", () => {
  const log = logOf(
    HEADER,
    entry("a", null, { ...system("one"), source: SEED }),
    entry("b", "a", { ...system("one\nleft", "replace"), source: SEED }),
    entry("c", "a", { ...system("one\nright\nleft", "replace"), source: SEED }),
  );
  const lines = (leaf?: string) =>
    blamePrompt(log, { leaf }).blocks[0]?.lines.map(({ text, since }) => `${since.id} ${text}`);
  assert.deepEqual(lines(), ["a one", "c right", "c left"]);
  assert.deepEqual(lines("b"), ["a one", "b left"]);
});

Deno.test("blamePrompt() says where it gave up, and counts what it did not compare as new", () => {
  const log = logOf(
    HEADER,
    ...chain(
      { ...system("a\nb\nc"), source: SEED },
      { ...system("a\nb\nd", "replace"), source: SEED },
      { ...system("a\nb\nd\ne", "replace"), source: SEED },
    ),
  );
  const told = (maxSteps?: number) => {
    const { gaveUpAt, blocks } = blamePrompt(log, { maxSteps });
    return [gaveUpAt, blocks[0]?.lines.map(({ since }) => since.position)];
  };
  assert.deepEqual(told(), [undefined, [1, 1, 2, 3]]);
  assert.deepEqual(told(4), [2, [2, 2, 2, 3]]);
  assert.deepEqual(told(0), [3, [3, 3, 3, 3]]);
  const two = logOf(
    HEADER,
    ...chain(
      { ...system("a\nb"), source: SEED },
      { ...system("c\nd"), source: APPEND },
      { ...system("a\nx", "replace"), source: SEED },
      { ...system("c\ny"), source: APPEND },
      { ...system("a\nx", "replace"), source: SEED },
      { ...system("c\nz"), source: APPEND },
    ),
  );
  // The append gives up at 6, the seed later, in the version before that.
  assert.equal(blamePrompt(two, { maxSteps: 0 }).gaveUpAt, 6);
  assert.equal(blamePrompt(two, { maxSteps: 0, at: 4 }).gaveUpAt, 4);
});

Deno.test("blamePrompt() reads no version behind the one that every line is known by", () => {
  const versions = 100;
  const historyTo = (last: string) =>
    logOf(
      HEADER,
      ...chain(...Array.from({ length: versions }, (_, index) => ({
        ...system(index === versions - 1 ? last : "a\nb", index === 0 ? undefined : "replace"),
        source: SEED,
      }))),
    );
  const readsFor = (log: ByteSource): number => {
    let reads = 0;
    const read = (into: Uint8Array, at: number) => {
      reads++;
      return log.read(into, at);
    };
    blamePrompt({ name: log.name, size: log.size, read });
    return reads;
  };
  const whole = readsFor(historyTo("a\nc"));
  const short = readsFor(historyTo("x\ny"));
  assert.ok(whole >= versions && whole <= 3 * versions, `${whole}`);
  assert.ok(short < versions / 10, `${short}`);
});

const text = fc.tuple(
  fc.array(fc.constantFrom("a", "b", "c", "", "d", "e\r"), { maxLength: 6 }),
  fc.constantFrom("", "\n", "\r\n", "\n\n"),
).map(([lines, end]) => lines.join("\n") + end);
const LAYERS = ["project", "user", "base"] as const;
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("reseed" as const),
      seed: text,
      layer: fc.constantFrom(...LAYERS),
      suffix: fc.constantFrom("", "", ".j2"),
      appends: fc.dictionary(fc.constantFrom(...LAYERS), text, { maxKeys: 3 }),
      launch: fc.array(text, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("edit" as const),
      text,
      mode: fc.constantFrom("append", "append", "replace"),
      note: fc.option(fc.constant("why"), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: "user" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("branch" as const), back: fc.nat(20) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

/** Entries of a history; from the given step on, re-seeds record their sources. */
function historyOf(history: readonly Step[], sourcedFrom: number): NaiveEntry[] {
  const entries: NaiveEntry[] = [];
  let parentId: string | null = null;
  const add = (message: NaiveEntry["message"]) => {
    const id = `e${entries.length + 1}`;
    entries.push({ id, parentId, message });
    parentId = id;
  };
  for (const [index, step] of history.entries()) {
    const sourced = (source: Record<string, string>) => index >= sourcedFrom ? { source } : {};
    if (step.type === "user") add({ role: "user", content: "hi" });
    else if (step.type === "branch") {
      parentId = entries.length === 0 ? null : `e${step.back % entries.length + 1}`;
    } else if (step.type === "edit") {
      const note = step.note === undefined ? {} : { note: step.note };
      add({ role: "system", mode: step.mode, content: step.text, ...note });
    } else {
      const { layer, seed, suffix } = step;
      add({
        role: "system",
        mode: parentId === null ? "append" : "replace",
        content: seed,
        ...sourced({ kind: "layer", layer, file: `SYSTEM.md${suffix}` }),
      });
      for (const [layer, content] of Object.entries(step.appends)) {
        const source = { kind: "layer", layer, file: "APPEND_SYSTEM.md" };
        add({ role: "system", mode: "append", content, ...sourced(source) });
      }
      for (const content of step.launch) {
        const source = { kind: "file", option: "append", file: "x.md" };
        add({ role: "system", mode: "append", content, ...sourced(source) });
      }
    }
  }
  return entries;
}

Deno.test("blamePrompt() agrees with a naive reading of 300 generated histories", () => {
  let olderLines = 0;
  let edits = 0;
  fc.assert(
    fc.property(
      fc.array(steps, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(0, 0, 3, 99),
      fc.nat(),
      (history, sourcedFrom, other) => {
        const entries = historyOf(history, sourcedFrom);
        if (entries.length === 0) return;
        const log = bytesSource(
          logText(HEADER, ...entries.map((one) => ({ type: "message", ...one }))),
        );
        for (const leaf of [`e${entries.length}`, `e${other % entries.length + 1}`]) {
          const path = naivePath(entries, leaf);
          for (let at = 0; at <= path.length; at++) {
            const told = blamePrompt(log, { at, leaf }).blocks.flatMap(({ isEdit, lines }) =>
              lines.map(({ text, since }) => [since.position, isEdit, text])
            );
            assert.deepEqual(told, naiveBlame(path, at), `${leaf}@${at}`);
            olderLines += told.filter(([since]) => since !== at).length;
            edits += told.filter(([, edit]) => edit).length;
          }
        }
      },
    ),
    { numRuns: 300, seed: 9 },
  );
  // Histories in which nothing happens would show nothing.
  assert.ok(olderLines > 5000 && edits > 500, `${olderLines} ${edits}`);
});

const sessions = shared("corpus/sessions");

Deno.test({
  name: "blamePrompt() has the lines of the prompt of every real session",
  ignore: sessions === undefined,
  fn() {
    const folder = sessions ?? "";
    const names = readdirSync(folder);
    assert.ok(names.length > 10);
    for (const name of names) {
      const source = bytesSource(readFileSync(join(folder, name)), name);
      const blame = outcome(() => blamePrompt(source));
      if (blame === "cycle") {
        assert.equal(outcome(() => readPrompt(source, { whole: true })), "cycle", name);
        continue;
      }
      const { blocks, gaveUpAt, position } = blame;
      const prompt = joinBlocks(readPrompt(source).blocks);
      const shown = blocks.filter(({ lines }) => lines.length > 0)
        .map(({ lines }) => lines.map(({ text }) => text).join("\n"));
      assert.equal(shown.join("\n\n---\n\n"), prompt, name);
      assert.equal(gaveUpAt, undefined, name);
      for (const { lines, entry } of blocks) {
        for (const { since } of lines) {
          assert.ok(since.position >= 1 && since.position <= entry.position, name);
          assert.ok(entry.position <= position, name);
        }
      }
    }
  },
});
