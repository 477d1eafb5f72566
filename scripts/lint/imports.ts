/**
 * Judges one import by the table of rooms: inside a room everything, another room only where an arrow
 * leads and only through its door, and the outside world only where the path says so.
 *
 * A fault is told whether or not it stands in NOT_YET; the linter's rule looks there, the test of that
 * list must not.
 *
 * @module
 */

import { houseOf, isPure, isShipped, type Place, placeOf, resolveImport } from "./paths.ts";
import { HOUSES, PACKAGES, PURE_BUILTINS } from "./rooms.ts";

/** Where the rules stand, for whoever meets a fault. */
const TABLE = "scripts/lint/rooms.ts";

/** What is wrong with an import, by the importing file's path from the root; undefined: nothing. */
export function importFault(path: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return relativeFault(path, resolveImport(path, specifier));
  if (!isShipped(path)) return undefined;
  if (/^(?:node|bun):/.test(specifier)) return builtinFault(path, specifier);
  return packageFault(path, specifier);
}

/** How NOT_YET spells an import: the file, and the imported file or module. */
export function importName(path: string, specifier: string): string {
  return `${path} -> ${specifier.startsWith(".") ? resolveImport(path, specifier) : specifier}`;
}

function relativeFault(path: string, target: string): string | undefined {
  const house = houseOf(path);
  const targetHouse = houseOf(target);
  if (house === "lib") return roomFault(path, target);
  const allowed = Object.hasOwn(HOUSES, house) ? HOUSES[house] : undefined;
  if (allowed !== undefined && !allowed.includes(targetHouse)) {
    return `${house} may not import "${target}"; arrows point main → cli → mod → doors of lib`;
  }
  if (house !== "mod.ts") return undefined;
  const to = placeOf(target);
  return to === undefined
    ? `"${target}" is in no room of ${TABLE}`
    : doorFault(undefined, to, target);
}

function roomFault(path: string, target: string): string | undefined {
  const from = placeOf(path);
  const to = placeOf(target);
  if (from === undefined) return `"${path}" is in no room of ${TABLE}`;
  if (to === undefined) return `lib may not import "${target}": it is in no room of ${TABLE}`;
  if (from.name === to.name) {
    return to.isDoor ? `"${target}" is this file's own door: a door opens inwards` : undefined;
  }
  if (!from.room.may.includes(to.name)) {
    return `the room "${from.name}" may not import "${target}": no arrow leads there in ${TABLE}`;
  }
  return doorFault(from, to, target);
}

/** Whoever comes from outside takes the door; rooms behind one door see each other's files. */
function doorFault(from: Place | undefined, to: Place, target: string): string | undefined {
  if (to.isDoor || to.room.open === true) return undefined;
  const isIo = target.startsWith(`lib/${to.name}/io/`);
  const door = (isIo ? to.room.ioDoor : undefined) ?? to.room.door ?? to.name;
  if (from !== undefined && (from.room.door ?? from.name) === door) return undefined;
  return `"${target}" is behind a door: import "lib/${door}.ts"`;
}

function builtinFault(path: string, specifier: string): string | undefined {
  if (!isPure(path) || PURE_BUILTINS.includes(specifier)) return undefined;
  return `a pure file may not import "${specifier}"; what touches the outside stands under io/, or in cli/host`;
}

function packageFault(path: string, specifier: string): string | undefined {
  const place = placeOf(path)?.name ?? houseOf(path);
  const name = packageOf(specifier);
  if (Object.hasOwn(PACKAGES, name) && PACKAGES[name]?.includes(place) === true) return undefined;
  return `"${place}" may not import "${specifier}": ${TABLE} names the packages of each room`;
}

function packageOf(specifier: string): string {
  const parts = specifier.replace(/^npm:/, "").split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0] ?? specifier;
}
