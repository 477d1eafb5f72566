/**
 * Waiting, in a program that does one thing after the other.
 *
 * @module
 */

/** Sleeps. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
