import assert from "node:assert/strict";
import type { Goal } from "../../../scripts/bench/goals.ts";
import { SIZES } from "../../../scripts/bench/options.ts";
import { sectionsOf } from "../../../scripts/bench/sections.ts";

const SECTIONS = sectionsOf(SIZES);

function goalsOf(title: string): readonly Goal[] {
  return SECTIONS.find((section) => section.title === title)?.goals ?? [];
}

Deno.test("sectionsOf() aims only at processes of the section, each with its log", () => {
  for (const { title, processes, goals, inputs } of SECTIONS) {
    const names = new Set(processes.map(({ name }) => name));
    assert.equal(names.size, processes.length, `${title}: a name twice`);
    for (const goal of goals) {
      if (!("who" in goal)) continue;
      assert.ok(names.has(goal.who) && names.has(goal.of), `${title}: ${goal.who}, ${goal.of}`);
    }
    for (const { name, args, input } of processes) {
      assert.equal(args.includes("$"), input !== undefined, `${title}: ${name}`);
      assert.ok(input === undefined || input in inputs, `${title}: ${name} wants ${input}`);
    }
  }
});

Deno.test("sectionsOf() measures the same logs at every size", () => {
  for (
    const how of ["with parents", "without parents", "bare chat lines", "branches", "re-seeded"]
  ) {
    for (const size of SIZES) {
      const found = SECTIONS.find(({ title }) => title === `${size} MiB, ${how}`);
      assert.ok(found !== undefined, `${size}, ${how}`);
    }
  }
});

Deno.test("sectionsOf() holds the goals of DESIGN §13", () => {
  const has = (title: string, goal: Goal) =>
    assert.ok(
      goalsOf(title).some((other) => JSON.stringify(other) === JSON.stringify(goal)),
      `${title}: ${JSON.stringify(goal)}`,
    );
  const most = (who: string, factor: number, of: string): Goal => ({
    type: "most",
    who,
    factor,
    of,
  });
  has("Start-up", most("panto inspect SESSION", 3, "bare Bun program"));
  has("Start-up", most("panto inspect SESSION", 1, "jq -n 1"));
  for (const how of ["with parents", "without parents"]) {
    has(`1024 MiB, ${how}`, most("panto inspect compact", 1.5, "cat"));
    has(`1024 MiB, ${how}`, most("panto inspect spaced", 1.5, "cat"));
    has(`1024 MiB, ${how}`, most("panto inspect spaced", 1.2, "panto inspect compact"));
    has(`1024 MiB, ${how}`, most("panto log spaced", 3.5, "cat"));
    const jq = { type: "faster", who: "panto inspect compact", of: "jq -c", factor: 25 } as const;
    has(`1024 MiB, ${how}`, jq);
  }
  has("256 MiB of short lines", most("panto inspect short", 5.5, "cat"));
  has("1024 MiB, branches", most("panto log branched", 2, "panto log unbranched"));
  const over = { type: "over", of: "panto --version", milliseconds: 10 } as const;
  for (const who of ["panto compact", "panto inspect spaced"]) {
    const { type, ...rest } = over;
    has("1024 MiB, re-seeded", { type, who, ...rest });
  }
  has("8 MiB, with parents", { type: "not slower" });
  has("1024 MiB, branches", { type: "memory", mebibytes: 64 });
  has("128 MiB, provider JSON", { type: "memory", mebibytes: 96 });
});
