/**
 * The search through the rest of a line whose head names no parent, in WebAssembly (DESIGN §13): in such
 * a log no chain would show that a record swallowed another.
 *
 * @module
 */

import { isWord } from "./json_wasm.ts";
import { type Code, wasm, type WasmFunction } from "./wasm_code.ts";

const {
  add,
  and,
  anyBit,
  bytes,
  bytesAnd,
  bytesEqual,
  bytesOr,
  equal,
  get,
  load128,
  load8,
  mask,
  not,
  number,
  or,
  repeat,
  returns,
  sequence,
  set,
  subtract,
  trailingZeros,
  when,
} = wasm;

const code = (character: string): Code => number(character.charCodeAt(0));
const any = (conditions: readonly Code[]): Code =>
  conditions.reduce((all, one) => bytesOr(all, one));
const isByte = (character: string, offset: number): Code =>
  bytesEqual(load128(get(0), offset), bytes(character.charCodeAt(0)));
const newlines = (offset: number): Code => isByte("\n", offset);
const candidates = (offset: number): Code =>
  bytesOr(
    bytesAnd(
      isByte('"', offset),
      any(["s", "d", "p"].map((letter) => isByte(letter, offset + 1))),
    ),
    bytesAnd(isByte("\\", offset), isByte("u", offset + 1)),
  );
/** Whether 64 bytes hold neither. */
const isQuiet = (): Code =>
  not(anyBit(any([0, 16, 32, 48].flatMap((offset) => [newlines(offset), candidates(offset)]))));
const isNeedle = (start: string, rest: string, offset: number): Code =>
  and(isWord(get(3), start, 1), isWord(get(3), rest, offset));

/**
 * The newline, if nothing before it could name a parent, a header or the role of a system message, plain
 * or spelled with escapes; else 0. Locals: 1 the candidates, 2 the newlines, 3 a candidate's address.
 *
 * @returns The function.
 */
export const quietRest = (): WasmFunction => ({
  parameters: 1,
  locals: 3,
  body: sequence(
    repeat(
      number(1),
      repeat(isQuiet(), set(0, add(get(0), number(64)))),
      set(2, mask(newlines(0))),
      set(1, mask(candidates(0))),
      when(
        get(2),
        set(1, and(get(1), subtract(and(get(2), subtract(number(0), get(2))), number(1)))),
      ),
      repeat(
        get(1),
        set(3, add(get(0), trailingZeros(get(1)))),
        when(
          [
            equal(load8(get(3)), code("\\")),
            isNeedle("syst", 'tem"', 4),
            isNeedle("deve", 'per"', 7),
            isNeedle("pare", 'tId"', 6),
            isNeedle("sess", 'ion"', 5),
          ].reduce((all, one) => or(all, one)),
          returns(number(0)),
        ),
        set(1, and(get(1), subtract(get(1), number(1)))),
      ),
      when(get(2), returns(add(get(0), trailingZeros(get(2))))),
      set(0, add(get(0), number(16))),
    ),
    number(0),
  ),
});
