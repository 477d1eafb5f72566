import assert from "node:assert/strict";
import { codeOf, isBusy, pause, reasonOf } from "../../../cli/host/busy.ts";

const failure = (message: string, code?: unknown) => Object.assign(new Error(message), { code });

Deno.test("isBusy() is true where the same call can succeed later", () => {
  const busy = ["EAGAIN", "EWOULDBLOCK", "EINTR"].map((code) => isBusy(failure("", code)));
  assert.deepEqual(busy, [true, true, true]);
  assert.deepEqual([isBusy(failure("", "EPIPE")), isBusy("EAGAIN")], [false, false]);
});

Deno.test("codeOf() takes a text alone for a code", () => {
  assert.deepEqual([codeOf(failure("", "EOF")), codeOf(failure("", 5)), codeOf("x")], [
    "EOF",
    undefined,
    undefined,
  ]);
});

Deno.test("reasonOf() words one reason alike under every runtime", () => {
  for (
    const message of [
      "ENOSPC: no space left on device, write",
      "No space left on device (os error 28)",
      "no space left on device",
    ]
  ) {
    assert.equal(reasonOf(failure(message)), "no space left on device");
  }
  assert.equal(reasonOf("odd"), "odd");
});

Deno.test("pause() waits longer each time, within bounds", () => {
  assert.deepEqual([pause(0), pause(1), pause(7), pause(1000)], [1, 1, 7, 20]);
});
