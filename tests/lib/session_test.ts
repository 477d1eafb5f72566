import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { IoError, LockedError, SessionError, UsageError } from "../../lib/errors.ts";
import { acquireLock } from "../../lib/log/io/lock.ts";
import { readPrompt } from "../../lib/log.ts";
import { bytesSource } from "../../lib/log/bytes.ts";
import { openSession, type Session, type SessionOptions } from "../../lib/session.ts";
import { CheckedMessage } from "../../lib/message/checked.ts";
import type { NewMessage } from "../../lib/types.ts";
import { plainPrompt as files } from "../support/configured.ts";
import { chain, countingEntries, HEADER, logText, system, user } from "../support/log_builder.ts";
import { TemporaryDirectory } from "../support/temporary_directory.ts";

function sessionAt(path: string, options: Partial<SessionOptions> = {}): Session {
  return openSession(path, { cwd: "/w", name: "s.jsonl", entries: countingEntries(), ...options });
}

function prompt(path: string): string[] {
  return readPrompt(bytesSource(readFileSync(path))).blocks.map((block) => block.text);
}

function lineCount(path: string): number {
  return readFileSync(path, "utf8").split("\n").length - 1;
}

Deno.test("Session.resume() seeds, then does nothing, then records a change once", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("s.jsonl");
  const session = sessionAt(path, {
    entries: { newId: () => crypto.randomUUID(), now: () => new Date(0) },
  });
  assert.equal(session.resume(files("seed", "a")).created, true);
  assert.deepEqual([lineCount(path), prompt(path)], [3, ["seed", "a"]]);
  const { mtimeNs } = statSync(path, { bigint: true });
  const bytes = readFileSync(path);
  for (let i = 0; i < 20; i++) {
    assert.equal(session.resume(files("seed", "a")).plan.action, "unchanged");
  }
  assert.equal(statSync(path, { bigint: true }).mtimeNs, mtimeNs);
  assert.deepEqual(readFileSync(path), bytes);
  assert.equal(session.resume(files("seed", "b", "c")).plan.action, "replace");
  assert.deepEqual([lineCount(path), prompt(path)], [6, ["seed", "b", "c"]]);
  assert.deepEqual(readFileSync(path).subarray(0, bytes.length), bytes);
  assert.equal(session.resume(files("seed", "b", "c")).plan.action, "unchanged");
});

Deno.test("Session.resume() opens nothing for writing and takes no lock when nothing changed", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER, ...chain(system("seed"))));
  const lock = acquireLock(path);
  assert.equal(
    sessionAt(path, { lockTimeoutMs: 0 }).resume(files("seed")).plan.action,
    "unchanged",
  );
  assert.throws(() => sessionAt(path, { lockTimeoutMs: 40 }).resume(files("other")), LockedError);
  assert.equal(
    sessionAt(path, { lock: false }).resume(files("other")).plan.action,
    "replace",
    "a script that holds the lock",
  );
  lock?.release();
});

Deno.test("Session.append() chains entries and gives their ids", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER));
  const session = sessionAt(path);
  const first = session.append({ role: "user", content: "one" });
  const second = session.append({ role: "user", content: "two" });
  const entries = directory.read("s.jsonl").trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(entries.slice(1).map(({ id, parentId }) => [id, parentId]), [
    [first.id, null],
    [second.id, first.id],
  ]);
  assert.deepEqual([first.fate, session.append({ role: "system", content: "x" }).fate], [
    undefined,
    "unrecorded",
  ]);
});

