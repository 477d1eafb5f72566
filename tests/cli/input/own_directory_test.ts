import assert from "node:assert/strict";
import { ownDirectory } from "../../../cli/input/own_directory.ts";
import { ownHint } from "../../../cli/hint.ts";
import { IoError, SessionError } from "../../../lib/errors.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { HEADER, logOf } from "../../support/log_builder.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("ownDirectory() is the real path of the one that the header names", () => {
  using directory = new TemporaryDirectory();
  assert.equal(
    ownDirectory(logOf({ ...HEADER, cwd: `${directory.path}/../${name(directory)}` }), "/here"),
    directory.path,
  );
});

function name({ path }: TemporaryDirectory): string {
  return path.split("/").at(-1) ?? "";
}

Deno.test("ownDirectory() of a session that is not made yet is the current one", () => {
  for (const source of [undefined, bytesSource(""), bytesSource('{"type":"sess')]) {
    assert.equal(ownDirectory(source, "/here"), "/here");
  }
});

Deno.test("ownDirectory() leaves it to the plan to refuse what is no session of panto's", () => {
  const pi = logOf({ ...HEADER, cwd: "/none" }, { type: "model_change" });
  for (const source of [bytesSource("# Notes\n"), pi]) {
    assert.equal(ownDirectory(source, "/here"), "/here");
  }
});

Deno.test("ownDirectory() refuses a header without an absolute path", () => {
  const bare = { message: { role: "user", content: "no header at all" } };
  for (const first of [HEADER, { ...HEADER, cwd: "" }, { ...HEADER, cwd: "../x" }, bare]) {
    assert.throws(() => ownDirectory(logOf(first), "/here"), (error: unknown) => {
      assert.ok(error instanceof SessionError);
      assert.equal(
        error.message,
        'Cannot tell the directory of "s.jsonl": its header names no absolute path',
      );
      assert.match(ownHint(error) ?? "", /without --own-directory/);
      return true;
    });
  }
});

Deno.test("ownDirectory() refuses a directory that is gone, or is none", () => {
  using directory = new TemporaryDirectory();
  for (const cwd of [directory.at("gone"), directory.write("file", "")]) {
    assert.throws(() => ownDirectory(logOf({ ...HEADER, cwd }), "/here"), (error: unknown) => {
      assert.ok(error instanceof IoError);
      assert.match(
        error.message,
        /^Cannot compare "s.jsonl" with the directory it was started in$/,
      );
      assert.ok(error.cause instanceof IoError && error.cause.message.includes(cwd));
      return true;
    });
  }
});
