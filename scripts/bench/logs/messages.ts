/**
 * Messages of generated logs.
 *
 * Those of a session are shaped after the one real session of a coding agent that is at hand (pi, 990
 * messages, 2.4 MB): half are calls of tools, with usage and cost, half their results; half of the results
 * are short and one in a hundred is forty times as long; a thousand bytes hold 20 line breaks, 34 tabs, 5
 * quotes and 6 bytes beyond ASCII, all but the last as escapes. Lengths are doubled, which gives 5 KB a
 * line: the log that the goals were set with has 211,660 lines in 1 GiB.
 *
 * @module
 */

import { lengthAround, pick, type Random } from "./random.ts";

/** Messages to take from, as JSON. */
export interface MessagePool {
  readonly user: readonly string[];
  readonly assistant: readonly string[];
  readonly toolResult: readonly string[];
}

const WORDS =
  ("the a file test run of and function to build in error value reads writes line is that prompt " +
    "session for with from path when system user const => {} [] return if (x) import await string")
    .split(" ");
const RARE_WORDS = ["é", "–", "“so”", "世界", "✓", "──"];
const POOL = 256;

/** Makes messages of a few words. */
export function shortMessages(random: Random): MessagePool {
  const words = () => Array.from({ length: 1 + random() * 4 }, () => pick(WORDS, random)).join(" ");
  const messages = (role: string) =>
    many(() => `{"role":"${role}","content":[${textBlock(words())}]}`);
  return { user: messages("user"), assistant: messages("assistant"), toolResult: messages("user") };
}

/** Makes the messages of a coding agent's session. */
export function sessionMessages(random: Random): MessagePool {
  return {
    user: many(() => `{"role":"user","content":[${textBlock(prose(450, 0.9, random))}]}`),
    assistant: many(() => assistantMessage(random)),
    toolResult: many(() => toolResultMessage(random)),
  };
}

function many(make: () => string): string[] {
  return Array.from({ length: POOL }, make);
}

function assistantMessage(random: Random): string {
  const blocks = [
    ...(random() < 0.1
      ? [`{"type":"thinking","thinking":"${prose(600, 1, random)}","thinkingSignature":"c2ln"}`]
      : []),
    ...(random() < 0.5 ? [textBlock(prose(150, 0.9, random))] : []),
    `{"type":"toolCall","id":"toolu_01","name":"${pick(["bash", "edit", "read"], random)}",` +
    `"arguments":{"path":"/w/src/main.ts","command":"${prose(900, 1.6, random)}"}}`,
  ];
  const tokens = () => Math.floor(random() * 1e5);
  return `{"role":"assistant","content":[${blocks.join(",")}],"api":"messages","provider":"p",` +
    `"model":"m","usage":{"input":${tokens()},"output":${tokens()},"cacheRead":${tokens()},` +
    `"cacheWrite":${tokens()},"totalTokens":${tokens()},"cost":{"input":${random()},` +
    `"output":${random()},"cacheRead":${random()},"cacheWrite":${random()},"total":${random()}}},` +
    `"stopReason":"toolUse","timestamp":${1_764_000_000_000 + tokens()}}`;
}

function toolResultMessage(random: Random): string {
  return `{"role":"toolResult","toolCallId":"toolu_01","toolName":"bash",` +
    `"content":[${textBlock(prose(1900, 1.45, random))}],"isError":false,` +
    `"timestamp":${1_764_000_000_000 + Math.floor(random() * 1e5)}}`;
}

function textBlock(text: string): string {
  return `{"type":"text","text":"${text}"}`;
}

/** Lines of code and prose, as they stand in a JSON string. */
function prose(median: number, spread: number, random: Random): string {
  const length = lengthAround(median, spread, random);
  let text = "";
  while (text.length < length) {
    text += String.raw`\t`.repeat(Math.floor(random() * 4.4));
    const count = 3 + random() * 9;
    for (let i = 0; i < count; i++) {
      const word = pick(random() < 0.015 ? RARE_WORDS : WORDS, random);
      text += random() < 0.018 ? String.raw`\"${word}\" ` : `${word} `;
    }
    text += String.raw`\n`;
  }
  return text;
}
