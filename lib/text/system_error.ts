/**
 * The system's errors, told apart by code and worded the same under every runtime. Node, Bun and Deno
 * give the same codes but other sentences, and Deno adds its own refusal without a code.
 *
 * @module
 */

/** Whether an error of a file operation means that nothing is there: ENOENT and ENOTDIR alone. */
export function isAbsence(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/**
 * Words the reason of a failed file operation, to stand after `Cannot read "PATH": `.
 *
 * @param error What was thrown.
 * @returns The reason.
 * @throws The error itself when it is none of the system's: a fault of the program stays one.
 *
 * @example
 * ```ts
 * import { systemReason } from "./system_error.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(systemReason(Object.assign(new Error(), { code: "EACCES" })), "permission denied");
 * ```
 */
export function systemReason(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return REASONS.get(code) ?? code;
  if (error instanceof Error && RUNTIME_REFUSALS.has(error.name)) {
    return "the runtime does not permit it";
  }
  throw error;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EDQUOT", "the disk quota is used up"],
  ["EFBIG", "the file would be too large"],
  ["EIO", "input/output error"],
  ["ELOOP", "its symbolic links form a loop"],
  ["EISDIR", "it is a directory"],
  ["EMFILE", "too many files are open"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENOENT", "it does not exist"],
  ["ENOSPC", "no space is left on the device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["ENXIO", "it is no regular file"],
  ["EPERM", "operation not permitted"],
  ["EROFS", "the file system is read-only"],
]);

// Deno without --allow-all throws these, whatever file permissions it has, for paths such as /proc/…
const RUNTIME_REFUSALS: ReadonlySet<string> = new Set(["NotCapable", "PermissionDenied"]);

/** The code of a system error, such as `ENOSPC`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
