/**
 * Finds out which prompt files the layers hold, without opening one (DESIGN §2.5, §2.6, §2.9): whether a
 * layer's directory is there, whether two layers are the same one, which candidates stand in it.
 *
 * What is wrong is kept beside the layer it concerns and thrown by the caller that cannot go on, since
 * the command that lists the layers shows every fault and the one that prints the prompt the first.
 *
 * @module
 */

import { type BigIntStats, lstatSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import process from "node:process";
import { ConfigError } from "../../errors.ts";
import {
  type Environment,
  type LayerDirectory,
  layerDirectory,
  type LayerPrompts,
  layersInOrder,
  PROMPT_NAMES,
  type PromptName,
  RESOLUTION_ORDER,
} from "../../layers.ts";
import { findProjectRoot, realWorkingDirectory } from "./project_root.ts";
import { isAbsence, systemReason } from "../../text/system_error.ts";
import type { LayerName } from "../../prompt_source.ts";

/** Where prompt files are looked for. */
export interface LayerSources {
  /** The environment, as a plain record. */
  readonly env: Environment;
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** True when no part of it is a link, as the system itself says it: then none is followed. @default false */
  readonly cwdIsReal?: boolean | undefined;
  /** The layers that count; nothing in another one is looked at. @default every one */
  readonly layers?: readonly LayerName[] | undefined;
  /** How far links of project files may lead. @default PANTO_PROJECT_ROOT, else what findProjectRoot finds */
  readonly projectRoot?: string | undefined;
  /** A `process.platform`. @default process.platform */
  readonly platform?: string | undefined;
}

/** A prompt file that is there, not yet opened. */
export interface FoundFile {
  /** The layer in whose place it counts. */
  readonly layer: LayerName;
  /** What it is; a template goes by the name it stands for. */
  readonly name: PromptName;
  /** The path in the layer's own directory: the one to show. */
  readonly path: string;
  /** The path to open; another one where two layers are the same directory. */
  readonly openPath: string;
  /** True for `X.md.j2`. */
  readonly template: boolean;
  /** False when the rules of the project layer hold. */
  readonly trusted: boolean;
}

/** One layer as it is found on disk. */
export interface SurveyedLayer {
  /** Which layer. */
  readonly layer: LayerName;
  /** Undefined when the environment names none; then there is an error. */
  readonly directory: LayerDirectory | undefined;
  /** False when the layer is switched off: it takes no part, and nothing in it is looked at. */
  readonly on: boolean;
  /** True when the directory is there. */
  readonly exists: boolean;
  /** The higher layer that is the same directory and takes this one's place. */
  readonly sameAs: LayerName | undefined;
  /** The layer whose rules hold: another one only where two layers are the same directory. */
  readonly rulesOf: LayerName;
  /** Every file that is there; both `X.md` and `X.md.j2` only beside an error. */
  readonly candidates: readonly FoundFile[];
  /** Why nothing in it, or two of its files, can be used. */
  readonly error: ConfigError | undefined;
}

/** What is there, before any file is opened. */
export interface Survey {
  /** In resolution order. */
  readonly layers: readonly SurveyedLayer[];
  /** The project's real path; undefined when the layer is off or there is an error. */
  readonly projectRoot: string | undefined;
  /** The first fault that stands whatever the files hold. */
  readonly error: ConfigError | undefined;
}

/** Finds out which prompt files are there, without opening one; it throws for nothing on disk. */
export function surveyLayers(options: LayerSources): Survey {
  const platform = options.platform ?? process.platform;
  const counting = layersInOrder(options.layers);
  const project: Outcome<Project> = counting.includes("project")
    ? attempt(() => findProject({ ...options, platform }))
    : {};
  const realCwd = project.value?.cwd ?? options.cwd;
  const located = RESOLUTION_ORDER.map((layer) =>
    locate(layer, { ...options, platform, realCwd, on: counting.includes(layer) })
  );
  const layers = located.map((layer) => survey(layer, located));
  return {
    layers,
    projectRoot: project.value?.root,
    error: project.error ?? layers.find(({ error }) => error !== undefined)?.error,
  };
}

/** Sorts a layer's candidates by what they are for. */
export function promptsOf(
  layer: Pick<SurveyedLayer, "layer" | "candidates">,
): LayerPrompts<FoundFile> {
  const find = (name: PromptName) => layer.candidates.find((candidate) => candidate.name === name);
  return { layer: layer.layer, system: find("SYSTEM.md"), append: find("APPEND_SYSTEM.md") };
}

/** Finds the fault of a layer that holds both `X.md` and `X.md.j2` (DESIGN §2.5). */
export function conflictOf(
  name: PromptName,
  candidates: readonly FoundFile[],
): ConfigError | undefined {
  const [plain, template] = candidates.filter((candidate) => candidate.name === name);
  if (plain === undefined || template === undefined) return undefined;
  const { path } = template;
  return new ConfigError(`Cannot use ${JSON.stringify(path)}: ${name} stands beside it`, {
    code: "plain-and-template",
    place: { path },
  });
}

/** Puts the path of a prompt file together, without normalizing the directory's. */
export function promptPath(directory: string, file: string): string {
  return `${directory}${sep}${file}`;
}

/** The working directory and its project, as real paths. */
interface Project {
  readonly cwd: string;
  readonly root: string;
}

/** Both come from one look at the working directory, which may lead elsewhere at the next. */
function findProject(options: LayerSources): Project {
  const cwd = realWorkingDirectory(options.cwd, options);
  return { cwd, root: findProjectRoot(cwd, { ...options, cwdIsReal: true }) };
}

/** A layer's directory, and which one it is whatever its path. */
interface Located {
  readonly layer: LayerName;
  readonly on: boolean;
  readonly directory: LayerDirectory | undefined;
  /** The directory's path to open files by; undefined as `directory` is. */
  readonly openIn: string | undefined;
  /** Undefined when there is no such directory, or the layer is off. */
  readonly identity: string | undefined;
  readonly error: ConfigError | undefined;
}

function locate(
  layer: LayerName,
  options: LayerSources & {
    readonly platform: string;
    readonly realCwd: string;
    readonly on: boolean;
  },
): Located {
  const { env, on, realCwd } = options;
  const { value: directory, error } = attempt(() => layerDirectory(layer, env, options));
  const openIn = directory && layerDirectory(layer, env, { ...options, cwd: realCwd }).path;
  const located = { layer, on, directory, openIn, identity: undefined, error: undefined };
  // A layer that is off needs no home directory.
  if (!on) return located;
  if (directory === undefined || openIn === undefined) return { ...located, error };
  const identity = attempt(() => identify(openIn, directory.path));
  return { ...located, identity: identity.value, error: identity.error };
}

function survey(self: Located, all: readonly Located[]): SurveyedLayer {
  const { layer, on, directory, identity } = self;
  // Layers that are one directory, in resolution order: the first keeps its place, and the rules are
  // those of any that is not the project.
  const same = identity === undefined ? [self] : all.filter((one) => one.identity === identity);
  const first = same[0] ?? self;
  const trusted = same.find((one) => one.layer !== "project");
  const found: SurveyedLayer = {
    layer,
    on,
    directory,
    exists: identity !== undefined,
    sameAs: first === self ? undefined : first.layer,
    rulesOf: trusted?.layer ?? layer,
    candidates: [],
    error: self.error,
  };
  if (directory === undefined || identity === undefined || first !== self) return found;
  // Opened by the trusted layer's path, which nobody else can point elsewhere in the meantime.
  const openIn = trusted?.openIn ?? self.openIn ?? directory.path;
  const present = attempt(() =>
    PROMPT_NAMES.flatMap((name) => presentFiles(name, directory, openIn))
  );
  const candidates = (present.value ?? [])
    .map((file) => ({ ...file, layer, trusted: trusted !== undefined }));
  const conflict = PROMPT_NAMES.map((name) => conflictOf(name, candidates)).find(Boolean);
  return { ...found, candidates, error: present.error ?? conflict };
}

function presentFiles(name: PromptName, directory: LayerDirectory, openIn: string) {
  return [false, true].flatMap((template) => {
    const file = template ? `${name}.j2` : name;
    const path = promptPath(directory.path, file);
    const openPath = promptPath(openIn, file);
    return isThere(openPath, path) ? [{ name, path, openPath, template }] : [];
  });
}

/** Which directory a path leads to; undefined when to none. */
function identify(path: string, shownAs: string): string | undefined {
  let stats: BigIntStats;
  try {
    stats = statSync(path, { bigint: true });
    // Some file systems of Windows number nothing.
    if (!stats.isDirectory()) return undefined;
    return stats.ino === 0n ? realpathSync.native(path) : `${stats.dev}:${stats.ino}`;
  } catch (error) {
    if (!isAbsence(error)) throw unreadable(shownAs, systemReason(error));
    if (!isThere(path, shownAs)) return undefined;
    throw unreadable(shownAs, "it is a symbolic link to a directory that does not exist");
  }
}

/** Says whether a name stands in its directory, if only as a link that leads nowhere. */
function isThere(path: string, shownAs: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw unreadable(shownAs, systemReason(error));
  }
}

function unreadable(path: string, reason: string): ConfigError {
  const message = `Cannot read ${JSON.stringify(path)}: ${reason}`;
  return new ConfigError(message, { code: "layer-unreadable", place: { path } });
}

interface Outcome<Value> {
  readonly value?: Value;
  readonly error?: ConfigError;
}

/** Runs a step and hands its ConfigError on as a value, so that the other layers are looked at too. */
function attempt<Value>(step: () => Value): Outcome<Value> {
  try {
    return { value: step() };
  } catch (error) {
    if (error instanceof ConfigError) return { error };
    throw error;
  }
}
