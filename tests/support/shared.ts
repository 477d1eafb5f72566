/**
 * Data beside the repository: real sessions, prompts, templates and manifests that are too many, or not
 * ours to publish, to be kept inside. The folder is the one that `PANTO_SHARED` names, else `shared`
 * beside the repository.
 *
 * Nothing else knows of that folder. A test that wants to read there asks here, and goes without where
 * there is nothing: the repository stands alone.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./sandbox.ts";

const FOLDER = Deno.env.get("PANTO_SHARED") || join(ROOT, "..", "shared");

/** The path of something in the folder; where it is absent, undefined, and stderr says what is skipped. */
export function shared(name: string): string | undefined {
  const path = join(FOLDER, name);
  if (existsSync(path)) return path;
  console.error(`skipped: ${path} is absent (PANTO_SHARED names the folder that has "${name}")`);
  return undefined;
}
