import assert from "node:assert/strict";
import type { Measurement } from "../../../scripts/bench/measure.ts";
import { goalsText, sectionText } from "../../../scripts/bench/report.ts";
import type { SectionPlan } from "../../../scripts/bench/sections.ts";

const PLAN: SectionPlan = {
  title: "A log",
  text: "Text.",
  inputs: {},
  processes: [],
  goals: [
    { type: "most", who: "panto log", of: "cat", factor: 2 },
    { type: "memory", mebibytes: 50 },
    { type: "most", who: "panto log", of: "rg", factor: 2 },
  ],
  rounds: 2,
};

function sample(times: readonly number[], printed = "same"): Measurement["now"] {
  return { times, peak: 60, printed };
}

const ALONE: Measurement[] = [
  { name: "cat", now: sample([10, 12]) },
  { name: "panto log", now: sample([30, 36]) },
];
const COMPARED: Measurement[] = [
  { name: "cat", now: sample([10, 12]) },
  { name: "panto log", now: sample([12, 21]), before: sample([30, 36], "other") },
];

Deno.test("sectionText() gives times and memory of one executable", () => {
  assert.equal(
    sectionText({ plan: PLAN, measurements: ALONE, load: 1.25 }),
    `## A log

Text. 2 rounds, load 1.3 at the end.

| process     | median ms | fastest ms | peak MiB | / cat |
| ----------- | --------: | ---------: | -------: | ----: |
| \`cat\`       |      11.0 |       10.0 |       60 |     1 |
| \`panto log\` |      33.0 |       30.0 |       60 |  3.00 |
`,
  );
});

Deno.test("sectionText() compares two, and says what they print otherwise", () => {
  assert.equal(
    sectionText({ plan: PLAN, measurements: COMPARED, load: 0 }),
    `## A log

Text. 2 rounds, load 0.0 at the end. **Printed otherwise before**: \`panto log\`.

| process     | before ms | now ms | now / before | of fastest | before MiB | now MiB | / cat |
| ----------- | --------: | -----: | -----------: | ---------: | ---------: | ------: | ----: |
| \`cat\`       |           |   11.0 |              |            |            |      60 |     1 |
| \`panto log\` |      33.0 |   16.5 |         0.49 |       0.40 |         60 |      60 |  1.48 |
`,
  );
});

Deno.test("goalsText() lists every goal that was measured, with a verdict", () => {
  const text = goalsText([{ plan: PLAN, measurements: COMPARED, load: 0 }]);
  assert.equal(
    text,
    `## Goals

1 of 2 are met.

| log   | goal                    | before           | now              | verdict    |
| ----- | ----------------------- | ---------------- | ---------------- | ---------- |
| A log | \`panto log\` ≤ 2 × \`cat\` | 3.00             | 1.48             | met        |
| A log | memory ≤ 50 MiB         | 60 (\`panto log\`) | 60 (\`panto log\`) | **missed** |
`,
  );
  assert.doesNotMatch(goalsText([{ plan: PLAN, measurements: ALONE, load: 0 }]), /before/);
});
