/**
 * A JSON checker in WebAssembly: whether bytes are JSON and UTF-8, exactly as `JSON.parse` after a fatal
 * `TextDecoder` would have it, at the speed at which memory is read. Its functions are the base of
 * line_wasm.ts.
 *
 * A function gets the index of the first byte of what it checks and returns the index after it, or 0
 * for "no, or not sure"; whoever asks then parses in the ordinary way. What is read must be followed by a
 * newline and 64 bytes more, since none of them looks for an end.
 *
 * @module
 */

import { any, is } from "./block_wasm.ts";
import { isSpecial, stringFunction } from "./string_wasm.ts";
import { type Code, wasm, type WasmFunction } from "./wasm_code.ts";

const {
  add,
  and,
  anyBit,
  atLeast,
  call,
  differs,
  equal,
  get,
  less,
  load128,
  load8,
  load32,
  mask,
  not,
  number,
  or,
  repeat,
  returns,
  sequence,
  set,
  subtract,
  tee,
  trailingZeros,
  when,
} = wasm;

/** The index of each function in {@linkcode makeJsonFunctions}. */
export const jsonFunctions = {
  newline: 0,
  string: 1,
  plainString: 2,
  space: 3,
  number: 4,
  value: 5,
  members: 6,
  escape: 7,
} as const;

/** What keys {@linkcode jsonFunctions}.members must not meet, beside those with an escape. */
export const watched = {
  nothing: number(0),
  /** In a message: `role`. */
  role: number(1),
  /** In an entry: `id`, `type`, `message`, `parentId`. */
  links: number(2),
} as const;

/** Deeper values are left to `JSON.parse`, so that the stack is bounded. */
const MAX_DEPTH = 100;

const fail = (): Code => returns(number(0));
const always = (): Code => number(1);
const code = (character: string): Code => number(character.charCodeAt(0));

/**
 * Makes code that tells whether a local's byte is one of some characters.
 *
 * @param local The local that holds the byte.
 * @param characters The characters.
 * @returns A condition.
 */
export function isOneOf(local: number, characters: string): Code {
  return [...characters].map((character) => equal(get(local), code(character)))
    .reduce((all, one) => or(all, one));
}

/**
 * Makes code that tells whether four bytes stand at an address.
 *
 * @param address The address.
 * @param word Four ASCII characters.
 * @param offset Added to the address.
 * @returns A condition.
 */
export function isWord(address: Code, word: string, offset = 0): Code {
  const value = [...word].reduceRight((all, character) => all * 256 + character.charCodeAt(0), 0);
  return equal(load32(address, offset), number(value));
}

/** The next newline. */
const newline = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  body: sequence(
    repeat(
      not(anyBit(any([0, 16, 32, 48].map((offset) => is(load128(get(0), offset), "\n"))))),
      set(0, add(get(0), number(64))),
    ),
    repeat(
      not(tee(1, mask(is(load128(get(0)), "\n")))),
      set(0, add(get(0), number(16))),
    ),
    add(get(0), trailingZeros(get(1))),
  ),
});

const isDigit = (value: Code): Code => less(subtract(value, code("0")), number(10));
const isHexDigit = (offset: number): Code =>
  or(
    isDigit(load8(get(0), offset)),
    less(subtract(or(load8(get(0), offset), number(0x20)), code("a")), number(6)),
  );

/** An escape; the parameter is the index of its backslash. */
const escape = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  body: sequence(
    set(1, load8(get(0), 1)),
    when(
      equal(get(1), code("u")),
      sequence(
        when(not([2, 3, 4, 5].map(isHexDigit).reduce((all, one) => and(all, one))), fail()),
        returns(add(get(0), number(6))),
      ),
    ),
    when(not(isOneOf(1, 'n"\\t/rbf')), fail()),
    add(get(0), number(2)),
  ),
});

/** Moves to the next byte that is not plain text inside a string; local 1 becomes its mask. */
const skipText = (vector: number): Code =>
  sequence(
    repeat(
      not(tee(1, mask(sequence(set(vector, load128(get(0))), isSpecial(get(vector)))))),
      set(0, add(get(0), number(16))),
    ),
    set(0, add(get(0), trailingZeros(get(1)))),
  );

/** The same up to its closing quote, for a string of ASCII without escapes. */
const plainString = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  vectors: 1,
  body: sequence(
    skipText(2),
    when(differs(load8(get(0)), code('"')), fail()),
    get(0),
  ),
});

/** White space, but no newline. */
const space = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  body: sequence(
    repeat(
      sequence(set(1, load8(get(0))), isOneOf(1, " \t\r")),
      set(0, add(get(0), number(1))),
    ),
    get(0),
  ),
});

const skipDigits = (): Code =>
  sequence(
    when(not(isDigit(load8(get(0)))), fail()),
    repeat(isDigit(load8(get(0))), set(0, add(get(0), number(1)))),
  );
