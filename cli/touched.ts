/**
 * What a reading command does when damage touches the prompt of a session: it fails, where a resume
 * would record the prompt anew (DESIGN §3).
 *
 * @module
 */

import { type ByteSource, findingError, type Resume } from "../mod.ts";

/**
 * Refuses to go on with a plan whose session is damaged where it matters.
 *
 * @param source The session.
 * @param resume The plan.
 * @param options `lenient` goes on.
 * @throws {SessionError} When damage touches the prompt.
 */
export function refuseTouched(
  source: ByteSource,
  resume: Pick<Resume, "end">,
  options: { readonly lenient: boolean },
): void {
  const touching = resume.end.findings.find((finding) => finding.touches);
  if (touching !== undefined && !options.lenient) throw findingError(source, touching);
}
