/**
 * Renders templates in a process of its own, for the tests that measure one or compare runtimes. Reads
 * from the file named by the first argument a JSON array of templates; prints one line of JSON for each:
 * the text or the error, the milliseconds, and the most memory that was resident so far (Linux only).
 *
 * @module
 */

import { readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { ConfigError } from "../../lib/errors.ts";
import { renderTemplate } from "../../lib/template/io/render.ts";
import { templateVariables } from "../../lib/template/variables.ts";

/** What is printed of each template. */
export interface RenderedLine {
  readonly text?: string;
  readonly error?: { readonly name: string; readonly message: string; readonly place?: unknown };
  readonly milliseconds: number;
  readonly megabytes: number;
}

const variables = templateVariables({
  now: new Date("2026-11-30T18:00:00Z"),
  cwd: "/w",
  scope: { readable: ["/w"], writable: [] },
  tools: ["b", "a"],
  agentsMd: "Use tabs.\r\n",
  vars: { secret: "TOPSECRET", braces: "{{ x }}" },
});

function attempt(source: string): Pick<RenderedLine, "text" | "error"> {
  try {
    return { text: renderTemplate(source, "x.j2", variables) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Not the class's name, which Bun shortens in a program.
    const known = error instanceof ConfigError;
    const place = known ? { place: error.place } : {};
    return {
      error: { name: known ? "ConfigError" : error.name, message: error.message, ...place },
    };
  }
}

function peakMegabytes(): number {
  if (process.platform !== "linux") return 0;
  const [, kilobytes = "0"] = /^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8")) ??
    [];
  return Math.round(Number(kilobytes) / 1024);
}

const sources: readonly string[] = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
for (const source of sources) {
  const start = performance.now();
  const startOfCpu = process.cpuUsage();
  const outcome = attempt(source);
  const { user, system } = process.cpuUsage(startOfCpu);
  // The clock alone counts what other programs do, the processor alone what other threads do.
  const milliseconds = Math.round(Math.min(performance.now() - start, (user + system) / 1000));
  const line: RenderedLine = { ...outcome, milliseconds, megabytes: peakMegabytes() };
  writeSync(1, `${JSON.stringify(line)}\n`);
}
