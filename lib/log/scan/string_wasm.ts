/**
 * The string checker of json_wasm.ts, 64 bytes at a time with a bit for each, and with few branches, since
 * in text with escapes and in languages beyond ASCII no branch is foreseen: it costs more than what it saves.
 *
 * Escapes are told as simdjson tells them; UTF-8 is checked with three tables, by the algorithm of Keiser
 * and Lemire ("Validating UTF-8 in less than one instruction per byte", 2021).
 *
 * @module
 */

import { any, bitsOf, except, indexOf, is, isAny, lowestOf } from "./block_wasm.ts";
import { type Code, wasm, type WasmFunction, wide } from "./wasm_code.ts";

const {
  add,
  and,
  anyBit,
  bytes,
  bytesBelow,
  bytesAnd,
  bytesEqual,
  bytesExclusiveOr,
  bytesLess,
  bytesOr,
  bytesShift,
  bytesSubtract,
  call,
  equal,
  get,
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
  subtract,
  trailingZeros,
  vector,
  when,
  window,
} = wasm;

const at = 0;
/** What stands before the end of a short string. */
const length = 1;
/** A bit for each byte of the 64 that ends the string, is wrong, or needs a closer look. */
const found = 2;
/** Backslashes. */
const slashes = 3;
/** Backslashes that escape, and the bytes that they escape. */
const escapes = 4;
const escaped = 5;
/** Whether the first byte of the next 64 is escaped. */
const escapedNext = 6;
/** Escaped bytes that are none of the eight short escapes, such as `u`. */
const odd = 7;
/** Control characters, and bytes at which the UTF-8 is wrong. */
const wrong = 8;
/** Quotes, later those that end the string. */
const quotes = 9;
/** The 64 bytes. */
const texts = [10, 11, 12, 13] as const;
/** The sixteen bytes before. */
const before = 14;

/** A bit for each of the 64 bytes. */
const bitsWhere = (test: (text: Code, index: number) => Code): Code =>
  bitsOf(texts.map((text, index) => test(get(text), index)));
const anyOf = (bits: readonly Code[]): Code => bits.reduce((all, one) => wide.or(all, one));

/** What may stand after a backslash, but for `"`, `r` and `u`, at the place of its lower four bits. */
const ESCAPES = [..."\0\0b\0t\0f\0\0\0\0\0\\\0n/"].map((character) => character.charCodeAt(0));
const isEscape = (text: Code): Code =>
  bytesEqual(pick(vector(ESCAPES), bytesAnd(text, bytes(15))), text);

/**
 * Of a run of backslashes every second one escapes: with the odd bits set before the subtraction, its
 * borrow runs to the end of each run.
 */
