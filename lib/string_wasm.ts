/**
 * The string checker of json_wasm.ts, sixteen bytes at a time and nearly without branches, since in text
 * with escapes and in languages beyond ASCII no branch is foreseen: it costs more than what it saves.
 *
 * Escapes are told as simdjson tells them; UTF-8 is checked with three tables, by the algorithm of Keiser
 * and Lemire ("Validating UTF-8 in less than one instruction per byte", 2021).
 *
 * @module
 */

import { type Code, wasm, type WasmFunction } from "./wasm_code.ts";

const {
  add,
  and,
  anyBit,
  bytes,
  bytesAnd,
  bytesBelow,
  bytesEqual,
  bytesExclusiveOr,
  bytesLess,
  bytesOr,
  bytesShift,
  bytesSubtract,
  call,
  equal,
  exclusiveOr,
  get,
  less,
  load128,
  load8,
  mask,
  not,
  number,
  or,
  pick,
  repeat,
  returns,
  sequence,
  set,
  shiftLeft,
  shiftRight,
  subtract,
  trailingZeros,
  vector,
  when,
  window,
} = wasm;

const at = 0;
const chunkEnd = 1;
/** A bit for each byte that ends the string, is wrong, or needs a closer look. */
const found = 2;
const slashes = 3;
const follows = 4;
const sequences = 5;
const escaped = 6;
/** Whether the first byte of the next chunk is escaped. */
const escapedNext = 7;
/** Escaped bytes that are none of the eight short escapes. */
const odd = 8;
/** Bytes at which the UTF-8 is wrong. */
const wrong = 9;
const text = 10;
const before = 11;

const any = (conditions: readonly Code[]): Code =>
  conditions.reduce((all, one) => bytesOr(all, one));
const except = (bits: Code, others: Code): Code => and(bits, exclusiveOr(others, number(-1)));

/** Whether 64 bytes hold a quote, a backslash, a control character, or anything beyond ASCII. */
const isPlain = (): Code =>
  not(anyBit(any([0, 16, 32, 48].flatMap((offset) => {
    const chunk = load128(get(at), offset);
    // Less than a space, as signed bytes: control characters and everything beyond ASCII.
    return [
      bytesEqual(chunk, bytes(0x22)),
      bytesEqual(chunk, bytes(0x5c)),
      bytesLess(chunk, bytes(0x20)),
    ];
  }))));

/** What may stand after a backslash, but for `u`, at the place of its lower four bits. */
const ESCAPES = [..."\0\0b\0t\0f\0\0\0\0\0\\\0n/"].map((character) => character.charCodeAt(0));
const isEscape = (): Code =>
  any([
    bytesEqual(pick(vector(ESCAPES), bytesAnd(get(text), bytes(15))), get(text)),
    bytesEqual(get(text), bytes(0x22)),
    bytesEqual(get(text), bytes(0x72)),
  ]);

/** Of a run of backslashes every second one escapes; adding the bits of odd starts carries to the end. */
const EVEN = 0x5555;
const findEscaped = (): Code =>
  sequence(
    set(slashes, except(mask(bytesEqual(get(text), bytes(0x5c))), get(escapedNext))),
    set(follows, or(shiftLeft(get(slashes), number(1)), get(escapedNext))),
    set(sequences, add(get(slashes), and(except(get(slashes), get(follows)), number(EVEN << 1)))),
    set(
      escaped,
      and(
        exclusiveOr(shiftLeft(get(sequences), number(1)), number(EVEN)),
        and(get(follows), number(0xffff)),
      ),
    ),
  );

/** What two bytes in a row can be, one bit each; the bits that all three tables agree on are errors. */
const TOO_SHORT = 1;
const TOO_LONG = 2;
const OVERLONG_3 = 4;
const TOO_LARGE = 8;
const SURROGATE = 16;
const OVERLONG_2 = 32;
const OVERLONG_4 = 64;
const TOO_LARGE_1000 = 64;
const TWO_CONTINUATIONS = 128;
const CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;
const times = (count: number, bits: number): number[] => Array<number>(count).fill(bits);

