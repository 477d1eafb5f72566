import assert from "node:assert/strict";
import { Chain, type ChainOptions, endOf } from "../../../lib/log/chain.ts";
import { type ByteSource, bytesSource } from "../../../lib/log/bytes.ts";
import { scanForward } from "../../../lib/log/lines.ts";
import { ScanMemory } from "../../../lib/log/scan/memory.ts";
import { chain, HEADER, type LogPart, logText, system, user } from "../../support/log_builder.ts";

const BROKEN = '{"type":"message","message":{"role":"user","content":x}}';

/** A chain of lines, all read in the ordinary way; false for a log that is none. */
function chainOf(
  parts: LogPart[] | string,
  options: ChainOptions = {},
  onLine: (chain: Chain) => void = () => {},
): { made: Chain; isChain: boolean; reads: number } {
  const inner = bytesSource(typeof parts === "string" ? parts : logText(...parts));
  let reads = 0;
  const source: ByteSource = {
    ...inner,
    read(into, at) {
      reads++;
      return inner.read(into, at);
    },
  };
  const made = new Chain(source, new ScanMemory(1), options, { system() {}, restart() {} });
  let isChain = true;
  scanForward(inner, (span) => {
    isChain = made.add(span);
    onLine(made);
    return isChain;
  });
  return { made, isChain, reads };
}

Deno.test("Chain takes lines that hang each on the one before", () => {
  const { made, isChain } = chainOf([HEADER, ...chain(system("a"), user("b"))]);
  assert.deepEqual([isChain, made.hasLeaf(), made.result().total], [true, true, 2]);
  assert.equal(made.result().walk.leaf?.id, "e2");
  assert.equal(
    chainOf([...chain(user("a")), { ...chain(user("b"))[0], parentId: "x" }]).isChain,
    false,
  );
});

Deno.test("Chain is done at a position that an entry confirms, and not where a parent is named", () => {
  const bare = [{ role: "system", content: "a" }, { role: "user", content: "b" }];
  const done: boolean[] = [];
  chainOf([HEADER, ...bare, ...bare], { upTo: 2, stops: true }, (made) => done.push(made.isDone()));
  assert.deepEqual(done, [false, false, true, false, false]);
  assert.equal(chainOf(chain(user("a")), { upTo: 1, stops: true }).made.isDone(), false);
  assert.equal(chainOf(bare, { upTo: 2 }).made.isDone(), false);
});

Deno.test("Chain reads a damaged message once, however many lines follow", () => {
  const text = `{"role":"user","content":"a"}\n${BROKEN}\n${"\n".repeat(1000)}{"torn`;
  const done: boolean[] = [];
  const { reads, made } = chainOf(
    text,
    { upTo: 2, stops: true },
    (made) => done.push(made.isDone()),
  );
  assert.equal(done.includes(true), false);
  assert.equal(made.hasLeaf(), false);
  assert.equal(reads, 0);
});

Deno.test("endOf() counts the newline", () => {
  const ends: number[] = [];
  scanForward(bytesSource("ab\ncd"), (span) => void ends.push(endOf(span)));
  assert.deepEqual(ends, [3, 5]);
});
