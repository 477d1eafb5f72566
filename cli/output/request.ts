/**
 * Prints a provider's request. The messages are written one by one as the log is read, so that a long
 * conversation needs no more memory than a short one.
 *
 * @module
 */

import {
  type Provider,
  type RequestInput,
  type RequestOptions,
  type RequestParts,
  type SerializeWarning,
  toJsonText,
  wholeRequest,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import { printJson } from "./documents.ts";
import { warnOfMany } from "./report.ts";
import type { TextOptions } from "./text.ts";

/** A prompt with its conversation, and what messages call it. */
export interface NamedInput extends RequestInput {
  readonly name: string;
}

/** How a request is built and printed. */
export interface PrintRequestOptions extends TextOptions {
  readonly format: Provider;
  readonly request: RequestOptions;
}

/** Prints the request for a conversation, or for a prompt whose list of messages is empty. */
export function printRequest(host: Host, input: NamedInput, options: PrintRequestOptions): void {
  const warnings: SerializeWarning[] = [];
  const request = options.format.parts(input, {
    ...options.request,
    onWarning: (warning) => warnings.push(warning),
  });
  if (host.isTerminal("stdout")) printJson(host, wholeRequest(request), options);
  else writeStream(host, request);
  warnOfMany(
    host,
    warnings.map(({ message }) => ({ message: `${input.name}: ${message}` })),
    { name: input.name, rest: "more like these" },
  );
}

function writeStream(host: Host, { head, list, items }: RequestParts): void {
  const start = toJsonText(head).slice(0, -1);
  host.stdout.write(`${start}${start === "{" ? "" : ","}${JSON.stringify(list)}:[`);
  let separator = "";
  for (const item of items) {
    host.stdout.write(separator);
    host.stdout.write(toJsonText(item));
    separator = ",";
  }
  host.stdout.write("]}\n");
}