const FIRST_HIGH = [
  ...times(8, TOO_LONG),
  ...times(4, TWO_CONTINUATIONS),
  TOO_SHORT | OVERLONG_2,
  TOO_SHORT,
  TOO_SHORT | OVERLONG_3 | SURROGATE,
  TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
];
const FIRST_LOW = [
  CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
  CARRY | OVERLONG_2,
  ...times(2, CARRY),
  CARRY | TOO_LARGE,
  ...times(8, CARRY | TOO_LARGE | TOO_LARGE_1000),
  CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
  ...times(2, CARRY | TOO_LARGE | TOO_LARGE_1000),
];
const SECOND_CONTINUES = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
const SECOND_HIGH = [
  ...times(8, TOO_SHORT),
  SECOND_CONTINUES | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
  SECOND_CONTINUES | OVERLONG_3 | TOO_LARGE,
  ...times(2, SECOND_CONTINUES | SURROGATE | TOO_LARGE),
  ...times(4, TOO_SHORT),
];

const back = (count: number): Code => window(get(before), get(text), 16 - count);
const high = (chunk: Code): Code => bytesShift(chunk, number(4));

/** What is wrong with a byte after the one before it, but for the third and fourth of a character. */
const pairs = (): Code =>
  bytesAnd(
    bytesAnd(
      pick(vector(FIRST_HIGH), high(back(1))),
      pick(vector(FIRST_LOW), bytesAnd(back(1), bytes(15))),
    ),
    pick(vector(SECOND_HIGH), high(get(text))),
  );
const mustContinue = (): Code =>
  bytesAnd(
    bytesOr(
      bytesSubtract(back(2), bytes(0xe0 - 0x80)),
      bytesSubtract(back(3), bytes(0xf0 - 0x80)),
    ),
    bytes(0x80),
  );
const findWrong = (): Code =>
  sequence(
    set(wrong, number(0)),
    when(
      anyBit(bytesAnd(bytesOr(get(text), get(before)), bytes(0x80))),
      set(
        wrong,
        exclusiveOr(
          mask(bytesEqual(bytesExclusiveOr(mustContinue(), pairs()), bytes(0))),
          number(0xffff),
        ),
      ),
    ),
  );

const readChunk = (): Code =>
  sequence(
    set(text, load128(get(at))),
    findEscaped(),
    findWrong(),
    set(odd, except(get(escaped), mask(isEscape()))),
    set(
      found,
      or(
        or(get(odd), get(wrong)),
        or(
          mask(bytesBelow(get(text), bytes(0x20))),
          except(mask(bytesEqual(get(text), bytes(0x22))), get(escaped)),
        ),
      ),
    ),
    when(
      not(get(found)),
      sequence(
        set(escapedNext, shiftRight(get(sequences), number(16))),
        set(before, get(text)),
        set(at, add(get(at), number(16))),
      ),
    ),
  );

/** The bit of `found` that stands for the first byte in question. */
const first = (): Code => and(get(found), subtract(number(0), get(found)));

/** Ends, fails, or goes on after an escape such as `\\u00e9`. */
const lookCloser = (escape: number): Code =>
  sequence(
    set(at, add(get(at), trailingZeros(get(found)))),
    when(
      or(and(get(wrong), first()), not(and(get(odd), first()))),
      sequence(
        when(
          and(equal(load8(get(at)), number(0x22)), not(and(get(wrong), first()))),
          returns(add(get(at), number(1))),
        ),
        returns(number(0)),
      ),
    ),
    set(at, call(escape, subtract(get(at), number(1)))),
    when(not(get(at)), returns(number(0))),
    set(escapedNext, number(0)),
    set(before, bytes(0)),
  );

/**
 * Makes the function that checks the rest of a string, from after its opening quote.
 *
 * @param escape Index of the function that checks an escape, from its backslash.
 * @returns It gives the index after the closing quote, or 0.
 */
export function stringFunction(escape: number): WasmFunction {
  return {
    parameters: 1,
    locals: 9,
    vectors: 2,
    body: sequence(
      repeat(
        number(1),
        repeat(
          and(
            isPlain(),
            not(or(get(escapedNext), anyBit(bytesAnd(get(before), bytes(0x80))))),
          ),
          set(at, add(get(at), number(64))),
        ),
        set(chunkEnd, add(get(at), number(64))),
        set(found, number(0)),
        repeat(and(not(get(found)), less(get(at), get(chunkEnd))), readChunk()),
        when(get(found), lookCloser(escape)),
      ),
      number(0),
    ),
  };
}
