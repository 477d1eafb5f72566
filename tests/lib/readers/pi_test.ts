import assert from "node:assert/strict";
import { PI_WORDS, PiTraits } from "../../../lib/readers/pi.ts";

const HEADER = { type: "session", version: 3 };
const OURS = { ...HEADER, writer: "panto" };
const SOURCED = {
  type: "message",
  message: { role: "system", content: "x", source: { kind: "built-in" } },
};
const label = { type: "label", id: "a" };
const modelChange = { type: "model_change", id: "a" };
const sections = { type: "message", message: { role: "system", sections: {} } };
const toolsAdded = { type: "message", message: { role: "system", content: "", toolsAdded: [] } };

const logs: [name: string, records: Record<string, unknown>[], isPi: boolean][] = [
  ["a header alone", [HEADER], false],
  ["a message", [HEADER, { type: "message", message: { role: "user", content: "hi" } }], false],
  ["what answers keep of a provider", [HEADER, {
    type: "message",
    message: { role: "assistant", content: [], api: "x", stopReason: "stop", usage: {} },
  }], false],
  ...["compaction", "branch_summary", "custom", "custom_message", "usage", "session_info", "label"]
    .flatMap((type): [string, Record<string, unknown>[], boolean][] => [
      [`an entry ${type}`, [HEADER, { type }], true],
      [`an entry ${type} in a log that names panto`, [OURS, { type }], false],
    ]),
  ...["model_change", "thinking_level_change", "context_edit"]
    .flatMap((type): [string, Record<string, unknown>[], boolean][] => [
      [`an entry ${type}`, [HEADER, { type }], true],
      [`an entry ${type} in a log that names panto`, [OURS, SOURCED, { type }], true],
    ]),
  ["a label before a prompt with its source", [HEADER, label, SOURCED], false],
  ["a label behind one", [HEADER, SOURCED, label], false],
  ["a source that is none", [HEADER, label, {
    type: "message",
    message: { role: "system", content: "x", source: "built-in" },
  }], true],
  ["a source of somebody who is not the system", [HEADER, label, {
    type: "message",
    message: { role: "user", content: "x", source: { kind: "built-in" } },
  }], true],
  ["another writer", [{ ...HEADER, writer: "other" }, label], true],
  ["sections", [HEADER, sections], true],
  ["sections in a log that names panto", [OURS, SOURCED, sections], true],
  ["tools that were added", [HEADER, toolsAdded], true],
  ["tools that were added, in a log that names panto", [OURS, toolsAdded], false],
];

for (const [name, records, isPi] of logs) {
  Deno.test(`PiTraits: ${name} ${isPi ? "is" : "is not"} pi's`, () => {
    const traits = new PiTraits();
    for (const record of records) traits.see(record as never);
    assert.equal(traits.isPi, isPi);
    // What decides is never in a line that is passed over.
    const passed = new PiTraits();
    for (const record of records) {
      if (record.type === "session" || PI_WORDS.test(JSON.stringify(record))) {
        passed.see(record as never);
      }
    }
    assert.equal(passed.isPi, isPi);
  });
}

Deno.test("PiTraits is settled by what only pi writes", () => {
  const traits = new PiTraits();
  traits.see(label as never);
  assert.deepEqual([traits.isPi, traits.isSettled], [true, false]);
  traits.see(modelChange as never);
  assert.deepEqual([traits.isPi, traits.isSettled], [true, true]);
});
