/**
 * The search through the rest of a line whose head names no parent, in WebAssembly (DESIGN §13): in such
 * a log no chain would show that a record swallowed another.
 *
 * @module
 */

import { any, bitsOf, indexOf, is, isAny, lowestOf } from "./block_wasm.ts";
import { isWord } from "./json_wasm.ts";
import { type Code, wasm, type WasmFunction, wide } from "./wasm_code.ts";

const {
  add,
  and,
  anyBit,
  bytes,
  bytesAnd,
  bytesEqual,
  choose,
  equal,
  get,
  load128,
  load8,
  not,
  number,
  or,
  pick,
  repeat,
  returns,
  sequence,
  set,
  subtract,
  vector,
  when,
} = wasm;

const at = 0;
/** Nine bytes before the last letter of what may be a needle: where the longest has its first quote. */
const word = 1;
const newlines = 2;
const found = 3;
const texts = [4, 5, 6, 7] as const;
const candidates = [8, 9, 10, 11] as const;

/** The last letters of the needles, and the backslash, at the place of their lower four bits. */
const LAST = [..."\0\0r\0d\0\0\0\0\0\0\0\\mn\0"].map((letter) => letter.charCodeAt(0));
const isLast = (text: Code): Code =>
  bytesEqual(pick(vector(LAST), bytesAnd(text, bytes(15))), text);

/**
 * The quotes at either end of a string, and letters that are spelled as escapes, each by the byte before.
 * Inside a text a backslash stands before a quote.
 */
const isCandidate = (text: Code, next: Code): Code =>
  choose(is(next, "u"), is(next, '"'), is(text, "\\"));
const readBlock = (): Code =>
  sequence(
    ...texts.map((text, index) =>
      sequence(
        set(text, load128(get(at), 16 * index)),
        set(candidates[index] as number, isCandidate(get(text), load128(get(at), 16 * index + 1))),
      )
    ),
  );
const isQuiet = (): Code =>
  not(anyBit(any([...texts.map((text) => is(get(text), "\n")), ...candidates.map(get)])));

const isNeedle = (...parts: readonly [string, number][]): Code =>
  parts.map(([text, offset]) => isWord(get(word), text, offset)).reduce((all, one) =>
    and(all, one)
  );
const isDamning = (): Code =>
  [
    equal(load8(get(word), 9), number(0x5c)),
    isNeedle(['"dev', 0], ["elop", 4], ["oper", 6]),
    isNeedle(['"par', 1], ["entI", 5], ["ntId", 6]),
    isNeedle(['"ses', 2], ["sion", 6]),
    isNeedle(['"sys', 3], ["stem", 6]),
  ].reduce((all, one) => or(all, one));

/** Looks at the candidates before the first newline, and ends there. */
const lookCloser = (): Code =>
  sequence(
    set(newlines, bitsOf(texts.map((text) => is(get(text), "\n")))),
    set(
      found,
      bitsOf(
        texts.map((text, index) => bytesAnd(get(candidates[index] as number), isLast(get(text)))),
      ),
    ),
    when(
      isAny(get(newlines)),
      // The bits below the lowest one.
      set(
        found,
        wide.and(get(found), wide.subtract(lowestOf(get(newlines)), wide.number(1n))),
      ),
    ),
    repeat(
      isAny(get(found)),
      set(word, subtract(add(get(at), indexOf(get(found))), number(9))),
      when(isDamning(), returns(number(0))),
      set(found, wide.and(get(found), wide.subtract(get(found), wide.number(1n)))),
    ),
    when(isAny(get(newlines)), returns(add(get(at), indexOf(get(newlines))))),
  );

/**
 * The newline, if nothing before it could name a parent, a header or the role of a system message, plain
 * or spelled with escapes; else 0. At least nine bytes must stand before what is searched.
 *
 * @returns The function.
 */
export const quietRest = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  wides: 2,
  vectors: 8,
  body: sequence(
    repeat(
      number(1),
      readBlock(),
      when(not(isQuiet()), lookCloser()),
      set(at, add(get(at), number(64))),
    ),
    number(0),
  ),
});