const malformed: [name: string, message: unknown, reason: RegExp][] = [
  ["text", "oops not json", /it is no JSON object/],
  ["a list", [], /it is no JSON object/],
  ["nothing", undefined, /it cannot be written as JSON/],
  ["a function", () => 0, /it cannot be written as JSON/],
  ["a number without a form in JSON", { role: "user", content: 1n }, /cannot be written as JSON/],
  ["no role", { content: "x" }, /it has no "role"/],
  ["an unknown role", { role: "robot", content: "x" }, /"role" is "robot"/],
  ["no content", { role: "user" }, /neither "content" nor "tool_calls"/],
  ["an unknown mode", { role: "system", mode: "prepend", content: "x" }, /"mode" is "prepend"/],
  ["system content that is no text", { role: "system", content: [{ type: "image" }] }, /no text/],
  ["a call without an id", {
    role: "assistant",
    content: [{ type: "tool_use", name: "ls", input: {} }],
  }, /tool_use has no "id"/],
  ["a block of the domain, which is spelled otherwise", {
    role: "user",
    content: [{ type: "tool_result", toolUseId: "t", content: [], isError: false }],
  }, /has no "tool_use_id"/],
];
for (const [name, message, reason] of malformed) {
  Deno.test(`Session.append() refuses ${name} before it opens anything`, () => {
    using directory = new TemporaryDirectory();
    const path = directory.write("s.jsonl", logText(HEADER));
    const lock = acquireLock(path);
    const { mtimeNs } = statSync(path, { bigint: true });
    for (const at of [path, directory.at("none")]) {
      const session = sessionAt(at, { lockTimeoutMs: 0 });
      assert.throws(() => session.append(message as NewMessage), (error: unknown) => {
        assert.ok(error instanceof UsageError);
        assert.equal(error.code, "message-invalid");
        assert.match(error.message, reason);
        return true;
      });
    }
    lock?.release();
    assert.deepEqual([directory.read("s.jsonl"), statSync(path, { bigint: true }).mtimeNs], [
      logText(HEADER),
      mtimeNs,
    ]);
  });
}

Deno.test("Session.append() writes a checked message as it was spelled", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER));
  const json = '{ "role": "assistant", "content": [{"type":"tool_use","id":"t","name":"n",' +
    '"input":{"10":1.0,"2":12345678901234567890,"é":"\\u00e9"}}] }';
  sessionAt(path).append(CheckedMessage.parse(json));
  assert.ok(directory.read("s.jsonl").endsWith(`"message":${json}}\n`));
});

Deno.test("Session.append() warns of parts that no request holds, once", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER));
  const message = { role: "user", content: [{ type: "document" }] };
  const wanted = ["the message: document is recorded, but left out of provider requests"];
  const { warnings } = sessionAt(path).append(message);
  assert.deepEqual(warnings.map((warning) => warning.message), wanted);
  const checked = CheckedMessage.from(message);
  assert.deepEqual(checked.warnings.map((warning) => warning.message), wanted);
  assert.deepEqual(sessionAt(path).append(checked).warnings, []);
});

Deno.test("Session.append() branches from a named leaf", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write(
    "s.jsonl",
    logText(HEADER, ...chain(system("seed"), user("x"), user("y"))),
  );
  sessionAt(path).append(system("branch"), { leaf: "e1" });
  assert.deepEqual(prompt(path), ["seed", "branch"]);
});

Deno.test("Session.append() writes nothing in a dry run", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER));
  const before = directory.read("s.jsonl");
  const { lines } = sessionAt(path).append({ role: "user", content: "x" }, { dryRun: true });
  assert.match(lines, /^\{"type":"message","id":"n1","parentId":null,.*\}\n$/);
  assert.equal(directory.read("s.jsonl"), before);
  assert.throws(
    () => sessionAt(directory.at("none")).append(user("x"), { dryRun: true }),
    /does not exist/,
  );
});

Deno.test("Session.append() needs a log that is there", () => {
  using directory = new TemporaryDirectory();
  assert.throws(() => sessionAt(directory.at("s.jsonl")).append(user("x")), (error: unknown) => {
    assert.ok(error instanceof IoError);
    assert.deepEqual([error.message, error.code, error.place.path], [
      'Cannot write to "s.jsonl": it does not exist',
      "session-missing",
      "s.jsonl",
    ]);
    return true;
  });
  assert.equal(existsSync(directory.at("s.jsonl")), false);
});

