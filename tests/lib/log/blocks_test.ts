import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../../lib/errors.ts";
import { readPromptAt } from "../../../lib/log.ts";
import { readBlocks } from "../../../lib/log/blocks.ts";
import { type ByteSource, bytesSource } from "../../../lib/log/bytes.ts";
import { generatedLogs, outcome, READINGS, texts } from "../../support/generated_logs.ts";
import { entry, type LogPart, logText, plainSystem, user } from "../../support/log_builder.ts";
import { naivePrompt } from "../../support/naive_log.ts";

/** A log that counts the bytes that are read of it. */
function counted(text: string): { source: ByteSource; bytes(): number } {
  const inner = bytesSource(text);
  let bytes = 0;
  const source: ByteSource = {
    ...inner,
    read(into, at) {
      const got = inner.read(into, at);
      bytes += got;
      return got;
    },
  };
  return { source, bytes: () => bytes };
}

Deno.test("readBlocks() agrees with a naive reader at every position, from the start and from the end", () => {
  let positions = 0;
  fc.assert(
    fc.property(generatedLogs, fc.constantFrom(...READINGS), (text, options) => {
      const end = outcome(() => naivePrompt(text));
      // A tail does not see a cycle before the last replace.
      if (end === "cycle") return;
      const log = bytesSource(text);
      for (let at = 0; at <= end.total; at++, positions++) {
        const { texts, touches } = naivePrompt(text, at);
        for (const asked of at === end.total ? [at] : [at, at - end.total]) {
          const { blocks, findings } = readBlocks(log, asked, options);
          assert.deepEqual(blocks.map(({ text }) => text), texts, `at ${asked}`);
          assert.equal(findings.some((finding) => finding.touches), touches, `at ${asked}`);
        }
      }
      for (const beyond of [end.total + 1, -end.total - 1]) {
        assert.throws(() => readBlocks(log, beyond, options), UsageError);
      }
    }),
    { numRuns: 4000, seed: 9 },
  );
  assert.ok(positions > 5000, `${positions}`);
});

const bare: LogPart[] = [
  { role: "system", content: "seed" },
  ...Array.from(
    { length: 400 },
    (_, i) => ({ role: "user", content: `${i} ${"x".repeat(9_000)}` }),
  ),
];

Deno.test("readBlocks() reads no further than the position in a log without parentId", () => {
  const text = logText(...bare, { role: "system", content: "late", mode: "replace" }, ...bare);
  // Twice a megabyte is the search near the end; the blocks of the pass are 256 KiB.
  for (const at of [0, 1, 5, 100]) {
    const { source, bytes } = counted(text);
    assert.deepEqual(texts(source, at), at === 0 ? [] : ["seed"]);
    assert.ok(bytes() < text.length / 3, `${at}: ${bytes()} of ${text.length}`);
  }
  const { source, bytes } = counted(text);
  assert.deepEqual(texts(source, 403), ["late", "seed"]);
  assert.ok(bytes() > text.length / 2);
  assert.throws(() => texts(bytesSource(text), 804), /valid positions are 0 to 803/);
});

Deno.test("readBlocks() reads on where a parent is named, up to the position or near the end", () => {
  const branch = [entry("a", null, plainSystem("other")), entry("b", "a", user("more"))];
  const named = {
    "at the end": [...bare, ...branch],
    "at the start": [...branch, ...bare],
    "in the middle, and again at the end": [
      ...bare,
      ...branch,
      ...bare,
      entry("c", "b", user("on")),
    ],
  };
  for (const [name, parts] of Object.entries(named)) {
    const text = logText(...parts);
    for (const at of [0, 1, 2]) {
      assert.deepEqual(texts(bytesSource(text), at), naivePrompt(text, at).texts, `${name}, ${at}`);
    }
  }
});

Deno.test("readBlocks() takes a log that shows no parentId for one that has none", () => {
  // Another path between: what `log` and every format but text see, and a prefix alone does not.
  const text = logText(...bare, entry("a", null, plainSystem("other")), ...bare);
  assert.deepEqual(texts(bytesSource(text), 1), ["seed"]);
  assert.deepEqual(readPromptAt(bytesSource(text), 1).blocks.map((block) => block.text), ["other"]);
});

Deno.test("readBlocks() tells damage before the position, and none after it", () => {
  const lines = bare.map((part) => JSON.stringify(part));
  const text = [...lines.slice(0, 3), "{torn", ...lines.slice(3), "{torn", ...lines].join("\n") +
    "\n";
  const touching = (at: number) =>
    readBlocks(bytesSource(text), at).findings.filter(({ touches }) => touches).length;
  assert.deepEqual([1, 3, 4].map(touching), [0, 0, 1]);
});

Deno.test("readBlocks() knows no position on a damaged line that nothing follows", () => {
  const torn = '{"type":"message","message":{"role":"user","content":x}}';
  const text = `${logText(...bare)}${torn}\n`;
  for (const options of [{}, { linearFrom: Infinity }]) {
    assert.deepEqual(texts(bytesSource(text), 401, options), ["seed"]);
    assert.throws(() => texts(bytesSource(text), 402, options), /valid positions are 0 to 401/);
    assert.deepEqual(texts(bytesSource(`${text}${JSON.stringify(bare[0])}\n`), 402, options), [
      "seed",
    ]);
  }
});
