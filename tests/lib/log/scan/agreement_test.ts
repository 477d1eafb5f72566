import assert from "node:assert/strict";
import { readPromptAt } from "../../../../lib/log.ts";
import { bytesSource } from "../../../../lib/log/bytes.ts";
import { readTimeline } from "../../../../lib/log/timeline.ts";
import { adversarialLines, DUPLICATE_ROLE, truth } from "../../../support/adversarial_lines.ts";
import { entry, HEADER, logText, system, user } from "../../../support/log_builder.ts";
import { naivePrompt } from "../../../support/naive_log.ts";
import { goesOver } from "../../../support/scanner.ts";

const encoder = new TextEncoder();

Deno.test("makeScanner() agrees with JSON.parse on heads, whichever way they are spelled", () => {
  let count = 0;
  let over = 0;
  for (const line of adversarialLines()) {
    const { kind, id, parentId, hasParent } = truth(line);
    for (const full of [false, true]) {
      count++;
      const parent = hasParent ? parentId as string | null : undefined;
      const known = typeof parent === "string" || parent === null || parent === undefined;
      const answer = goesOver(encoder.encode(line), { full, parent: known ? parent : "b" });
      if (!answer.over) continue;
      over++;
      if (!full && DUPLICATE_ROLE.test(line)) continue;
      // A head cannot see that the rest is no JSON; DESIGN §13 says when it is trusted all the same.
      if (!full && kind === "damaged") continue;
      assert.equal(kind, "other", line);
      assert.equal(answer.id, id, line);
    }
  }
  console.error(`    ${count} readings, ${over} without JSON.parse`);
  assert.ok(count > 60_000 && over > 1_000);
});

const BLOCKS = [300, 301, 512, 1024, 4096, 65536, 1 << 20];

function outcome<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

/** A log with a line in the middle that could mislead a reader. */
function logAround(line: string, index: number): string {
  return logText(
    HEADER,
    entry("r", null, system("root")),
    entry("q", "r", user("x".repeat(index % 400))),
    entry("b", "q", system("second", "replace")),
    line,
    entry("z", line.includes('"id":"a"') ? "a" : undefined, user("end")),
    entry("y", "z", user("system developer parentId")),
  );
}

/** Every one of so many lines; a line that holds a newline is two. */
function* everyLine(step: number): Generator<[string, number]> {
  let index = 0;
  for (const line of adversarialLines()) {
    if (index++ % step === 0 && !line.includes("\n")) yield [line, index];
  }
}

Deno.test("readPromptAt() agrees with JSON.parse on adversarial lines at every chunk size", () => {
  let count = 0;
  let damaged = 0;
  for (const [line, index] of everyLine(4)) {
    const text = logAround(line, index);
    const log = bytesSource(text);
    const isJson = truth(line).kind !== "damaged";
    const naive = outcome(() => naivePrompt(text));
    for (const block of BLOCKS) {
      for (const full of [false, true]) {
        // What a head may decide, and that it cannot see damage behind it, stands in DESIGN §13.
        if (!full && (!isJson || DUPLICATE_ROLE.test(line))) continue;
        count++;
        const read = () => readPromptAt(log, undefined, { full, block, linearFrom: 0 });
        if (!isJson) {
          damaged++;
          const { findings } = read();
          assert.ok(findings.some(({ offset }) => offset === text.indexOf(line)), line);
          continue;
        }
        const said = outcome(() => {
          const { blocks, path, findings } = read();
          return {
            texts: blocks.map((block) => block.text),
            positions: blocks.map((block) => block.position),
            total: path.total,
            touches: findings.some(({ touches }) => touches),
          };
        });
        if (typeof naive === "string") assert.equal(typeof said, "string", line);
        else assert.deepEqual(said, naive, line);
      }
    }
  }
  console.error(`    ${count} logs, ${damaged} of them damaged`);
  assert.ok(count > 60_000 && damaged > 20_000, `${count} ${damaged}`);
});

Deno.test("readPromptAt() and readTimeline() agree with a full parse at every chunk size", () => {
  let count = 0;
  for (const [line, index] of everyLine(29)) {
    const log = bytesSource(logAround(line, index));
    const prompt = (options: { full: boolean; block: number; linearFrom: number }) =>
      outcome(() => {
        const { path, blocks, findings } = readPromptAt(log, undefined, options);
        return { leaf: path.leaf, total: path.total, blocks, findings };
      });
    const story = (options: { block: number; linearFrom: number }) =>
      outcome(() => readTimeline(log, options));
    const whole = { block: 1 << 20, linearFrom: Infinity };
    const expected = [prompt({ ...whole, full: true }), story(whole)];
    for (const block of BLOCKS) {
      count++;
      const linear = { block, linearFrom: 0 };
      assert.deepEqual([prompt({ ...linear, full: true }), story(linear)], expected, line);
    }
  }
  console.error(`    ${count} logs`);
});
