/**
 * Logs of other programs (DESIGN §3): so far, which program wrote a file. Everything outside the room
 * readers/ comes in here.
 *
 * @module
 */

export {
  detect,
  type Detected,
  type Foreign,
  foreignWords,
  type FormatName,
  isForeign,
} from "./readers/detect.ts";
export { type Head, HEAD_BYTES } from "./readers/head.ts";
export { PI_WORDS, PiTraits } from "./readers/pi.ts";
