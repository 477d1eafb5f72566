/**
 * The directory that a session was started in, for a command that is asked to compare with that one. Its
 * header is the log's word: only an option that asks for it makes panto look there (DESIGN §10).
 *
 * @module
 */

import { isAbsolute } from "node:path";
import { type ByteSource, findEvidence, IoError, SessionError } from "../../mod.ts";
import { hinted } from "../hint.ts";
import { realDirectory } from "../host/files.ts";

/**
 * The real path of a session's own directory; `here` for one that is not made yet, since it would be made
 * there, and for what no resume writes into.
 */
export function ownDirectory(source: ByteSource | undefined, here: string): string {
  if (source === undefined) return here;
  const { kind, needsHeader, startedIn } = findEvidence(source);
  if (kind !== "panto" || needsHeader) return here;
  if (startedIn === undefined || !isAbsolute(startedIn)) {
    const error = new SessionError(
      `Cannot tell the directory of "${source.name}": its header names no absolute path`,
      { code: "directory-unusable", place: { path: source.name } },
    );
    throw hinted(error, "without --own-directory it is compared with the files of this directory");
  }
  try {
    return realDirectory(startedIn, startedIn);
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
    throw new IoError(`Cannot compare "${source.name}" with the directory it was started in`, {
      code: "directory-unusable",
      place: { path: source.name },
      cause: error,
    });
  }
}
