import assert from "node:assert/strict";
import { SessionError } from "../../lib/errors.ts";
import { bytesSource, readPrompt, refuseDamage } from "../../lib/log.ts";
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

Deno.test("refuseDamage() says of a file that is no session that it is none", () => {
  const error = refusal(bytesSource("# Notes\n", "notes.md"));
  assert.ok(error instanceof SessionError);
  assert.deepEqual([error.code, error.place.line], ["not-a-session", 1]);
  assert.match(error.message, /^"notes.md" holds no session header and no message \(line 1: /);
});
