/**
 * Tells a provider's whole answer from the message in it: what curl prints is an answer, and what a session
 * records is a message.
 *
 * @module
 */

/** The part of an answer that is the message, as a filter of jq; undefined when a text is no answer. */
export function answerPart(text: string): string | undefined {
  const value = objectOf(text);
  if (value === undefined) return undefined;
  if (Array.isArray(value["choices"])) return ".choices[0].message";
  const isAnswer = "content" in value && "role" in value &&
    ("stop_reason" in value || value["type"] === "message" && "usage" in value);
  return isAnswer ? "{role, content}" : undefined;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    // What is no JSON, or too deep a nesting, is told where the message is checked.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
