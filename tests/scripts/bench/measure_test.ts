import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fastest, inTurn, measure } from "../../../scripts/bench/measure.ts";
import { present } from "../../../scripts/bench/statistics.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("inTurn() runs each once a round, pairs side by side, and changes who is first", () => {
  const units = [["a", "A"], ["b", "B"], ["c"]];
  const rounds = [0, 1, 2, 3].map((round) => inTurn(units, round).join(""));
  assert.deepEqual(rounds, ["aAbBc", "BbcAa", "caAbB", "AaBbc"]);
});

Deno.test("measure() warms up, then runs new and old in every round", async () => {
  using directory = new TemporaryDirectory();
  const command = (letter: string) =>
    ["sh", "-c", `printf ${letter} >> order; echo ${letter}`] as const;
  const measured = await measure(
    [
      { name: "one", command: command("a"), before: command("A") },
      { name: "two", command: command("b") },
    ],
    { directory: directory.path, rounds: 3 },
  );
  assert.equal(readFileSync(directory.at("order"), "utf8"), "aAb" + "aAb" + "bAa" + "aAb");
  const [one, two] = measured;
  assert.deepEqual(measured.map(({ name }) => name), ["one", "two"]);
  assert.equal(present(one?.now.times ?? []).length, 3);
  assert.equal(present(one?.before?.times ?? []).length, 3);
  assert.notEqual(one?.now.printed, one?.before?.printed, "they print different letters");
  assert.equal(two?.before, undefined);
  assert.ok(one !== undefined && fastest(one.now) > 0);
});

Deno.test("measure() gives the same digest for the same output", async () => {
  using directory = new TemporaryDirectory();
  const command = ["echo", "same"] as const;
  const [one] = await measure([{ name: "one", command, before: command }], {
    directory: directory.path,
    rounds: 1,
  });
  assert.equal(one?.now.printed, one?.before?.printed);
});

Deno.test("measure() leaves out what is not installed, and fails with what a process says", async () => {
  using directory = new TemporaryDirectory();
  const place = { directory: directory.path, rounds: 1 };
  const told: unknown[] = [];
  const { error } = console;
  console.error = (text) => told.push(text);
  try {
    const nothing = await measure([{ name: "x", command: ["panto-is-not-there"] }], place);
    assert.deepEqual(nothing, []);
  } finally {
    console.error = error;
  }
  assert.match(String(told[0]), /panto-is-not-there is not installed/);
  await assert.rejects(
    measure([{ name: "x", command: ["sh", "-c", "echo oh >&2; exit 3"] }], place),
    /exit 3: oh/,
  );
});
