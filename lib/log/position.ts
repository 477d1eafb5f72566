/**
 * Positions that count from the end of a log, and the messages on which the prompt there depends
 * (DESIGN §3, Position).
 *
 * @module
 */

import { UsageError } from "../errors.ts";
import type { LinearPlace, LinearVisitor } from "./chain.ts";
import { followPath, type PathOptions } from "./walk.ts";
import type { ByteSource } from "./bytes.ts";
import type { Message, Position } from "../types.ts";

/** A system message and where it stands. */
export interface SystemMessage {
  readonly message: Message;
  readonly position: Position;
  /** Byte offset of its line. */
  readonly offset: number;
}

/**
 * Turns a position as it was asked for into one that counts from the start.
 *
 * @param source The log.
 * @param at The position; negative counts from the end; undefined is the end itself.
 * @param total Number of messages.
 * @returns The position, from 0 to `total`.
 * @throws {UsageError} When it is out of range.
 */
export function positionOf(
  source: ByteSource,
  at: Position | undefined,
  total: Position,
): Position {
  if (at === undefined) return total;
  const position = isFromStart(at) ? at : total + at;
  if (position >= 0 && position <= total) return position;
  const range = total === 0 ? "0" : `0 to ${total}, or -1 to -${total}`;
  throw new UsageError(`Position ${at} is not in "${source.name}": valid positions are ${range}`, {
    code: "position-out-of-range",
    place: { path: source.name },
    details: { total },
  });
}

/**
 * Says from where a position counts.
 *
 * @param at The position.
 * @returns False for a negative one, and for −0, which is the end.
 */
export function isFromStart(at: Position): boolean {
  return at > 0 || Object.is(at, 0);
}

/**
 * Finds a message by the number of messages after it.
 *
 * @param source The log.
 * @param skip How many messages stand after it.
 * @param options The leaf.
 * @returns The offset of its line; -1 when there is none.
 */
export function offsetFromEnd(source: ByteSource, skip: number, options: PathOptions): number {
  let found = -1;
  followPath(source, options, () => {
    let left = skip;
    found = -1;
    return ({ kind, offset }) => {
      if (kind === "opaque" || left-- > 0) return;
      found = offset;
      return false;
    };
  });
  return found;
}

/**
 * Says whether a message starts the prompt anew.
 *
 * @param message A system message.
 * @returns Whether a block of it replaces.
 */
export function isReplace(message: Message): boolean {
  return message.content.some((block) => block.type === "system" && block.mode === "replace");
}

/**
 * The system messages on which the prompt at a number of messages before the end may depend, met from the
 * first to the last. What a `replace` makes needless is let go as soon as that is sure.
 */
export class SystemTail implements LinearVisitor {
  readonly #skip: number;
  #messages: SystemMessage[] = [];

  /** @param skip How many messages stand after the position. @default 0, the end */
  constructor(skip = 0) {
    this.#skip = skip;
  }

  /** Forgets everything. */
  restart(): void {
    this.#messages = [];
  }

  /**
   * Takes the next system message.
   *
   * @param message The message.
   * @param place Where it stands.
   */
  system(message: Message, { position, offset }: LinearPlace): void {
    this.#messages.push({ message, position, offset });
    // At the least, the position asked for is this one less those to skip.
    if (isReplace(message)) this.#dropBefore(this.#lastReplace(position - this.#skip));
  }

  /**
   * Gives the messages that count.
   *
   * @param total Number of messages of any role.
   * @returns The last `replace` up to the position and what follows, else all; in the order of the log.
   */
  upTo(total: Position): readonly SystemMessage[] {
    const last = total - this.#skip;
    this.#dropBefore(this.#lastReplace(last));
    return this.#messages.filter(({ position }) => position <= last);
  }

  #lastReplace(upTo: Position): number {
    return this.#messages.findLastIndex(({ message, position }) =>
      position <= upTo && isReplace(message)
    );
  }

  #dropBefore(index: number): void {
    if (index > 0) this.#messages.splice(0, index);
  }
}