const ODD_BITS = 0xaaaa_aaaa_aaaa_aaaan;
const findEscaped = (): Code =>
  sequence(
    set(escapes, except(get(slashes), get(escapedNext))),
    set(
      escaped,
      wide.exclusiveOr(
        wide.subtract(
          wide.or(wide.shiftLeft(get(escapes), wide.number(1n)), wide.number(ODD_BITS)),
          get(escapes),
        ),
        wide.number(ODD_BITS),
      ),
    ),
    set(escapes, wide.and(get(escaped), get(slashes))),
    set(escaped, wide.exclusiveOr(get(escaped), wide.or(get(slashes), get(escapedNext)))),
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

const back = (text: number, previous: number, count: number): Code =>
  window(get(previous), get(text), 16 - count);
const high = (chunk: Code): Code => bytesShift(chunk, number(4));

/** What is wrong with a byte after the one before it, but for the third and fourth of a character. */
const pairs = (text: number, previous: number): Code =>
  bytesAnd(
    bytesAnd(
      pick(vector(FIRST_HIGH), high(back(text, previous, 1))),
      pick(vector(FIRST_LOW), bytesAnd(back(text, previous, 1), bytes(15))),
    ),
    pick(vector(SECOND_HIGH), high(get(text))),
  );
const mustContinue = (text: number, previous: number): Code =>
  bytesAnd(
    bytesOr(
      bytesSubtract(back(text, previous, 2), bytes(0xe0 - 0x80)),
      bytesSubtract(back(text, previous, 3), bytes(0xf0 - 0x80)),
    ),
    bytes(0x80),
  );
const isRight = (_: Code, index: number): Code => {
  const text = texts[index] as number;
  const previous = texts[index - 1] ?? before;
  return bytesEqual(
    bytesExclusiveOr(mustContinue(text, previous), pairs(text, previous)),
    bytes(0),
  );
};

/** Looks at what is no ASCII text, where there is any: less than a space, as signed bytes. */
const findWrong = (): Code =>
  sequence(
    set(wrong, wide.number(0n)),
    when(
      anyBit(any([
        ...texts.map((text) => bytesLess(get(text), bytes(0x20))),
        bytesAnd(get(before), bytes(0x80)),
      ])),
      set(
        wrong,
        wide.or(
          wide.exclusiveOr(bitsWhere(isRight), wide.number(-1n)),
          bitsWhere((text) => bytesBelow(text, bytes(0x20))),
        ),
      ),
    ),
  );

/** Looks at what backslashes escape. A carriage return is rare enough for a branch of its own. */
const findOdd = (): Code =>
  sequence(
    findEscaped(),
    set(odd, except(get(escaped), wide.or(get(quotes), bitsWhere(isEscape)))),
    when(isAny(get(odd)), set(odd, except(get(odd), bitsWhere((text) => is(text, "r"))))),
    set(quotes, except(get(quotes), get(escaped))),
  );

/** Fills the 64 bytes, and says what of them is in question. */
const readBlock = (): Code =>
  sequence(
    ...texts.map((text, index) => set(text, load128(get(at), 16 * index))),
    set(slashes, bitsWhere((text) => is(text, "\\"))),
    set(quotes, bitsWhere((text) => is(text, '"'))),
    findWrong(),
    set(escapes, wide.number(0n)),
    set(odd, wide.number(0n)),
    when(isAny(wide.or(get(slashes), get(escapedNext))), findOdd()),
    set(found, anyOf([get(odd), get(wrong), get(quotes)])),
  );

/**
 * Makes code that finds what is not plain text inside a string.
 *
 * @param text Sixteen bytes.
 * @returns Not zero for quotes, backslashes, control characters and everything beyond ASCII.
 */
export const isSpecial = (text: Code): Code =>
  any([
    is(text, '"'),
    is(text, "\\"),
    // Less than a space, as signed bytes.
    bytesLess(text, bytes(0x20)),
  ]);

/** Keys and most values are short and plain: one look at sixteen bytes settles them. */
const endIfShort = (): Code =>
  sequence(
    set(texts[0], load128(get(at))),
    set(length, mask(isSpecial(get(texts[0])))),
    when(
      get(length),
      sequence(
        set(length, add(get(at), trailingZeros(get(length)))),
        when(equal(load8(get(length)), number(0x22)), returns(add(get(length), number(1)))),
      ),
    ),
  );

/** Whether the first byte in question is one of some. */
const isFirst = (bits: number): Code => isAny(wide.and(get(bits), lowestOf(get(found))));

/** Ends, fails, or goes on after an escape such as `\\u00e9`. */
const lookCloser = (escape: number): Code =>
  sequence(
    set(at, add(get(at), indexOf(get(found)))),
    when(
      or(isFirst(wrong), not(isFirst(odd))),
      sequence(
        when(
          and(equal(load8(get(at)), number(0x22)), not(isFirst(wrong))),
          returns(add(get(at), number(1))),
        ),
        returns(number(0)),
      ),
    ),
    set(at, call(escape, subtract(get(at), number(1)))),
    when(not(get(at)), returns(number(0))),
    set(escapedNext, wide.number(0n)),
    set(before, bytes(0)),
  );

/** Moves on by 64 bytes that hold nothing in question. */
const goOn = (): Code =>
  sequence(
    set(escapedNext, wide.shiftRight(get(escapes), wide.number(63n))),
    set(before, get(texts[3])),
    set(at, add(get(at), number(64))),
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
    locals: 1,
    wides: 8,
    vectors: 5,
    body: sequence(
      endIfShort(),
      repeat(
        number(1),
        readBlock(),
        when(wide.not(get(found)), goOn(), lookCloser(escape)),
      ),
      number(0),
    ),
  };
}
