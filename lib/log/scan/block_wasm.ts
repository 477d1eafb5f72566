/**
 * Pieces of WebAssembly for work on a block of 64 bytes, as four vectors and as a bit for each byte.
 *
 * @module
 */

import { type Code, wasm, wide } from "./wasm_code.ts";

const { bytes, bytesEqual, bytesOr, mask, not } = wasm;

/**
 * Joins conditions on bytes.
 *
 * @param conditions At least one.
 * @returns A byte is set where it is in one of them.
 */
export function any(conditions: readonly Code[]): Code {
  return conditions.reduce((all, one) => bytesOr(all, one));
}

/**
 * Compares sixteen bytes with a character.
 *
 * @param text The bytes.
 * @param character An ASCII character.
 * @returns A byte is set where they are equal.
 */
export function is(text: Code, character: string): Code {
  return bytesEqual(text, bytes(character.charCodeAt(0)));
}

/**
 * Makes a bit for each of 64 bytes.
 *
 * @param conditions Four vectors.
 * @returns 64 bits, the first byte in the lowest.
 */
export function bitsOf(conditions: readonly Code[]): Code {
  return conditions.map((condition, index) => {
    const bits = wide.of(mask(condition));
    return index === 0 ? bits : wide.shiftLeft(bits, wide.number(BigInt(16 * index)));
  }).reduce((all, one) => wide.or(all, one));
}

/**
 * Makes a condition of bits.
 *
 * @param bits 64 bits.
 * @returns Whether one is set.
 */
export function isAny(bits: Code): Code {
  return not(wide.not(bits));
}

/**
 * Takes bits away.
 *
 * @param bits 64 bits.
 * @param others Those to take away.
 * @returns The rest.
 */
export function except(bits: Code, others: Code): Code {
  return wide.and(bits, wide.exclusiveOr(others, wide.number(-1n)));
}

/**
 * Keeps one bit.
 *
 * @param bits 64 bits.
 * @returns The lowest of them.
 */
export function lowestOf(bits: Code): Code {
  return wide.and(bits, wide.subtract(wide.number(0n), bits));
}

/**
 * Finds the lowest bit.
 *
 * @param bits 64 bits, one of them set.
 * @returns Its index.
 */
export function indexOf(bits: Code): Code {
  return wide.low(wide.trailingZeros(bits));
}
