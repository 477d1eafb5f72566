/** cli/args/values.ts: option values are taken as they are meant, or refused. */

import assert from "node:assert/strict";
import {
  listOf,
  oneOf,
  parseAssignment,
  parseBytes,
  parseChoice,
  parseCount,
  parseLayers,
  parseOrdered,
  parsePattern,
  parsePosition,
  parseSeconds,
  parseText,
} from "../../../cli/args/values.ts";
import { UsageError } from "../../../mod.ts";

function refused(fn: () => unknown, message: RegExp): void {
  assert.throws(fn, (error) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, message);
    return true;
  });
}

const notIntegers = ["", " 1", "1 ", "1.0", "1e3", "3x", "0x10", "+1", "--1", "١", "9".repeat(17)];

Deno.test("parsePosition() takes integers, negative ones too, and -0 as the end", () => {
  assert.equal(parsePosition("--at", "0"), 0);
  assert.equal(parsePosition("--at", "007"), 7);
  assert.equal(parsePosition("--at", "-12"), -12);
  assert.equal(parsePosition("--at", "-0"), "end");
  const tooLarge = "9".repeat(17);
  refused(() => parsePosition("--at", tooLarge), /^--at takes an integer or an id, not "9/);
});

Deno.test("parsePosition() takes every word but one of digits alone for an id", () => {
  const ids = notIntegers.filter((value) => !/^\d*$/.test(value));
  for (const id of [...ids, "-", "end", "12ab", "12ab34cd"]) {
    assert.deepEqual(parsePosition("--at", id), { id });
  }
  refused(() => parsePosition("--at", ""), /^--at is empty$/);
});

Deno.test("parseCount() takes integers of at least 1", () => {
  assert.equal(parseCount("--max-tokens", "4096"), 4096);
  for (const value of [...notIntegers, "0", "-1"]) {
    refused(
      () => parseCount("--max-tokens", value),
      /^--max-tokens takes an integer of at least 1/,
    );
  }
});

Deno.test("parseBytes() takes integers, 0 too", () => {
  assert.deepEqual([parseBytes("--max-instructions", "0"), parseBytes("--x", "8192")], [0, 8192]);
  for (const value of [...notIntegers, "-1", "8K"]) {
    refused(() => parseBytes("--max-instructions", value), /^--max-instructions takes a number of/);
  }
});

Deno.test("parseAssignment() splits at the first equals sign and takes ASCII identifiers", () => {
  const table: [text: string, name: string, value: string][] = [
    ["a=b", "a", "b"],
    ["a=", "a", ""],
    ["a==b=c", "a", "=b=c"],
    ["_1=\n{{ x }}", "_1", "\n{{ x }}"],
    ["__proto__=x", "__proto__", "x"],
  ];
  for (const [text, name, value] of table) {
    assert.deepEqual(parseAssignment("--var", text), { name, value });
  }
  for (const text of ["", "a"]) {
    refused(() => parseAssignment("--var", text), /^--var takes NAME=VALUE, not "/);
  }
  for (const text of ["=b", "1a=b", "a-b=c", "a b=c", "é=c", "a.b=c", "a\n=c"]) {
    refused(() => parseAssignment("--var", text), /^--var takes NAME=VALUE with a NAME of letters/);
  }
});

Deno.test("parseSeconds() takes decimals up to a day and gives milliseconds", () => {
  for (
    const [value, wanted] of [["0", 0], ["2", 2000], ["0.5", 500], [".25", 250], ["86400", 864e5]]
  ) {
    assert.equal(parseSeconds("--lock-timeout", String(value)), wanted);
  }
  for (const value of ["", "-1", "1s", "1e3", "86401", "1.", "Infinity", "NaN", "9".repeat(400)]) {
    refused(() => parseSeconds("--lock-timeout", value), /^--lock-timeout takes seconds from 0 to/);
  }
});

Deno.test("parseChoice() takes exactly the words", () => {
  assert.equal(parseChoice("--format", "json", ["text", "json"]), "json");
  for (const value of ["", "JSON", "jso", "toString"]) {
    refused(
      () => parseChoice("--format", value, ["text", "json"]),
      /^--format takes text or json, not "/,
    );
  }
});

Deno.test("parseText() refuses an empty text", () => {
  assert.equal(parseText("--leaf", " "), " ");
  refused(() => parseText("--leaf", ""), /^--leaf is empty$/);
});

Deno.test("listOf() reads like a sentence", () => {
  assert.deepEqual([listOf(["a"]), listOf(["a", "b"]), listOf(["a", "b", "c"])], [
    "a",
    "a or b",
    "a, b or c",
  ]);
});

Deno.test("oneOf() makes a parser that takes exactly the words", () => {
  const parse = oneOf("a", "b");
  assert.equal(parse("--x", "b"), "b");
  refused(() => parse("--x", "c"), /^--x takes a or b, not "c"$/);
});

Deno.test("parseOrdered() keeps the place of a text that is not empty", () => {
  assert.deepEqual(parseOrdered("--readable", "a", 3), { text: "a", order: 3 });
  refused(() => parseOrdered("--readable", "", 0), /^--readable is empty$/);
});

Deno.test("parseLayers() takes names with commas between, or none", () => {
  assert.deepEqual(parseLayers("--layers", "none"), []);
  assert.deepEqual(parseLayers("--layers", "base,project"), ["base", "project"]);
  for (const bad of ["all", "user,", "user, base", "none,user", "USER"]) {
    assert.throws(
      () => parseLayers("--layers", bad),
      /^UsageError: --layers takes none, or any of/,
    );
  }
  assert.throws(() => parseLayers("--layers", ""), /--layers is empty/);
  assert.throws(
    () => parseLayers("--layers", "user,base,user"),
    /--layers names user more than once/,
  );
});

Deno.test("parsePattern() takes regular expressions with the flags m and u, and words no engine's complaint", () => {
  assert.equal(parsePattern("--grep", "\\p{L}").flags, "mu");
  assert.ok(parsePattern("--grep", "^.$").test("\u{1f600}"));
  for (const pattern of ["(", "[b-a]", "\\-", "a**"]) {
    refused(() => parsePattern("--grep", pattern), /^--grep takes a regular expression of J/);
  }
  refused(() => parsePattern("--grep", ""), /^--grep is empty$/);
});
