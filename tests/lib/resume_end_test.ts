import assert from "node:assert/strict";
import { readEnd } from "../../lib/resume.ts";
import { configWindow } from "../../lib/derive.ts";
import { pathMessages, readPrompt } from "../../lib/log.ts";
import { chain, HEADER, logOf, system, user } from "../support/log_builder.ts";

const histories: Record<
  string,
  { log: Record<string, unknown>[]; window: string[]; place: string }
> = {
  "nothing": { log: [], window: [], place: "run" },
  "leading system messages": { log: [system("a"), system("b")], window: ["a", "b"], place: "run" },
  "an edit after a message": {
    log: [system("a"), user("x"), system("b")],
    window: ["a"],
    place: "outside",
  },
  "a replace": {
    log: [system("a"), user("x"), system("b", "replace")],
    window: ["b"],
    place: "run",
  },
  "a replace, then a message": {
    log: [system("a", "replace"), user("x")],
    window: ["a"],
    place: "window",
  },
  "a replace, then an edit after a gap": {
    log: [system("a", "replace"), user("x"), system("b")],
    window: ["a", "b"],
    place: "window",
  },
};

for (const [name, { log, window, place }] of Object.entries(histories)) {
  Deno.test(`readEnd() finds the window of ${name}`, () => {
    const source = logOf(HEADER, ...chain(...log));
    const end = readEnd(source, {});
    assert.deepEqual(end.window.blocks.map(({ text }) => text), window);
    assert.equal(end.editPlace, place);
    // The same rule over the messages, with positions from the start.
    const { path } = readPrompt(source, { whole: true });
    const plain = configWindow(pathMessages(source, path));
    assert.deepEqual(
      [end.window.blocks.map((b) => b.text), end.window.contiguous, end.window.outside.length],
      [plain.blocks.map((b) => b.text), plain.contiguous, plain.outside.length],
    );
  });
}
