/**
 * Rows 19 and 20 of docs/hostile-inputs.md at their full size: 10 million brackets, a line of 300 MB,
 * logs of 600 MB and 3 GB, and what is only met there, such as offsets beyond 2^31 and 2^32.
 *
 * Every command must end with the right code and words, name the line and the byte, lose nothing, and
 * keep to its memory. The sessions are generated, and removed as soon as they are done with.
 *
 * @module
 */

import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { LONG_LINES } from "./huge_lines.ts";
import { LARGE_LOGS } from "./huge_sessions.ts";
import { measuresMemory } from "./huge_trial.ts";
import { inTwoLanes, type Proof } from "./promise.ts";

/** What the sessions take at one time, with room to spare. */
const NEEDED_BYTES = 6e9;

/** The promise. */
export const huge: Proof = {
  name: "huge",
  promise: "gigabytes of log and lines of 300 MB, to the byte",
  async prove(tally, options) {
    if (options.quick || !options.executable) {
      return tally.note("huge: tried in the full form, with an executable");
    }
    const { bavail, bsize } = statfsSync(tmpdir());
    if (bavail * bsize < NEEDED_BYTES) {
      return tally.note(`huge: ${tmpdir()} has less than 6 GB free, nothing was tried`);
    }
    if (!measuresMemory()) tally.note("huge: no memory was measured (apt-get install time)");
    const sessions = [...LARGE_LOGS, ...LONG_LINES];
    await inTwoLanes(sessions.length, async (index) => await sessions[index]?.(tally));
  },
};