Deno.test("Session.append() stays readable after a torn tail", () => {
  using directory = new TemporaryDirectory();
  const whole = logText(HEADER, ...chain(system("seed")));
  const path = directory.write("s.jsonl", `${whole}{"type":"mess`);
  const { warnings } = sessionAt(path).append({ role: "user", content: "x" });
  assert.deepEqual(warnings.map(({ message }) => message), [
    `s.jsonl:3: incomplete last line ignored (byte ${whole.length})`,
  ]);
  const end = readPrompt(bytesSource(readFileSync(path)));
  assert.deepEqual(end.diagnostics.map(({ touches }) => touches), [false]);
  assert.equal(sessionAt(path).append({ role: "user", content: "y" }).id, "n1");
});

Deno.test("Session.append() warns when a torn tail becomes damage, and a resume heals it", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", '{"role":"system","content":"seed"}\n{"role":"us');
  const { warnings } = sessionAt(path).append({ role: "user", content: "x" });
  assert.match(warnings.at(-1)?.message ?? "", /counts as damage until the next resume/);
  assert.throws(() => sessionAt(path).append({ role: "user", content: "y" }), SessionError);
  assert.ok(sessionAt(path).append({ role: "user", content: "z" }, { lenient: true }).id);
  assert.equal(sessionAt(path).resume(files("seed")).plan.action, "replace");
  assert.equal(sessionAt(path).resume(files("seed")).plan.action, "unchanged");
});

Deno.test("Session.append() gives an empty file a header", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "");
  sessionAt(path).append({ role: "user", content: "x" });
  assert.match(directory.read("s.jsonl"), /^\{"type":"session","version":3/);
});

Deno.test("Session.resume() counts what another program appended meanwhile", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER, ...chain(system("old"))));
  let calls = 0;
  const source = {
    newId: () => {
      // The first id is asked for after the log was read and before it is written.
      if (++calls === 1) {
        appendFileSync(path, logText({ type: "note", id: "theirs", parentId: "e1" }));
      }
      return `n${calls}`;
    },
    now: () => new Date(0),
  };
  sessionAt(path, { entries: source }).resume(files("seed"));
  const entries = directory.read("s.jsonl").trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(entries.slice(2).map(({ id, parentId }) => [id, parentId]), [
    ["theirs", "e1"],
    ["n2", "theirs"],
  ]);
});

Deno.test("Session.prompt() and Session.messages() read any position", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write(
    "s.jsonl",
    logText(HEADER, ...chain(system("a"), user("x"), system("b", "replace"), user("y"))),
  );
  const session = openSession(path, { cwd: "/w" });
  assert.deepEqual(session.prompt({ at: 2 }), {
    blocks: [{ type: "system", text: "a", mode: "append", position: 1 }],
    position: 2,
    warnings: [],
  });
  const end = session.prompt();
  assert.deepEqual([end.blocks.map(({ text, position }) => [text, position]), end.position], [
    [["b", 3]],
    4,
  ]);
  assert.deepEqual(session.messages({ at: -2 }).map(({ role }) => role), ["system", "user"]);
  assert.equal(session.messages().length, 4);
  assert.equal(session.prompt({ leaf: "e1" }).position, 1);
  for (const at of [5, -5, 1.5, -0.5, NaN, Infinity]) {
    assert.throws(() => session.prompt({ at }), /valid positions are 0 to 4/, String(at));
    assert.throws(() => session.messages({ at }), /valid positions are 0 to 4/, String(at));
  }
});

Deno.test("Session.messages() tells what it passed over to whoever asked to be told", () => {
  using directory = new TemporaryDirectory();
  const [first, second, third] = chain(system("a"), user("x"), user("y"));
  const damaged = `${JSON.stringify(second).slice(0, -1)},,}`;
  assert.ok(first && third);
  const path = directory.write("s.jsonl", logText(HEADER, first, damaged, third));
  const session = openSession(path, { cwd: "/w", name: "s.jsonl" });
  const told: string[] = [];
  const read = session.messages({ lenient: true, onWarning: ({ message }) => told.push(message) });
  assert.deepEqual(told, session.prompt({ lenient: true }).warnings.map(({ message }) => message));
  assert.deepEqual([read.length, told.length], [3, 1]);
});

