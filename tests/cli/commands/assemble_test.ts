/** `panto assemble`: the built-in prompt, the environment, the instructions. */

import assert from "node:assert/strict";
import { DEFAULT_PROMPT } from "../../../mod.ts";
import { CommandRunner } from "../../support/command_runner.ts";

const head = DEFAULT_PROMPT.trimEnd();

function environment(directory: string, listing: string): string {
  return `<env>
  Working directory: ${directory}
  Platform: linux
  Today's date: 2026-11-30
  Is git repo: no
</env>

Top-level project structure:

${listing}`;
}

Deno.test("runAssemble() joins the parts with blank lines and ends in one newline", () => {
  using runner = new CommandRunner();
  const bare = environment(runner.project, ".git/");
  assert.deepEqual(runner.panto(["assemble"]), {
    code: 0,
    out: `${head}\n\n${bare}\n`,
    err: "",
  });
  runner.write("AGENTS.md", "Use tabs.\n\n");
  const { out } = runner.panto(["assemble"]);
  const section = `# Project Instructions (from ${runner.project}/AGENTS.md)\n\nUse tabs.`;
  const listed = environment(runner.project, ".git/ AGENTS.md");
  assert.equal(out, `${head}\n\n${listed}\n\n${section}\n`);
});

Deno.test("runAssemble() is about DIR, and no layer takes part", () => {
  using runner = new CommandRunner();
  runner.put("project", "SYSTEM.md", "ignored");
  runner.put("user", "APPEND_SYSTEM.md", "ignored");
  runner.write("sub/a b", "");
  const { out, err } = runner.panto(["assemble", "sub"]);
  assert.equal(err, "");
  assert.equal(out, `${head}\n\n${environment(`${runner.project}/sub`, '"a b"')}\n`);
  const elsewhere = runner.panto(["-C", "sub", "assemble"]);
  assert.equal(elsewhere.out, out);
});

Deno.test("runAssemble() limits the instructions to --max-instructions", () => {
  using runner = new CommandRunner();
  runner.write("AGENTS.md", "é".repeat(5000));
  const shown = (...args: string[]) =>
    (runner.panto(["assemble", ...args])).out.split("AGENTS.md)\n\n")[1];
  const note = `\n[truncated — full file at ${runner.project}/AGENTS.md]\n`;
  assert.equal(shown(), "é".repeat(4096) + note);
  assert.equal(shown("--max-instructions", "3"), "é" + note);
  assert.equal(shown("--max-instructions", "0"), "é".repeat(5000) + "\n");
});

Deno.test("runAssemble() --json holds the whole and the parts", () => {
  using runner = new CommandRunner();
  const text = (runner.panto(["assemble"])).out.trimEnd();
  const document = JSON.parse((runner.panto(["assemble", "--json"])).out);
  assert.deepEqual(document, {
    schema: "panto.assemble/1",
    directory: runner.project,
    text,
    static: DEFAULT_PROMPT,
    environment: environment(runner.project, ".git/"),
    instructions: null,
  });
  runner.write("AGENTS.md", "Use tabs.\n");
  const { instructions } = JSON.parse((runner.panto(["assemble", "--json"])).out);
  const path = `${runner.project}/AGENTS.md`;
  const section = `# Project Instructions (from ${path})\n\nUse tabs.`;
  assert.deepEqual(instructions, { path, bytes: 10, text: section });
});

Deno.test("runAssemble() tells warnings and goes on", () => {
  using runner = new CommandRunner();
  runner.write("AGENTS.md", "a\0");
  const { code, err, out } = runner.panto(["assemble", "-q"]);
  assert.equal(code, 0);
  assert.match(err, /^panto: warning: Cannot read ".*AGENTS\.md": it holds a NUL .*left out\n$/);
  assert.ok(!out.includes("# Project Instructions"));
});
