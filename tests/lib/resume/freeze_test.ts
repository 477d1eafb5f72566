import assert from "node:assert/strict";
import { freezeBlocks, isTemplateBlock } from "../../../lib/resume/freeze.ts";
import { readPrompt } from "../../../lib/log.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import type { ByteSource } from "../../../lib/log/lines.ts";
import { joinLines } from "../../../lib/log/bytes.ts";
import { formatResume, planResume, type ResumeOptions } from "../../../lib/resume.ts";
import type { Warning } from "../../../lib/errors.ts";
import type {
  ConfiguredBlock,
  RenderedText,
  TemplateRenderer,
} from "../../../lib/prompt_source.ts";
import { countingEntries, entry, logText, user } from "../../support/log_builder.ts";

function plain(text: string): ConfiguredBlock {
  return { text, source: { type: "built-in" } };
}

/** A template whose digest is its text. */
function template(text: string): ConfiguredBlock {
  return {
    source: { type: "file", layer: "user", path: "/u/SYSTEM.md.j2" },
    templateSource: { text, name: "SYSTEM.md.j2", sha256: text },
  };
}

/** Counts renderings, and gives another text each time. */
class Renderer {
  count = 0;
  readonly render = (): RenderedText => ({
    text: `rendering ${++this.count}`,
    warnings: [{ message: `warning ${this.count}`, place: {} }, COMMON],
  });
}

/** A warning that comes with every text, as of a file that all of them may use. */
const COMMON: Warning = { message: "common", place: {} };

class TestSession {
  readonly renderer = new Renderer();
  source: ByteSource | undefined;
  /** Of the last resume. */
  warnings: string[] = [];

  resume(
    blocks: ConfiguredBlock[],
    options: ResumeOptions = {},
    render: TemplateRenderer = this.renderer.render,
  ): string {
    const resume = planResume(this.source, { blocks, render }, options);
    this.warnings = resume.warnings.map(({ message }) => message);
    this.source = joinLines(this.source, formatResume(resume, "/w", countingEntries()), "s.jsonl");
    return resume.plan.action;
  }

  say(message: Record<string, unknown> = user("hi")): void {
    const leaf = this.source && readPrompt(this.source).path.leaf?.id;
    this.source = joinLines(this.source, logText(entry("u", leaf, message)), "s.jsonl");
  }

  get prompt(): string[] {
    return readPrompt(this.source ?? bytesSource("")).blocks.map((block) => block.text);
  }
}

Deno.test("freezeBlocks() takes the recorded text of the same digest, wherever it stands", () => {
  const renderer = new Renderer();
  const recorded = [
    { type: "system" as const, text: "plain", mode: "replace" as const },
    { type: "system" as const, text: "frozen", mode: "append" as const, template: { sha256: "t" } },
  ];
  const { blocks, warnings } = freezeBlocks({
    blocks: [template("t"), plain("p"), template("other")],
    render: renderer.render,
  }, recorded);
  assert.deepEqual(warnings.map(({ message }) => message), ["warning 1", "common"]);
  assert.deepEqual(blocks.map((block) => [block.text, block.template?.sha256]), [
    ["frozen", "t"],
    ["p", undefined],
    ["rendering 1", "other"],
  ]);
});

Deno.test("isTemplateBlock() tells templates from texts", () => {
  assert.deepEqual([template("t"), plain("p")].map(isTemplateBlock), [true, false]);
});

Deno.test("a template is rendered once across many turns, and after a compaction entry", () => {
  const session = new TestSession();
  assert.equal(session.resume([template("t"), plain("a")]), "seed");
  for (let turn = 0; turn < 5; turn++) {
    session.say();
    assert.equal(session.resume([template("t"), plain("a")]), "unchanged");
  }
  session.source = joinLines(
    session.source,
    logText({ type: "compaction", id: "c", parentId: "u", summary: "short" }),
    "s.jsonl",
  );
  // Such an entry is pi's.
  assert.equal(session.resume([template("t"), plain("a")], { adopt: true }), "unchanged");
  assert.deepEqual([session.prompt, session.renderer.count], [["rendering 1", "a"], 1]);
});

Deno.test("an edit of the template source causes exactly one reconciliation", () => {
  const session = new TestSession();
  session.resume([template("t1")]);
  assert.equal(session.resume([template("t2")]), "replace");
  assert.equal(session.resume([template("t2")]), "unchanged");
  assert.deepEqual([session.prompt, session.renderer.count], [["rendering 2"], 2]);
});

Deno.test("an edited plain append re-seeds without rendering the frozen seed anew", () => {
  const session = new TestSession();
  session.resume([template("t"), plain("a")]);
  session.say();
  assert.equal(session.resume([template("t"), plain("b")]), "replace");
  assert.deepEqual([session.prompt, session.renderer.count], [["rendering 1", "b"], 1]);
  assert.equal(session.resume([template("t"), plain("b")]), "unchanged");
});

Deno.test("going back to an earlier template source is a new rendering", () => {
  const session = new TestSession();
  for (const text of ["t1", "t2", "t1"]) session.resume([template(text)]);
  assert.deepEqual([session.prompt, session.renderer.count], [["rendering 3"], 3]);
});

Deno.test("--reseed renders anew", () => {
  const session = new TestSession();
  session.resume([template("t")]);
  assert.equal(session.resume([template("t")], { reseed: true }), "replace");
  assert.deepEqual([session.prompt, session.renderer.count], [["rendering 2"], 2]);
});

Deno.test("a plain file never equals a template, not even with the same text", () => {
  const session = new TestSession();
  session.resume([template("t")]);
  assert.equal(session.resume([plain("rendering 1")]), "replace");
  assert.equal(session.resume([template("t")]), "replace");
});

Deno.test("a failed rendering leaves the plan unmade, and the next call renders again", () => {
  const session = new TestSession();
  const fail = () => {
    throw new Error("no variable");
  };
  assert.throws(() => session.resume([template("t")], {}, fail), /no variable/);
  assert.equal(session.source, undefined);
  assert.equal(session.resume([template("t")]), "seed");
});

Deno.test("a plan carries what its renderings warn of, each once, and nothing of recorded texts", () => {
  const session = new TestSession();
  session.resume([template("t"), plain("a"), template("u")]);
  assert.deepEqual(session.warnings, ["warning 1", "common", "warning 2"]);
  session.resume([template("t"), plain("a"), template("u")]);
  assert.deepEqual(session.warnings, []);
  session.resume([template("t"), plain("a"), template("v")]);
  assert.deepEqual(session.warnings, ["warning 3", "common"]);
});