Deno.test("Session refuses to read or to write what is no session, or another program's", () => {
  using directory = new TemporaryDirectory();
  const codes = (name: string, text: string): unknown[] => {
    const path = directory.write(name, text);
    const before = statSync(path, { bigint: true });
    const session = openSession(path, { cwd: "/w", name });
    const codeOf = (act: () => unknown) => {
      try {
        act();
        return "done";
      } catch (error) {
        assert.ok(error instanceof SessionError, String(error));
        return error.code;
      }
    };
    const message = { role: "user", content: "x" } as const;
    const found = [
      codeOf(() => session.prompt()),
      codeOf(() => session.messages({ lenient: true })),
      codeOf(() => session.resume(files("seed"))),
      codeOf(() => session.append(message)),
      codeOf(() => session.append(message, { dryRun: true })),
    ];
    const after = statSync(path, { bigint: true });
    assert.deepEqual([after.mtimeNs, readFileSync(path, "utf8")], [before.mtimeNs, text]);
    return found;
  };
  const [needed, foreign] = ["adoption-needed", "foreign-session"];
  const codex = '{"timestamp":"t","type":"session_meta","payload":{"id":"i"}}\n';
  const bare = '{"role":"user","content":"Hi"}\n';
  const unreadable = "format-unreadable";
  assert.deepEqual(codes("notes.md", "# Notes\n"), [
    ...["not-a-session", "not-a-session"],
    ...[needed, needed, needed],
  ]);
  assert.deepEqual(codes("codex.jsonl", codex), [
    ...[unreadable, unreadable],
    ...[foreign, foreign, foreign],
  ]);
  assert.deepEqual(codes("pi.jsonl", logText(HEADER, { type: "model_change" })), [
    ...["done", "done"],
    ...[foreign, foreign, foreign],
  ]);
  assert.deepEqual(codes("chat.jsonl", bare), ["done", "done", needed, needed, needed]);
});

Deno.test("Session adopts pi's sessions and says what follows", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("pi.jsonl", logText(HEADER, { type: "model_change", id: "a" }));
  const session = openSession(path, { cwd: "/w", name: "pi.jsonl" });
  const wanted = 'pi.jsonl: pi does not read "mode": it will send its own prompt as well';
  assert.equal(session.resume(files("seed"), { adopt: true }).warnings[0]?.message, wanted);
  const message = { role: "user", content: "x" } as const;
  assert.equal(session.append(message, { adopt: true }).warnings[0]?.message, wanted);
});

Deno.test("openSession() refuses a path that names no file", () => {
  assert.throws(() => openSession("", { cwd: "/w" }), UsageError);
  assert.throws(() => openSession("a\0b", { cwd: "/w" }), UsageError);
});

Deno.test("Session.prompt() and Session.messages() refuse where damage touches, unless lenient is said", () => {
  using directory = new TemporaryDirectory();
  const [first] = chain(system("a"));
  assert.ok(first);
  const bare = { role: "user", content: "hangs on damage" };
  const path = directory.write("s.jsonl", logText(HEADER, first, "{torn", bare));
  const session = openSession(path, { cwd: "/w", name: "s.jsonl" });
  for (const read of [() => session.prompt(), () => session.messages()]) {
    assert.throws(read, (error) => {
      assert.ok(error instanceof SessionError);
      assert.deepEqual([error.code, error.place.line], ["damage-touches", 3]);
      return true;
    });
  }
  assert.equal(session.prompt({ at: 1 }).blocks.length, 1);
  const { blocks, warnings } = session.prompt({ lenient: true });
  assert.deepEqual([blocks.length, warnings.length], [1, 1]);
  assert.equal(session.messages({ lenient: true }).length, 2);
});

Deno.test("Session.prompt() says of a session that is not there that it is missing", () => {
  using directory = new TemporaryDirectory();
  const session = openSession(directory.at("none.jsonl"), { cwd: "/w" });
  assert.throws(() => session.prompt(), (error) => {
    assert.ok(error instanceof IoError);
    assert.equal(error.code, "session-missing");
    return true;
  });
});
