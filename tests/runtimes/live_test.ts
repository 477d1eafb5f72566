/**
 * The live prompt in a process of its own: under Deno with the least permissions and compiled with Bun,
 * which must give the same bytes; as another user, in other time zones, with a hostile environment.
 */

import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

import { compileWithBun } from "../../scripts/build/bun.ts";
import { InstructionTree } from "../support/instruction_tree.ts";
import { TemporaryDirectory } from "../support/temporary_directory.ts";

/** What the task `panto` must allow for the live prompt, beside reading. */
const PERMISSIONS = [
  "--allow-read",
  "--allow-sys=uid",
  "--allow-run=git",
  "--allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,PANTO_PROJECT_ROOT,PATH,GIT_*,LD_*,DYLD_*,NODE_V8_COVERAGE",
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const script = join(root, "tests/support/live_script.ts");
const isRoot = process.getuid?.() === 0;
const PATH = process.env["PATH"] ?? "";
const systemPath = PATH.split(":").filter((entry) => entry.startsWith("/")).join(":");
const nobody = 65534;

interface Run {
  readonly cwd?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

/** What the script prints. */
interface Live {
  readonly block: string;
  readonly warnings: readonly { readonly message: string }[];
  readonly agentsMd: { readonly text?: string };
}

/** Both programs, and an empty home directory for each run. */
class Programs implements Disposable {
  readonly #directory = new TemporaryDirectory();
  readonly #product = this.#directory.at("live");
  readonly tree = new InstructionTree();

  constructor() {
    compileWithBun(root, "tests/support/live_script.ts", this.#product);
    for (const path of [this.#directory.path, this.tree.root]) chmodSync(path, 0o755);
  }

  deno(run: Run, permissions: readonly string[] = PERMISSIONS): string {
    const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", ...permissions];
    const args = ["run", ...flags, script, ...(run.args ?? [])];
    return this.#run(Deno.execPath(), args, run);
  }

  bun(run: Run): string {
    return this.#run(this.#product, run.args ?? [], run);
  }

  /** Runs both, which must agree. */
  both(run: Run = {}): Live {
    const [ofBun, ofDeno] = [this.bun(run), this.deno(run)];
    const same = (text: string) => text.replaceAll(/\/proc\/\d+/g, "/proc/PID");
    assert.equal(same(ofDeno), same(ofBun));
    return JSON.parse(ofBun);
  }

  #run(program: string, args: readonly string[], run: Run): string {
    const { code, stdout, stderr } = new Deno.Command(program, {
      args: [...args],
      clearEnv: true,
      cwd: run.cwd ?? this.tree.sub,
      env: {
        DENO_DIR: this.#directory.at("deno"),
        HOME: this.tree.home,
        NO_COLOR: "1",
        PATH: systemPath,
        ...run.env,
      },
      ...(run.uid === undefined ? {} : { uid: run.uid, gid: run.uid }),
    }).outputSync();
    const [output, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(code, 0, errors);
    return output ?? "";
  }

  [Symbol.dispose](): void {
    this.tree[Symbol.dispose]();
    this.#directory[Symbol.dispose]();
  }
}

function isGitRepo({ block }: Live): string | undefined {
  return /^ {2}Is git repo: (.*)$/m.exec(block)?.[1];
}

Deno.test("the live prompt in a process of its own", async (t) => {
  using programs = new Programs();
  const { tree } = programs;
  rmSync(join(tree.project, ".git"), { recursive: true });
  git(tree.project, "init", "-q");
  const agents = join(tree.sub, "AGENTS.md");

  await t.step("is the same under both runtimes: names, links, bytes that are no UTF-8", () => {
    for (const name of ["two words", "new\nline", "esc\x1b", "～", "😀", "é", ".env", "\u202e"]) {
      tree.write(join(tree.sub, name), "");
    }
    for (let i = 0; i < 40; i++) mkdirSync(join(tree.sub, `d${i}`));
    tree.link(join(tree.sub, "a-link"), "d0");
    const bytes = ["a\\377b", "c\\342\\202"].map((name) => `touch "$(printf '${name}')"`);
    new Deno.Command("sh", { args: ["-c", bytes.join(";")], cwd: tree.sub }).outputSync();
    tree.write(agents, "é".repeat(4095) + "€\n");
    const { block, warnings } = programs.both();
    assert.match(block, /\na-link\/ d0\/ d1\/ d10\/ .* d8\/ … \d+ more\n/);
    assert(block.endsWith(`é\n[truncated — full file at ${agents}]`));
    assert.deepEqual(warnings, []);
    for (let i = 0; i < 40; i++) rmSync(join(tree.sub, `d${i}`), { recursive: true });
    assert.match(programs.both().block, /\n\.env AGENTS\.md a-link a\ufffdb c\ufffd "esc\\u001b" /);
    rmSync(agents);
  });

  await t.step("is the same under both runtimes: whatever is wrong with the instructions", () => {
    const table: [make: () => void, message: RegExp][] = [
      [
        () => symlinkSync("/proc/self/environ", agents),
        /^Cannot read ".*" lies outside the project/,
      ],
      [() => symlinkSync("/dev/zero", agents), /^Cannot read ".*" lies outside the project/],
      [() => symlinkSync("/etc/passwd", agents), /^Cannot read ".*" lies outside the project/],
      [() => symlinkSync("nowhere", agents), /does not exist; it is left out$/],
      [() => symlinkSync("AGENTS.md", agents), /form a loop; it is left out$/],
      [() => mkdirSync(agents), /it is a directory, not a regular file; it is left out$/],
      [
        () => tree.write(agents, Uint8Array.of(0xff)),
        /it is not UTF-8 \(byte 0\); it is left out$/,
      ],
      [() => tree.write(agents, "@CLAUDE.md"), /^Imports are not followed/],
      [() => tree.write(agents, "\u200b"), /^Invisible characters/],
      ...(isRoot
        ? [[
          () => chownSync(tree.write(agents, "a"), 4242, 4242),
          /to user 4242, not to root; it/,
        ]] as [() => void, RegExp][]
        : []),
    ];
    for (const [make, message] of table) {
      make();
      const { warnings } = programs.both();
      assert.equal(warnings.length, 1, JSON.stringify(warnings));
      assert.match(warnings[0]?.message ?? "", message);
      rmSync(agents, { recursive: true });
    }
  });

  await t.step("has the local date, not that of UTC", () => {
    const table: [zone: string, time: string, date: string][] = [
      ["UTC", "2026-11-30T23:30:00Z", "2026-11-30"],
      ["Pacific/Kiritimati", "2026-11-30T23:30:00Z", "2026-12-01"],
      ["America/Los_Angeles", "2026-12-01T05:00:00Z", "2026-11-30"],
      ["Asia/Kathmandu", "2026-12-31T18:20:00Z", "2027-01-01"],
    ];
    for (const [TZ, time, date] of table) {
      const { block } = programs.both({ args: [tree.sub, time], env: { TZ } });
      assert.match(block, new RegExp(`^ {2}Today's date: ${date}$`, "m"), TZ);
    }
  });

  await t.step("hears nothing of the GIT_ variables of the process", () => {
    const outside = join(tree.home, "outside");
    mkdirSync(outside);
    const own = { GIT_DIR: join(tree.project, ".git"), GIT_WORK_TREE: outside };
    const configured = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.bare",
      GIT_CONFIG_VALUE_0: "true",
      GIT_CEILING_DIRECTORIES: tree.project,
      GIT_OBJECT_DIRECTORY: "/nowhere",
    };
    const table: [cwd: string, env: Record<string, string>, wanted: string][] = [
      [tree.sub, {}, "yes"],
      [outside, {}, "no"],
      [outside, own, "no"],
      [tree.sub, { GIT_DIR: "/nowhere" }, "yes"],
      [tree.sub, configured, "yes"],
    ];
    for (const [cwd, env, wanted] of table) {
      assert.equal(isGitRepo(programs.both({ cwd, env })), wanted, JSON.stringify(env));
    }
  });

  await t.step("never runs a git of the working directory", () => {
    const marker = join(tree.root, "ran");
    for (const directory of [tree.sub, join(tree.sub, "bin"), tree.project]) {
      const text = `#!/bin/sh\n: > '${marker}'\necho true\n`;
      chmodSync(tree.write(join(directory, "git"), text), 0o755);
    }
    for (const path of [".", "bin", "./bin", "..", ":", "bin:", `:.:bin:..`, "/nowhere"]) {
      assert.equal(isGitRepo(programs.both({ env: { PATH: path } })), "no", path);
    }
    const run = { env: { PATH: `.:bin:${systemPath}` } };
    assert.equal(isGitRepo(JSON.parse(programs.bun(run))), "yes", "the next git is taken");
    // There Deno grants the git that it finds itself, ./git, and refuses the one that panto finds.
    assert.equal(isGitRepo(JSON.parse(programs.deno(run))), "no");
    assert(!existsSync(marker));
    programs.both({ env: { PATH: join(tree.sub, "bin") } });
    assert(existsSync(marker), "the trap works");
    for (const path of [join(tree.sub, "git"), join(tree.project, "git")]) rmSync(path);
    rmSync(join(tree.sub, "bin"), { recursive: true });
  });

  await t.step("is whole under Deno without the permissions", () => {
    tree.write(agents, "Use tabs.\n");
    const live: Live = JSON.parse(
      programs.deno({}, [
        "--allow-read",
        "--allow-env=HOME,PANTO_PROJECT_ROOT,PATH,USERPROFILE,XDG_CONFIG_HOME",
      ]),
    );
    assert.equal(isGitRepo(live), "no");
    assert.match(live.block, /\n\nUse tabs\.$/);
    if (isRoot) {
      chownSync(agents, 4242, 4242);
      const { warnings }: Live = JSON.parse(
        programs.deno({}, PERMISSIONS.filter((flag) => flag !== "--allow-sys=uid")),
      );
      assert.match(
        warnings[0]?.message ?? "",
        /user 4242, and who runs this is not known: the runtime does not permit it; it is left out$/,
      );
    }
    rmSync(agents);
  });

  await t.step({
    name: "is that of another user: what may not be read, and whose files count",
    ignore: !isRoot,
    fn: () => {
      const live = (): Live =>
        JSON.parse(programs.bun({ uid: nobody, cwd: "/", args: [tree.sub] }));
      const project = tree.write(join(tree.project, "AGENTS.md"), "project");
      tree.write(agents, "root's");
      assert.match(live().block, /root's$/, "root's files count");
      chmodSync(agents, 0);
      assert.deepEqual(live().warnings.map(({ message }) => message), [
        `Cannot read "${agents}": permission denied; it is left out`,
      ]);
      chmodSync(tree.sub, 0o711);
      assert.match(live().block, /<\/env>$/, "no listing of an unreadable directory");
      chmodSync(tree.sub, 0);
      assert.deepEqual(live().warnings.length, 1);
      chmodSync(tree.sub, 0o755);
      chmodSync(agents, 0o644);
      lchownSync(agents, nobody, nobody);
      assert.deepEqual(live().agentsMd.text, "root's", "the user's own");
      lchownSync(agents, 4242, 4242);
      assert.match(live().block, /project$/);
      assert.deepEqual(live().warnings.map(({ message }) => message), [
        `Cannot use "${agents}": it belongs to user 4242, not to user 65534 or root; it is left out`,
      ]);
      for (const path of [agents, project]) rmSync(path);
    },
  });
});

function git(cwd: string, ...args: string[]): void {
  const { success } = new Deno.Command("git", {
    args,
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null" },
  })
    .outputSync();
  assert(success);
}
