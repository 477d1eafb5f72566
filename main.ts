/**
 * The executable: arguments in, exit code out.
 *
 * @module
 */

import process from "node:process";
import { createHost } from "./cli/host.ts";
import { run } from "./cli/run.ts";

// Not process.exit(): all output is written by now, and what a runtime still has to close it may close.
process.exitCode = run(createHost());
