/**
 * The version that `panto --version` prints. It stands here as a constant, not read from deno.json,
 * so that the executable embeds no configuration file; a test holds the two together.
 *
 * @module
 */

/** The version of this panto. */
export const VERSION = "0.1.0";
