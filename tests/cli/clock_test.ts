/** cli/clock.ts: the time that the environment sets, and what is none. */

import assert from "node:assert/strict";
import { timeOf } from "../../cli/clock.ts";
import { UsageError } from "../../mod.ts";

const times: [text: string, iso: string][] = [
  ["2026-11-30T18:00:00Z", "2026-11-30T18:00:00.000Z"],
  ["2026-11-30t18:00:00z", "2026-11-30T18:00:00.000Z"],
  ["2026-11-30 18:00:00+00:00", "2026-11-30T18:00:00.000Z"],
  ["2026-11-30T18:00:00.5-00:00", "2026-11-30T18:00:00.500Z"],
  ["2026-11-30T18:00:00.123999+05:45", "2026-11-30T12:15:00.123Z"],
  ["2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ["0042-01-01T00:00:00Z", "0042-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
];
for (const [text, iso] of times) {
  Deno.test(`timeOf() reads PANTO_NOW ${text}`, () => {
    assert.equal(timeOf({ PANTO_NOW: text })?.toISOString(), iso);
  });
}

const none = [
  ...["now", "2026-11-30", "2026-11-30T18:00:00", "2026-11-30T18:00Z", "2026-11-30T18:00:00 Z"],
  ...["2026-02-30T00:00:00Z", "2027-02-29T00:00:00Z", "2026-13-01T00:00:00Z"],
  ...["2026-11-30T24:00:00Z", "2026-11-30T18:60:00Z", "2026-11-30T18:00:60Z"],
  ...["2026-11-30T18:00:00+24:00", "2026-11-30T18:00:00+0100", "2026-11-30T18:00:00.Z"],
  ...["+002026-11-30T18:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"],
  ...[" 2026-11-30T18:00:00Z", "2026-11-30T18:00:00Z\n", "1796061600"],
];
for (const text of none) {
  Deno.test(`timeOf() refuses PANTO_NOW ${JSON.stringify(text)}`, () => {
    assert.throws(() => timeOf({ PANTO_NOW: text, SOURCE_DATE_EPOCH: "0" }), (error) => {
      assert.ok(error instanceof UsageError);
      const wanted = "PANTO_NOW takes a time such as 2026-11-30T18:00:00Z (RFC 3339), not ";
      assert.equal(error.message, wanted + JSON.stringify(text));
      return true;
    });
  });
}

Deno.test("timeOf() reads SOURCE_DATE_EPOCH when PANTO_NOW is unset or empty", () => {
  const time = timeOf({ PANTO_NOW: "", SOURCE_DATE_EPOCH: "1796061600" });
  assert.equal(time?.toISOString(), "2026-11-30T18:00:00.000Z");
  assert.equal(timeOf({ PANTO_NOW: "", SOURCE_DATE_EPOCH: "" }), undefined);
  for (const text of ["-1", "1.5", "1e3", " 1", "now", "253402300800", "9".repeat(400)]) {
    assert.throws(
      () => timeOf({ SOURCE_DATE_EPOCH: text }),
      /^UsageError: SOURCE_DATE_EPOCH takes whole seconds since 1970, not "/,
    );
  }
});
