import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { codeOf, isAbsence, systemReason } from "../../../lib/text/system_error.ts";

const thrown = (step: () => unknown): unknown => {
  try {
    step();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
};

const coded = (code: string) => Object.assign(new Error("the runtime's own words"), { code });

Deno.test("isAbsence() is true for what is not there, as the runtime throws it", () => {
  assert.equal(isAbsence(thrown(() => readFileSync("/nowhere/at/all"))), true);
  assert.equal(isAbsence(thrown(() => readFileSync("/dev/null/below"))), true);
  for (const code of ["EACCES", "ELOOP", "EIO"]) assert.equal(isAbsence(coded(code)), false, code);
  for (const other of [new TypeError(), "ENOENT", undefined, { code: "ENOENT" }]) {
    assert.equal(isAbsence(other), false);
  }
});

Deno.test("systemReason() has its own words, and the code where it has none", () => {
  assert.equal(systemReason(coded("EACCES")), "permission denied");
  assert.equal(systemReason(coded("ELOOP")), "its symbolic links form a loop");
  assert.equal(systemReason(coded("EXDEV")), "EXDEV");
  const refusal = Object.assign(new Error("Requires all access"), { name: "NotCapable" });
  assert.equal(systemReason(refusal), "the runtime does not permit it");
});

Deno.test("systemReason() throws what is no answer of the system", () => {
  const fault = new TypeError("a bug");
  assert.equal(thrown(() => systemReason(fault)), fault);
  assert.equal(thrown(() => systemReason("text")), "text");
});

Deno.test("codeOf() gives codes of errors alone", () => {
  assert.equal(codeOf(coded("ENOSPC")), "ENOSPC");
  for (const other of [new Error(), { code: "ENOSPC" }, Object.assign(new Error(), { code: 5 })]) {
    assert.equal(codeOf(other), undefined);
  }
});
