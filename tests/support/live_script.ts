/**
 * Prints what the live prompt of the working directory is made from, as one line of JSON: for the tests
 * that need a process of their own (another runtime, user, time zone, environment or directory).
 *
 * @module
 */

import { writeSync } from "node:fs";
import process from "node:process";
import { liveBlock } from "../../lib/live/assemble.ts";
import { environmentBlock } from "../../lib/live/env_block.ts";
import { instructionsSection } from "../../lib/live/instructions.ts";
import { probeEnvironment } from "../../lib/live/io/probe.ts";
import { readAgentsMd, readInstructions } from "../../lib/live/io/find_instructions.ts";

const [cwd = process.cwd(), time = "2026-11-30T12:00:00Z"] = process.argv.slice(2);
const { env, platform } = process;
const { instructions, warnings } = readInstructions({ cwd, env, platform });
const section = instructions === undefined ? undefined : instructionsSection(instructions);
const facts = probeEnvironment({ cwd, env, platform, now: new Date(time) });
const block = liveBlock(environmentBlock(facts), section);
const agentsMd = readAgentsMd({ cwd, env, platform });
writeSync(1, `${JSON.stringify({ block, warnings, agentsMd })}\n`);
