/**
 * Where a file stands in the house: its path from the root, its room, and whether it may touch the
 * outside world. Everything is read off the path; no file is opened.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { OUTSIDE, type Room, ROOMS } from "./rooms.ts";

/** A file's room: its name and its row. */
export interface Place {
  readonly name: string;
  readonly room: Room;
  /** Whether it is the room's door, `lib/NAME.ts`. */
  readonly isDoor: boolean;
}

/**
 * The path from the root with `/` as separator. The linter hands over an absolute path, a `file:` URL
 * or a path from the root; what lies outside the project stays as it is.
 */
export function projectPath(filename: string, root: string): string {
  const slashed = filename.replace(/^file:\/\/(?=\/)/, "").replaceAll("\\", "/");
  const prefix = `${root.replaceAll("\\", "/").replace(/\/$/, "")}/`;
  return slashed.startsWith(prefix) ? slashed.slice(prefix.length) : slashed;
}

/** The path of the file that a rule looks at. */
export function pathOf(ctx: Deno.lint.RuleContext): string {
  return projectPath(ctx.filename, new URL("../..", import.meta.url).pathname);
}

/** The path that a relative specifier names, from the root. */
export function resolveImport(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The house of a file: `lib`, `cli`, `scripts`, `tests`, `main.ts`, … */
export function houseOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** The room of a file of lib/; undefined for a file in no room, or outside lib/. */
export function placeOf(path: string): Place | undefined {
  const [house, second, ...rest] = path.split("/");
  if (house !== "lib" || second === undefined) return undefined;
  const name = second.replace(/\.ts$/, "");
  const isDoor = rest.length === 0;
  if (isDoor && name === second) return undefined;
  const room = Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined;
  // A room behind the door of another has none of its own.
  if (room === undefined || (isDoor && room.door !== undefined)) return undefined;
  return { name, room, isDoor };
}

/** Whether a file is the command line's side of the outside world: streams, environment, standard input. */
export function isHost(path: string): boolean {
  return path === "cli/host.ts" || path.startsWith("cli/host/");
}

/** Whether a file of lib/ or cli/ computes only: no disk, clock, randomness, environment or stream. */
export function isPure(path: string): boolean {
  if (path === "mod.ts") return true;
  if (Object.hasOwn(OUTSIDE, path)) return false;
  switch (houseOf(path)) {
    case "lib":
      return !path.slice(0, path.lastIndexOf("/") + 1).includes("/io/");
    case "cli":
      return !isHost(path);
    default:
      return false;
  }
}

/** Whether a file is part of the program or of the library; tests and scripts are not. */
export function isShipped(path: string): boolean {
  return ["cli", "lib", "main.ts", "mod.ts"].includes(houseOf(path));
}

/** Whether the ceilings of files and functions hold for a file. */
export function hasCeilings(path: string): boolean {
  return isShipped(path) || houseOf(path) === "scripts";
}
