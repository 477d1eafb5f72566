/**
 * Times whole processes. One of each kind runs in every round, so that whatever else the machine does
 * falls on all of them; the order turns with each round. What counts are the ratios within one run, not
 * milliseconds.
 *
 * @module
 */

/** One kind of process. */
export interface Contender {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** The name of the contender it is compared with; the first one when undefined. */
  readonly reference?: string;
  /** The ratio that is aimed at. */
  readonly goal?: { readonly most: number } | { readonly least: number } | undefined;
  /** Takes as long as all others together, so that it is not run to warm up, nor to measure memory. */
  readonly isSlow?: boolean;
}

/** What a contender took. */
export interface Measurement extends Contender {
  /** Milliseconds; the median of the runs. */
  readonly median: number;
  readonly fastest: number;
  /** MiB, of one more run; undefined where /usr/bin/time is absent. */
  readonly peak: number | undefined;
}

/** Where processes run. */
export interface Place {
  /** Their working directory and home. */
  readonly directory: string;
  /** Rounds that count. */
  readonly rounds: number;
}

/**
 * Measures contenders against each other.
 *
 * @param contenders What to run. A program that is not installed is left out, and this is said.
 * @param place Where, and how often.
 * @returns One measurement for each that is installed.
 * @throws {Error} When a process fails.
 */
export function measure(contenders: readonly Contender[], place: Place): Measurement[] {
  const present = contenders.filter(isInstalled);
  const times = present.map((): number[] => []);
  for (let round = -1; round < place.rounds; round++) {
    for (let turn = 0; turn < present.length; turn++) {
      const index = (turn + round + 1) % present.length;
      const contender = present[index] as Contender;
      if (contender.isSlow === true && round < 0) continue;
      const milliseconds = time(contender.command, place.directory);
      // The first round fills the page cache.
      if (round >= 0) times[index]?.push(milliseconds);
    }
  }
  return present.map((contender, index) => ({
    ...contender,
    median: median(times[index] ?? []),
    fastest: Math.min(...times[index] ?? []),
    peak: contender.isSlow === true ? undefined : peakOf(contender.command, place.directory),
  }));
}

/** How peak memory is measured, for the report. */
export const PEAK_METHOD = "maximum resident set size of one more run by GNU time (%M)";

const TIME = "/usr/bin/time";

function isInstalled({ name, command: [program] }: Contender): boolean {
  try {
    new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error(
      `${name}: ${program} is not installed, left out (Debian: apt-get install jq ripgrep time)`,
    );
    return false;
  }
}

function start(command: readonly string[], home: string): Deno.CommandOutput {
  const [program = "", ...args] = command;
  return new Deno.Command(program, {
    args,
    cwd: home,
    clearEnv: true,
    env: { HOME: home, PATH: Deno.env.get("PATH") ?? "" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).outputSync();
}

function time(command: Contender["command"], home: string): number {
  const before = performance.now();
  const { code, stderr } = start(command, home);
  const milliseconds = performance.now() - before;
  if (code === 0) return milliseconds;
  const reason = new TextDecoder().decode(stderr).trim();
  throw new Error(`Cannot time "${command.join(" ")}": exit ${code}: ${reason}`);
}

function peakOf(command: Contender["command"], home: string): number | undefined {
  const kibibytes = `${home}/peak`;
  if (!isInstalled({ name: "peak memory", command: [TIME] })) return undefined;
  start([TIME, "-f", "%M", "-o", kibibytes, ...command], home);
  return Number(Deno.readTextFileSync(kibibytes).trim()) / 1024;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
