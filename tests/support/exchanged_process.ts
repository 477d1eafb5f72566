/**
 * Reads a tree that is being exchanged, for whoever wants to know of another runtime:
 * `ROOT EXCHANGE COUNT [TELLING]`. The tree is there already.
 *
 * @module
 */

import { join } from "node:path";
import process from "node:process";
import { type Exchange, EXCHANGES, readExchanged } from "./exchanged.ts";

const [root = "", name, count, telling] = process.argv.slice(2);
const exchange = EXCHANGES.find((one) => one === name) as Exchange;
const project = join(root, "project");
const cwd = join(project, "sub");
const file = join(cwd, exchange === "AGENTS.md" ? "AGENTS.md" : ".panto/SYSTEM.md");
const tree = { cwd, project, file, pair: ["", ""] as const };
const way = telling === "trail" || telling === "descriptor" ? telling : undefined;
console.log(JSON.stringify(readExchanged(tree, exchange, Number(count), way)));
