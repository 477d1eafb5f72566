/**
 * The providers whose requests panto builds. Whatever lists, names or describes them goes by the record
 * below; a new one is a folder of lib/serialize/ and a line here.
 *
 * @module
 */

import { anthropic } from "./serialize/anthropic/provider.ts";
import { openai } from "./serialize/openai_chat/provider.ts";

export { wholeRequest } from "./serialize/provider.ts";
export type {
  Provider,
  RequestInput,
  RequestOptions,
  RequestParts,
  SystemOption,
} from "./serialize/provider.ts";
export type { SerializeWarning, WarningSink } from "./serialize/well_formed.ts";

/**
 * Every provider by its name, in the order in which they are listed.
 *
 * @example
 * ```ts
 * import { providers } from "./serialize.ts";
 * import assert from "node:assert/strict";
 *
 * const messages = [
 *   { role: "user" as const, roleName: "user", content: [{ type: "text" as const, text: "Hi" }] },
 * ];
 * assert.deepEqual(providers.openai.request(messages, { model: "m" }), {
 *   model: "m",
 *   messages: [{ role: "user", content: "Hi" }],
 * });
 * ```
 */
export const providers = { anthropic, openai } as const;
