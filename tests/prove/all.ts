/**
 * All promises, in the order of the table.
 *
 * @module
 */

import { cuts } from "./cuts.ts";
import { durable } from "./durable.ts";
import { floods } from "./floods.ts";
import { fuzz } from "./fuzz.ts";
import { hostile } from "./hostile.ts";
import { huge } from "./huge.ts";
import { kills } from "./kills.ts";
import type { Proof } from "./promise.ts";
import { provider } from "./provider.ts";
import { races } from "./races.ts";
import { reader } from "./reader.ts";
import { rule } from "./rule.ts";
import { scanner } from "./scanner.ts";
import { storage } from "./storage.ts";
import { terminal } from "./terminal.ts";
import { writers } from "./writers.ts";

/** The promises. */
export const PROOFS: readonly Proof[] = [
  cuts,
  kills,
  writers,
  storage,
  hostile,
  huge,
  floods,
  terminal,
  provider,
  fuzz,
  scanner,
  reader,
  durable,
  rule,
  races,
];
