import assert from "node:assert/strict";
import { PantoError, SessionError, UsageError } from "../../lib/errors.ts";
import {
  type Adoption,
  bytesSource,
  findEvidence,
  readPrompt,
  refuseDamage,
  refuseUnreadable,
  refuseWriting,
} from "../../lib/log.ts";
import { chain, HEADER, logOf, system } from "../support/log_builder.ts";

function refusal(source: Parameters<typeof readPrompt>[0], lenient?: boolean): unknown {
  try {
    refuseDamage(source, readPrompt(source).diagnostics, { lenient });
    return undefined;
  } catch (error) {
    return error;
  }
}

Deno.test("refuseDamage() refuses where damage touches, unless lenient is said", () => {
  const damaged = logOf(HEADER, ...chain(system("a")), "{torn");
  const error = refusal(damaged);
  assert.ok(error instanceof SessionError);
  assert.deepEqual([error.code, error.place.line], ["damage-touches", 3]);
  assert.equal(refusal(damaged, true), undefined);
  assert.equal(refusal(logOf(HEADER, ...chain(system("a")))), undefined);
});

Deno.test("refuseDamage() tells whether another place than the end was asked for", () => {
  const damaged = logOf(HEADER, ...chain(system("a")), "{torn");
  const { diagnostics } = readPrompt(damaged);
  const isElsewhere = (options: Parameters<typeof refuseDamage>[2]) => {
    try {
      refuseDamage(damaged, diagnostics, options);
    } catch (error) {
      return error instanceof SessionError && error.details.isElsewhere;
    }
  };
  assert.deepEqual([{}, { at: "end" as const }, { leaf: undefined }].map(isElsewhere), [
    false,
    false,
    false,
  ]);
  assert.deepEqual([{ at: 1 }, { at: -1 }, { leaf: "e1" }].map(isElsewhere), [true, true, true]);
});

const HEADER_LINE = '{"type":"session","version":3}\n';
const files = {
  panto: HEADER_LINE,
  pi: HEADER_LINE + '{"type":"model_change"}\n',
  chat: '{"role":"user","content":"x"}\n',
  codex: '{"timestamp":"t","type":"session_meta","payload":{"id":"i"}}\n',
  claude: '{"type":"summary","leafUuid":"l"}\n',
  notes: "# Notes\n",
};

/** The code and the words of a refusal, or the warnings. */
function outcome(act: () => unknown): unknown {
  try {
    return act() ?? "done";
  } catch (error) {
    assert.ok(error instanceof PantoError);
    assert.equal(error.place.path, "f");
    return `${error.code}: ${error.message}`;
  }
}

function reading(name: keyof typeof files): unknown {
  return outcome(() => refuseUnreadable(bytesSource(files[name], "f")));
}

function writing(name: keyof typeof files, adopt?: Adoption): unknown {
  const source = bytesSource(files[name], "f");
  return outcome(() => refuseWriting(source, findEvidence(source), adopt).map((w) => w.message));
}

const NO_SESSION = '"f" holds no session header and no message';
const PI = '"f" is a session of pi; panto does not write into it';
const CODEX = '"f" is a session of Codex; panto does not write into it';
const CHAT = '"f" holds chat lines, with no session header and no system message';

Deno.test("refuseUnreadable() lets sessions, pi's and chat lines pass, and names the rest", () => {
  for (const name of ["panto", "pi", "chat"] as const) assert.equal(reading(name), "done");
  assert.equal(
    reading("codex"),
    'format-unreadable: "f" is a session of Codex, which panto cannot read yet',
  );
  assert.equal(
    reading("claude"),
    'format-unreadable: "f" looks like a session of Claude Code, which panto cannot read yet',
  );
  assert.equal(reading("notes"), `not-a-session: ${NO_SESSION}`);
});

Deno.test("refuseWriting() lets only panto's own sessions pass", () => {
  assert.deepEqual(writing("panto"), []);
  assert.equal(writing("pi"), `foreign-session: ${PI}`);
  assert.equal(writing("codex"), `foreign-session: ${CODEX}`);
  assert.equal(writing("chat"), `adoption-needed: ${CHAT}`);
  assert.equal(writing("notes"), `adoption-needed: ${NO_SESSION}`);
});

Deno.test("refuseWriting() adopts what can be adopted", () => {
  assert.deepEqual(writing("panto", true), []);
  assert.deepEqual(writing("pi", true), [
    'f: pi does not read "mode": it will send its own prompt as well',
  ]);
  assert.deepEqual(writing("chat", true), []);
  assert.deepEqual(writing("notes", true), []);
  assert.equal(writing("codex", true), 'usage: Cannot adopt "f": it is a session of Codex');
});

Deno.test("refuseWriting() for a plan that writes nothing lets chat lines pass alone", () => {
  assert.deepEqual(writing("chat", "chat-lines"), []);
  assert.equal(writing("pi", "chat-lines"), `foreign-session: ${PI}`);
  assert.equal(writing("codex", "chat-lines"), `foreign-session: ${CODEX}`);
  assert.equal(writing("notes", "chat-lines"), `adoption-needed: ${NO_SESSION}`);
});

Deno.test("the barrier's errors are of the session, but for an adoption that cannot be", () => {
  const source = bytesSource(files.codex, "f");
  assert.throws(() => refuseUnreadable(source), SessionError);
  assert.throws(() => refuseWriting(source, findEvidence(source)), SessionError);
  assert.throws(() => refuseWriting(source, findEvidence(source), true), UsageError);
});