const step = (): Code => set(0, add(get(0), number(1)));

const numeral = (): WasmFunction => ({
  parameters: 1,
  locals: 1,
  body: sequence(
    when(equal(load8(get(0)), code("-")), step()),
    when(equal(load8(get(0)), code("0")), step(), skipDigits()),
    when(equal(load8(get(0)), code(".")), sequence(step(), skipDigits())),
    when(
      equal(or(load8(get(0)), number(0x20)), code("e")),
      sequence(
        step(),
        set(1, load8(get(0))),
        when(isOneOf(1, "+-"), step()),
        skipDigits(),
      ),
    ),
    get(0),
  ),
});

/** Skips white space; nearly always there is none, and a call costs more than a look. */
const skipSpace = (): Code =>
  when(less(load8(get(0)), number(0x21)), set(0, call(jsonFunctions.space, get(0))));
const skipSpaceAfter = (): Code => sequence(step(), skipSpace());

/** Parameters: index, depth. */
const value = (): WasmFunction => ({
  parameters: 2,
  locals: 1,
  body: sequence(
    set(2, load8(get(0))),
    when(equal(get(2), code('"')), returns(call(jsonFunctions.string, add(get(0), number(1))))),
    when(
      equal(get(2), code("{")),
      sequence(
        skipSpaceAfter(),
        when(equal(load8(get(0)), code("}")), returns(add(get(0), number(1)))),
        returns(call(jsonFunctions.members, get(0), get(1), watched.nothing)),
      ),
    ),
    when(
      equal(get(2), code("[")),
      sequence(
        when(atLeast(get(1), number(MAX_DEPTH)), fail()),
        skipSpaceAfter(),
        when(equal(load8(get(0)), code("]")), returns(add(get(0), number(1)))),
        repeat(
          always(),
          set(0, call(jsonFunctions.value, get(0), add(get(1), number(1)))),
          when(not(get(0)), fail()),
          skipSpace(),
          set(2, load8(get(0))),
          when(equal(get(2), code("]")), returns(add(get(0), number(1)))),
          when(differs(get(2), code(",")), fail()),
          skipSpaceAfter(),
        ),
      ),
    ),
    when(isWord(get(0), "true"), returns(add(get(0), number(4)))),
    when(isWord(get(0), "null"), returns(add(get(0), number(4)))),
    when(
      and(equal(get(2), code("f")), isWord(get(0), "alse", 1)),
      returns(add(get(0), number(5))),
    ),
    call(jsonFunctions.number, get(0)),
  ),
});

const keyLength = (): Code => subtract(subtract(get(0), get(4)), number(1));
const keyStarts = (first: string, length: number): Code =>
  and(equal(load8(get(4)), code(first)), equal(keyLength(), number(length)));

/** Parameters: index of the first key, depth, what to watch. Locals: 3 a byte, 4 the key's start. */
const members = (): WasmFunction => ({
  parameters: 3,
  locals: 3,
  body: sequence(
    when(atLeast(get(1), number(MAX_DEPTH)), fail()),
    repeat(
      always(),
      when(differs(load8(get(0)), code('"')), fail()),
      set(4, add(get(0), number(1))),
      set(0, call(jsonFunctions.string, get(4))),
      when(not(get(0)), fail()),
      when(
        get(2),
        sequence(
          set(5, get(4)),
          repeat(
            less(get(5), get(0)),
            when(equal(load8(get(5)), code("\\")), fail()),
            set(5, add(get(5), number(1))),
          ),
          when(and(equal(get(2), watched.role), keyStarts("r", 4)), fail()),
          when(
            equal(get(2), watched.links),
            when(
              [keyStarts("i", 2), keyStarts("t", 4), keyStarts("m", 7), keyStarts("p", 8)]
                .reduce((all, one) => or(all, one)),
              fail(),
            ),
          ),
        ),
      ),
      skipSpace(),
      when(differs(load8(get(0)), code(":")), fail()),
      skipSpaceAfter(),
      set(0, call(jsonFunctions.value, get(0), add(get(1), number(1)))),
      when(not(get(0)), fail()),
      skipSpace(),
      set(3, load8(get(0))),
      when(equal(get(3), code("}")), returns(add(get(0), number(1)))),
      when(differs(get(3), code(",")), fail()),
      skipSpaceAfter(),
    ),
    number(0),
  ),
});

/**
 * Makes the functions. Nothing of it is done before it is needed, since most commands never do.
 *
 * @returns They stand in the order of {@linkcode jsonFunctions}.
 */
export function makeJsonFunctions(): WasmFunction[] {
  return [
    newline(),
    stringFunction(jsonFunctions.escape),
    plainString(),
    space(),
    numeral(),
    value(),
    members(),
    escape(),
  ];
}
