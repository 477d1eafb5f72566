/**
 * Whether a file lies in a directory, told by names alone (DESIGN §2.8): real paths come in, and nothing
 * is looked up.
 *
 * @module
 */

import { relative, resolve, sep } from "node:path";

/** Says whether a path is a directory or lies in it. Both must be real paths. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  // On Windows the way to another drive is an absolute path.
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(directory, way) !== way;
}
