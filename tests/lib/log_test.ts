import assert from "node:assert/strict";
import { SessionError } from "../../lib/errors.ts";
import { readPrompt, refuseDamage } from "../../lib/log.ts";
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
