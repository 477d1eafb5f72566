/**
 * What the system answers to a read or a write, and how to wait when it says "later". The runtimes give
 * the same codes in other sentences, so the code decides and the sentence is only told.
 *
 * @module
 */

/** Whether the other end is not ready yet, and the call has to be made again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EINTR";
}

/** The code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The system's words without its code and without the name of the call. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, "").replace(/, [a-z]+$/, "")
    .replace(/ \(os error \d+\)$/, "").replace(/^[A-Z](?=[a-z])/, (c) => c.toLowerCase());
}

/** Sleeps 1 ms at first and up to 20 ms later, and returns how long. */
export function pause(waited: number): number {
  const milliseconds = Math.max(1, Math.min(20, waited));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  return milliseconds;
}
