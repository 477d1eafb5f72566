import assert from "node:assert/strict";
import { type Goal, judge, NOISE } from "../../../scripts/bench/goals.ts";
import type { Measurement } from "../../../scripts/bench/measure.ts";

function took(name: string, now: number, peak: number, before?: number): Measurement {
  const sample = (time: number) => ({ times: [time, time], peak, printed: "" });
  return { name, now: sample(now), ...(before !== undefined && { before: sample(before) }) };
}

const ALONE = [took("cat", 100, 900), took("panto inspect", 150, 60), took("jq", 3000, 2)];
const COMPARED = [took("cat", 100, 900), took("panto inspect", 150, 60, 200)];
const INSPECT = { who: "panto inspect", of: "cat" };

Deno.test("judge() compares with the bound of each kind of goal", () => {
  const table: [Goal, string, boolean][] = [
    [{ type: "most", ...INSPECT, factor: 1.5 }, "1.50", true],
    [{ type: "most", ...INSPECT, factor: 1.4 }, "1.50", false],
    [{ type: "faster", who: "panto inspect", of: "jq", factor: 20 }, "20.00", true],
    [{ type: "faster", who: "panto inspect", of: "jq", factor: 21 }, "20.00", false],
    [{ type: "over", ...INSPECT, milliseconds: 50 }, "50.0 ms", true],
    [{ type: "over", ...INSPECT, milliseconds: 49 }, "50.0 ms", false],
    [{ type: "memory", mebibytes: 60 }, "60 (`panto inspect`)", true],
    [{ type: "memory", mebibytes: 59 }, "60 (`panto inspect`)", false],
  ];
  for (const [goal, now, met] of table) {
    const verdict = judge(goal, ALONE);
    assert.deepEqual([verdict?.now, verdict?.met, verdict?.before], [now, met, ""]);
  }
});

Deno.test("judge() measures the older executable against the same reference", () => {
  const verdict = judge({ type: "most", ...INSPECT, factor: 1.5 }, COMPARED);
  assert.deepEqual([verdict?.before, verdict?.now], ["2.00", "1.50"]);
});

Deno.test("judge() holds every process against the older executable", () => {
  const slower = [...COMPARED, took("panto log", 100 * NOISE + 1, 60, 100)];
  assert.equal(judge({ type: "not slower" }, COMPARED)?.met, true);
  const verdict = judge({ type: "not slower" }, slower);
  assert.deepEqual([verdict?.now, verdict?.met], ["1.06 (`panto log`)", false]);
});

Deno.test("judge() counts as slower only what is so in the median and in the fastest run", () => {
  const times = (now: number[], before: number[]): Measurement => ({
    name: "panto log",
    now: { times: now, peak: 1, printed: "" },
    before: { times: before, peak: 1, printed: "" },
  });
  const met = (one: Measurement) => judge({ type: "not slower" }, [one])?.met;
  assert.equal(met(times([10, 15, 15], [10, 10, 10])), true);
  assert.equal(met(times([12, 10, 10], [9, 10, 10])), true);
  assert.equal(met(times([11, 15, 15], [10, 10, 10])), false);
});

Deno.test("judge() gives no verdict on what was not measured", () => {
  assert.equal(judge({ type: "not slower" }, ALONE), undefined);
  assert.equal(judge({ type: "most", who: "cat", of: "rg", factor: 1 }, ALONE), undefined);
});
