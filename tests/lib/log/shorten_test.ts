/** lib/log/shorten.ts: strings are cut, and nothing else changes. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { Shortener } from "../../../lib/log/shorten.ts";
import { anyJson } from "../../support/arbitraries.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

function shortened(json: string, most: number): string {
  return decoder.decode(new Shortener(most).shorten(encoder.encode(json)));
}

/** Whether a value is another with some strings cut, at most by the length of an escape too much. */
function isCutOf(short: unknown, whole: unknown, most: number): boolean {
  if (typeof short === "string" && typeof whole === "string") {
    // A pair may be cut in half where it is written as two escapes.
    if (!whole.startsWith(short)) return false;
    return short === whole || encoder.encode(JSON.stringify(short)).length - 2 <= most;
  }
  if (Array.isArray(short) && Array.isArray(whole)) {
    return short.length === whole.length && short.every((it, i) => isCutOf(it, whole[i], most));
  }
  if (typeof short === "object" && typeof whole === "object" && short && whole) {
    const [shorts, wholes] = [Object.entries(short), Object.entries(whole)];
    return shorts.length === wholes.length &&
      shorts.every(([key, value], i) =>
        isCutOf(key, wholes[i]?.[0], most) && isCutOf(value, wholes[i]?.[1], most)
      );
  }
  return Object.is(short, whole);
}

Deno.test("Shortener.shorten() cuts strings and changes nothing else", () => {
  let cut = 0;
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.string({ unit: "grapheme" }),
  );
  const values = fc.array(fc.oneof(texts, anyJson), { maxLength: 6 });
  fc.assert(fc.property(values, fc.integer({ min: 16, max: 40 }), (value, most) => {
    const json = JSON.stringify(value);
    const short = shortened(json, most);
    assert.ok(isCutOf(JSON.parse(short), JSON.parse(json), most), short);
    assert.ok(short.length <= json.length);
    if (short !== json) cut++;
  }));
  assert.ok(cut > 20, `${cut}`);
});

Deno.test("Shortener.shorten() cuts no escape and no character", () => {
  const text = 'a\\"\\\\\\n\\u00e9\u00e9\\ud83d\\ude00\u{1f600}';
  const json = `["${text.repeat(4)}"]`;
  const whole: string = JSON.parse(json)[0];
  for (let most = 13; most < 130; most++) {
    const [short] = JSON.parse(shortened(json, most));
    assert.ok(whole.startsWith(short));
    assert.ok(encoder.encode(shortened(json, most)).length <= most + 4);
    assert.ok(short.length > 0 || most < 16);
  }
});

Deno.test("Shortener.shorten() leaves a line without long strings as it is", () => {
  for (const json of ['{"a":"b"}', "[]", '"', '"\\"', ""]) {
    const line = encoder.encode(json);
    assert.equal(new Shortener(16).shorten(line), line);
  }
});

Deno.test("Shortener takes one line after the other, long ones and short ones", () => {
  const shortener = new Shortener(16);
  const long = (length: number) => encoder.encode(`["${"x".repeat(length)}","y"]`);
  for (const length of [100, 10, 1000, 50, 17, 16]) {
    const [text, y] = JSON.parse(decoder.decode(shortener.shorten(long(length))));
    assert.deepEqual([text, y], ["x".repeat(Math.min(length, 16)), "y"]);
  }
});
