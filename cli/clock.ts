/**
 * The time that the environment sets, for reproducible output and tests: PANTO_NOW, else
 * SOURCE_DATE_EPOCH (reproducible-builds.org), which other tools of a build go by as well.
 *
 * It is read strictly and not by `Date.parse`: the engines differ in what they take, and 30 February
 * becomes 2 March in one of them.
 *
 * @module
 */

import { type Environment, UsageError } from "../mod.ts";

/**
 * Reads the time that the environment sets, to the millisecond. An empty variable counts as unset; the one
 * that counts must hold a time of the years 0 to 9999.
 */
export function timeOf(env: Environment): Date | undefined {
  const time = env["PANTO_NOW"] ?? "";
  if (time !== "") {
    return parseTime(time) ??
      refuse("PANTO_NOW", "a time such as 2026-11-30T18:00:00Z (RFC 3339)", time);
  }
  const seconds = env["SOURCE_DATE_EPOCH"] ?? "";
  if (seconds === "") return undefined;
  return parseSeconds(seconds) ?? refuse("SOURCE_DATE_EPOCH", "whole seconds since 1970", seconds);
}

const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

function parseTime(text: string): Date | undefined {
  const [, date, time, fraction = "", sign, hours = "0", minutes = "0"] = RFC_3339.exec(text) ?? [];
  if (date === undefined) return undefined;
  const utc = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const local = new Date(utc);
  // A day or an hour that does not exist is invalid, or comes back as another one.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== utc) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  return inRange(new Date(local.getTime() - offset));
}

function parseSeconds(text: string): Date | undefined {
  return /^\d+$/.test(text) ? inRange(new Date(Number(text) * 1000)) : undefined;
}

/** Years of more digits would not be what the formats of log and template promise. */
function inRange(time: Date): Date | undefined {
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time : undefined;
}

function refuse(name: string, wanted: string, value: string): never {
  throw new UsageError(`${name} takes ${wanted}, not ${JSON.stringify(value)}`);
}
