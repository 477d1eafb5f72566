/**
 * Hostile inputs that need a shell: full disks, rights, locks, pipes, odd environments.
 *
 * @module
 */

import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../support/sandbox.ts";
import { chain, HEADER, logText, system, user } from "../support/log_builder.ts";
import { files } from "./hostile_files.ts";
import type { Recipe } from "./hostile_recipe.ts";
import { isRoot, NOBODY } from "./promise.ts";

const SEEDED = logText(HEADER, ...chain(system("seed\n"), user("hi")));

/** Starts a process that holds the lock until it is killed; `$holder` is its number. */
const HOLDER = `sh -c 'exec 9< s.jsonl; flock 9; echo > held; exec sleep 30' & holder=$!
until [ -e held ]; do sleep 0.02; done; rm held`;

/** What root may do shows nothing, so that the program runs as nobody then. */
const AS_USER = isRoot
  ? `program=$(command -v panto); as_user() { setpriv --reuid=${NOBODY} --regid=${NOBODY} ` +
    `--clear-groups "$program" "$@"; }`
  : `as_user() { panto "$@"; }`;

function asUser(box: Sandbox): void {
  box.write("s.jsonl", SEEDED);
  for (const path of [box.root, box.home, box.project, join(box.root, "bin")]) {
    chmodSync(path, 0o755);
  }
  if (!isRoot) return;
  for (const path of [box.project, box.path("s.jsonl")]) chownSync(path, NOBODY, NOBODY);
}

function script(
  row: number,
  name: string,
  about: string,
  text: string,
  prepare: Recipe["prepare"] = () => {},
): Recipe {
  const recipe = files(row, name, about, prepare);
  return { ...recipe, script: text, before: prepare === asUser ? AS_USER : undefined };
}

/** The recipes that need a shell. */
export const SCRIPT_RECIPES: readonly Recipe[] = [
  script(
    41,
    "bad-utf8-path",
    "a working directory that is no UTF-8",
    `d=$(printf 'a\\377b'); mkdir "$d"; cd "$d"; panto s.jsonl; echo "exit $?"; ls | wc -l | tr -d ' '; cd ..; rm -r "$d"`,
  ),
  script(
    42,
    "pipe",
    "the reader of a pipe goes away",
    `yes | head -c 1000000 > ../data/panto/SYSTEM.md; panto -q s.jsonl > out; { panto s.jsonl; echo "exit $?" >&2; } | true; cmp out out && echo same; rm out`,
  ),
  script(
    42,
    "stdout-full",
    "stdout is a full disk",
    `panto s.jsonl > /dev/full; echo "exit $?"; panto inspect s.jsonl`,
  ),
  script(
    42,
    "closed",
    "all descriptors are closed",
    `panto s.jsonl <&- >&- 2>&-; echo "exit $?"; panto inspect s.jsonl`,
  ),
  script(
    27,
    "zone",
    "another time zone",
    `TZ=Pacific/Kiritimati panto -q s.jsonl; TZ=Nowhere/At_all panto s.jsonl; panto log s.jsonl | wc -l | tr -d ' '`,
  ),
  script(
    21,
    "no-room",
    "no room in the middle of an append",
    `(trap '' XFSZ; prlimit --fsize=4096 panto append s.jsonl --role user - < big); echo "exit $?"
panto inspect s.jsonl; panto append s.jsonl --role user 'goes on'; panto log s.jsonl`,
    (box) => {
      box.write("s.jsonl", SEEDED);
      box.write("big", "x".repeat(9000));
    },
  ),
  script(
    21,
    "no-room-create",
    "no room for a new session",
    `(trap '' XFSZ; prlimit --fsize=100 panto s.jsonl); echo "exit $?"; ls -A`,
  ),
  script(
    22,
    "read-only-file",
    "a session that may not be written",
    `chmod 444 s.jsonl; as_user inspect s.jsonl; as_user s.jsonl; echo "exit $?"
as_user append s.jsonl --role user hi; echo "exit $?"; as_user s.jsonl --reseed; echo "exit $?"`,
    asUser,
  ),
  script(
    22,
    "read-only-directory",
    "a directory that may not be written",
    `chmod 555 .; as_user new.jsonl; echo "exit $?"; as_user append s.jsonl --role user hi
echo "exit $?"; chmod 755 .`,
    asUser,
  ),
  script(
    25,
    "locked",
    "another process holds the lock",
    `${HOLDER}; panto append s.jsonl --role user hi --lock-timeout 0.1; echo "exit $?"
panto s.jsonl --lock-timeout 0.1; echo "exit $?"; panto inspect s.jsonl; panto status s.jsonl
panto append s.jsonl --role user hi --no-lock; kill -9 $holder`,
    (box) => box.write("s.jsonl", SEEDED),
  ),
  script(
    25,
    "holder-killed",
    "the holder of the lock is killed while another waits",
    `${HOLDER}; (sleep 0.3; kill -9 $holder) & panto s.jsonl; echo "exit $?"; wait`,
    (box) => box.write("s.jsonl", SEEDED),
  ),
  script(
    38,
    "unreadable-prompt",
    "a SYSTEM.md of a higher layer that may not be read",
    `mkdir .panto; echo high > .panto/SYSTEM.md; chmod 000 .panto/SYSTEM.md
as_user; echo "exit $?"; as_user layers; echo "exit $?"; as_user new.jsonl; echo "exit $?"
as_user inspect s.jsonl; chmod 600 .panto/SYSTEM.md`,
    asUser,
  ),
  script(
    38,
    "unreadable-layer",
    "a layer's directory that may not be read",
    `mkdir .panto; echo high > .panto/SYSTEM.md; chmod 000 .panto
as_user; echo "exit $?"; as_user new.jsonl; echo "exit $?"; as_user --no-project; chmod 700 .panto`,
    asUser,
  ),
];
