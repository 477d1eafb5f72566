/**
 * Runs the template engine, minijinja in WebAssembly, within bounds (DESIGN §6).
 *
 * The module's bytes are imported as bytes. `deno run` and the output of `deno bundle` hold them, Bun
 * gives the path of a file, which in an executable lies inside it. Nothing is read, compiled or
 * instantiated before the first template, since start-up pays for nothing else. The package's own entry
 * point is of no use here: it loads asynchronously, breaks in a compiled Bun program, and keeps one
 * instance for good, while an instance that has trapped is corrupt.
 *
 * So each run has an instance of its own, which is thrown away. The package's glue keeps views of the
 * memory it saw last; growing that memory by nothing detaches them, whereupon the glue makes new ones.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import * as packageGlue from "minijinja-js/dist/bundler/minijinja_js_bg.js";
import embedded from "minijinja-js/dist/bundler/minijinja_js_bg.wasm" with { type: "bytes" };
import { boundModule, MEMORY_REFUSED, STEPS_LEFT } from "../bounded/module.ts";

/** The template instructions of one run. */
export const MAX_FUEL = 1_000_000;

/** The engine's memory, in bytes. */
export const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * The steps of one run, see bounded/module.ts. 8 MiB of plain text take 17 million. The slowest loops
 * that were found, over filters such as `upper` on megabytes, use these up in half a second to a second.
 */
export const MAX_STEPS = 32_000_000;

// A description is for the column of an error only; that is not worth as much again.
const DESCRIPTION_STEPS = 8_000_000;

/** What the engine is asked to do. */
export interface EngineJob {
  /** The template. */
  readonly source: string;
  /** What it may use; without it only the syntax is checked. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Has the engine describe the place of an error. The description holds values of variables: it is for
   * engine_report.ts alone.
   *
   * @default false
   */
  readonly describe?: boolean;
}

/** What came of it. */
export type EngineOutcome =
  | {
    readonly type: "text";
    /** What was rendered; empty for a check. */
    readonly text: string;
  }
  | {
    readonly type: "refused";
    /** The engine's own words. They may hold values of variables. */
    readonly report: string;
  }
  | {
    /** Which bound was hit; `fault` when it was none: the engine broke down. */
    readonly type: "steps" | "memory" | "depth" | "fault";
  };

/** Runs the engine once. */
export function runEngine(job: EngineJob): EngineOutcome {
  const exports = instantiate();
  if (job.describe === true) exports[STEPS_LEFT].value = DESCRIPTION_STEPS;
  try {
    return { type: "text", text: run(job) };
  } catch (error) {
    return outcomeOf(error, exports);
  } finally {
    exports.memory.grow(0);
  }
}

/** The parts of the package's glue that are used; it has no types of its own. */
interface Glue {
  readonly __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
  readonly Environment: new () => EngineEnvironment;
}

interface EngineEnvironment {
  undefinedBehavior: "strict";
  keepTrailingNewline: boolean;
  debug: boolean;
  fuel: number;
  addTemplate(name: string, source: string): void;
  renderNamedStr(name: string, source: string, variables: unknown): string;
  /** Forgets the object in WebAssembly without a call into it. */
  __destroy_into_raw(): number;
}

interface EngineExports {
  readonly memory: WebAssembly.Memory;
  readonly [STEPS_LEFT]: { value: number };
  readonly [MEMORY_REFUSED]: { readonly value: number };
}

const glue: Glue = packageGlue;

// No extension: the engine takes one, such as `.html`, as a wish for escaping.
const TEMPLATE_NAME = "prompt";

let compiled: WebAssembly.Module | undefined;

function run({ source, variables, describe = false }: EngineJob): string {
  const environment = new glue.Environment();
  try {
    environment.undefinedBehavior = "strict";
    environment.keepTrailingNewline = true;
    environment.debug = describe;
    environment.fuel = MAX_FUEL;
    // A template that was added could be included, if only by itself.
    if (variables !== undefined) {
      return environment.renderNamedStr(TEMPLATE_NAME, source, variables);
    }
    environment.addTemplate(TEMPLATE_NAME, source);
    return "";
  } finally {
    // Else the glue's finalizer would free this address later, in the memory of another instance.
    environment.__destroy_into_raw();
  }
}

function outcomeOf(error: unknown, exports: EngineExports): EngineOutcome {
  // A trap in one of the glue's calls is followed by others; what counts is the first cause.
  if (exports[STEPS_LEFT].value < 0) return { type: "steps" };
  if (exports[MEMORY_REFUSED].value !== 0) return { type: "memory" };
  if (!(error instanceof Error)) return { type: "fault" };
  if (error instanceof RangeError) return { type: "depth" };
  if (!(error instanceof WebAssembly.RuntimeError)) {
    return { type: "refused", report: error.message };
  }
  // The engine's stack grows down to the address 0, so that it ends in an access outside the memory.
  return { type: /out of bounds/i.test(error.message) ? "depth" : "fault" };
}

function instantiate(): EngineExports {
  compiled ??= new WebAssembly.Module(
    boundModule(bytesOf(embedded), { pages: MAX_MEMORY_BYTES / 65536, steps: MAX_STEPS }),
  );
  const { exports } = new WebAssembly.Instance(compiled, {
    "./minijinja_js_bg.js": { ...packageGlue, ...silenced(compiled) },
  });
  glue.__wbg_set_wasm(exports);
  return exports as unknown as EngineExports;
}

/** The engine prints its own stack when it breaks down; only the host may write to a stream. */
function silenced(module: WebAssembly.Module): Record<string, () => void> {
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  const ignore = () => undefined;
  return Object.fromEntries(
    names.filter((name) => name.startsWith("__wbg_error_")).map((name) => [name, ignore]),
  );
}

/** Bun's type for such an import is the path of the file. */
function bytesOf(value: Uint8Array<ArrayBuffer> | string): Uint8Array<ArrayBuffer> {
  return typeof value === "string" ? new Uint8Array(readFileSync(value)) : value;
}
