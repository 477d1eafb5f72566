/**
 * Every command, in the order of the help. The first one is the program itself: what it does when no
 * command is named.
 *
 * @module
 */

import { type Provider, providers } from "../../mod.ts";
import { appendCommand } from "./append.ts";
import { assembleCommand } from "./assemble.ts";
import { blameCommand } from "./blame.ts";
import type { CommandList } from "./command.ts";
import { diffCommand } from "./diff.ts";
import { inspectCommand } from "./inspect.ts";
import { layersCommand } from "./layers.ts";
import { logCommand } from "./log.ts";
import { renderCommand } from "./render.ts";
import { resumeCommand } from "./resume.ts";
import { showCommand } from "./show.ts";
import { statusCommand } from "./status.ts";

/** The commands, where requests can be printed for these providers. */
export function commandsFor(providers: readonly Provider[]): CommandList {
  return [
    resumeCommand(providers),
    inspectCommand(providers),
    diffCommand,
    logCommand,
    showCommand,
    blameCommand,
    statusCommand,
    layersCommand,
    appendCommand,
    assembleCommand,
    renderCommand,
  ];
}

/** The commands of panto. */
export const commands = commandsFor(Object.values(providers));
