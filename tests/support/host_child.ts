/**
 * A small program around `createHost()` that tests run as a real process, with pipes and devices, under
 * each runtime that is there; what it does is its first argument.
 *
 * @module
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const cli = new URL("../../cli/", import.meta.url);
const config = new URL("../../deno.json", import.meta.url).pathname;

const childSource = `
import { createHost } from ${JSON.stringify(new URL("host.ts", cli).href)};
import { reportFailure } from ${JSON.stringify(new URL("failure.ts", cli).href)};
import process from "node:process";
const host = createHost();
const [job, size] = host.argv;
try {
  switch (job) {
    case "pattern": {
      const lines = [];
      for (let sent = 0, line = 0; sent < Number(size); line++) {
        lines.push(String(line).padStart(9, "0") + "\\n");
        sent += 10;
      }
      host.stdout.write(lines.join(""));
      break;
    }
    case "lines": {
      // Lines of every length up to 3,000 bytes, flushed at odd places, without a final newline.
      for (let n = 0, sent = 0; sent < Number(size); n++) {
        const line = "x".repeat((n * 37) % 3000) + (n % 5 === 0 ? "" : "\\n");
        host.stdout.write(line);
        if (n % 3 === 0) host.stdout.flush();
        sent += line.length;
      }
      break;
    }
    case "small":
      for (let i = 0; i < Number(size); i++) host.stdout.write("é" + i + "\\n");
      break;
    case "stdin":
      host.stdout.write(host.readStdin());
      break;
    case "fed":
      host.stdout.write(String(host.isStdinFed()));
      break;
    case "stderr":
      for (let i = 0; i < 100; i++) host.writeError("x".repeat(1000) + "\\n");
      host.stdout.write("done");
      break;
    case "terminals":
      host.stdout.write(["stdin", "stdout", "stderr"].map((s) => host.isTerminal(s)).join());
      break;
    case "broken":
      host.stdout.write(String(host.hasBrokenArgument()));
      break;
    case "cwd":
      host.stdout.write(host.cwd());
      break;
    case "now":
      host.stdout.write(host.now().toISOString());
      break;
  }
  host.stdout.flush();
} catch (error) {
  process.exitCode = reportFailure(host, error);
}
`;

/** Where the child runs. */
export const directory = mkdtempSync(join(tmpdir(), "panto-host-"));
const child = join(directory, "child.ts");
writeFileSync(child, childSource);
addEventListener("unload", () => rmSync(directory, { recursive: true }));

/** The runtimes by name, with the command that runs the child. */
export const runtimes: [name: string, command: string][] = [
  ["deno", `deno run -A --no-lock --config ${config} ${pathToFileURL(child).href}`],
];
if (spawnSync("bun", ["--version"]).status === 0) runtimes.push(["bun", `bun run ${child}`]);
export const hasPython = spawnSync("python3", ["--version"]).status === 0;
export const unix = process.platform !== "win32";
export const linux = process.platform === "linux";

/** What the child did. */
export interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Runs a shell line; CHILD stands for the runtime with the child program. */
export function shell(line: string, command: string, input?: string | Uint8Array): Ended {
  const result = spawnSync("bash", ["-c", `CHILD() { ${command} "$@"; }; ${line}`], {
    cwd: directory,
    input,
    maxBuffer: 1 << 28,
  });
  return { out: String(result.stdout), err: String(result.stderr), code: result.status };
}

/** Defines a test under every runtime; `only` says where it can run. */
export function testHost(
  name: string,
  fn: (command: string) => void | Promise<void>,
  only: boolean = unix,
): void {
  for (const [runtime, command] of runtimes) {
    Deno.test({ name: `${name} under ${runtime}`, ignore: !only, fn: () => fn(command) });
  }
}

/** Numbered lines of ten bytes, as the child's job of this name writes them. */
export function pattern(bytes: number): string {
  let text = "";
  for (let line = 0; text.length < bytes; line++) text += String(line).padStart(9, "0") + "\n";
  return text;
}
