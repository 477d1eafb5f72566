/**
 * Where ids and times of entries come from, unless a caller says otherwise.
 *
 * @module
 */

import type { EntrySource } from "../write.ts";

/** Random UUIDs, and the system's clock. */
export const SYSTEM_ENTRIES: EntrySource = {
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
};
