/** lib/log/prompt_numbers.ts: numbers are those of the timeline's rows. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesSource, promptNumbers, readPrompt, readTimeline } from "../../../lib/log.ts";
import { generatedLogs, outcome } from "../../support/generated_logs.ts";
import { chain, logOf, system, user } from "../../support/log_builder.ts";

Deno.test("promptNumbers() names the last row of the timeline at or before each position", () => {
  let rows = 0;
  const property = fc.property(generatedLogs, (text) => {
    const log = bytesSource(text);
    const timeline = outcome(() => readTimeline(log));
    if (timeline === "cycle") return;
    const prompts = promptNumbers(log, readPrompt(log, { whole: true }).path);
    for (let position = 1; position <= timeline.path.length; position++) {
      const row = timeline.entries.findLastIndex((entry) => entry.position <= position);
      const number = prompts.findLast((prompt) => prompt.position <= position)?.number;
      assert.equal(number, row === -1 ? undefined : row + 1);
      rows += row + 1;
    }
  });
  fc.assert(property, { numRuns: 500 });
  assert.ok(rows > 100);
});

Deno.test("promptNumbers() counts blocks; one that clears is a block too", () => {
  const log = logOf(
    ...chain(
      system(["one", "two"]),
      user("hi"),
      system([], "append"),
      system([], "replace"),
      user("hi"),
      system("three"),
    ),
  );
  assert.deepEqual(promptNumbers(log, readPrompt(log, { whole: true }).path), [
    { position: 1, number: 2 },
    { position: 4, number: 3 },
    { position: 6, number: 4 },
  ]);
});
