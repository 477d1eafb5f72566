/**
 * How a prompt is printed: as text, as JSON, or as a provider's request with the options of one. Formats,
 * help and complaints follow from the providers that there are, so none is named here.
 *
 * @module
 */

import type { Provider, RequestOptions } from "../../../mod.ts";
import { type Flag, spellingOf, type ValuesOf, withHelp } from "../flag.ts";
import { flags } from "../flags.ts";
import { needs } from "../refuse.ts";
import { listOf } from "../values.ts";
import { type FormatFlags, formatFlags, formatOf, reportFormats } from "./format.ts";

/** How a prompt is printed. */
export interface PrintOptions {
  /** A provider stands for its request. */
  readonly format: "text" | "json" | Provider;
  /** Leaves control characters as they are on a terminal. */
  readonly raw: boolean;
  readonly request: RequestOptions;
}

const everyProvider = [flags.model, flags.maxTokens] as const;
const someProviders = [flags.systemForm, flags.mergeSystem, flags.systemRole] as const;

/** The flags that choose a format, and those of a provider's request, which stand last in the help. */
export interface PrintFlags {
  readonly format: readonly [...FormatFlags, typeof flags.raw];
  readonly request: readonly (typeof everyProvider[number] | typeof someProviders[number])[];
}

/** Makes the flags for some providers; an option that none of them honours has no flag. */
export function printFlags(providers: readonly Provider[]): PrintFlags {
  return {
    format: [...formatFlags(promptFormats(providers)), flags.raw],
    request: [
      ...everyProvider,
      ...someProviders.flatMap((flag) => {
        const names = namesFor(flag, providers);
        return names.length === 0 ? [] : [withHelp(flag, `${listOf(names)}: ${flag.help}`)];
      }),
    ],
  };
}

type PrintValues = ValuesOf<PrintFlags["format"]> & ValuesOf<PrintFlags["request"]>;

/** Reads how a prompt is printed; an option that the format does not honour is refused. */
export function printOptions(values: PrintValues, providers: readonly Provider[]): PrintOptions {
  const name = formatOf(values, promptFormats(providers));
  const provider = providers.find((provider) => provider.name === name);
  const names = providers.map((provider) => provider.name);
  for (const flag of everyProvider) needsFormat(provider !== undefined, values, flag, names);
  for (const flag of someProviders) {
    const honoured = provider?.options.includes(flag.name) === true;
    needsFormat(honoured, values, flag, namesFor(flag, providers));
  }
  return {
    format: provider ?? (name === "json" ? name : "text"),
    raw: values.raw === true,
    request: requestOptions(values),
  };
}

function promptFormats(providers: readonly Provider[]): string[] {
  return [...reportFormats, ...providers.map((provider) => provider.name)];
}

function namesFor(flag: typeof someProviders[number], providers: readonly Provider[]): string[] {
  return providers.filter(({ options }) => options.includes(flag.name)).map(({ name }) => name);
}

function needsFormat(
  met: boolean,
  values: Readonly<Record<string, unknown>>,
  flag: Flag,
  names: readonly string[],
): void {
  needs(met || values[flag.name] === undefined, spellingOf(flag), `--format ${listOf(names)}`);
}

/** Without keys for what was not given, as the library has them. */
function requestOptions(values: PrintValues): RequestOptions {
  const { model, maxTokens, systemForm, mergeSystem, systemRole } = values;
  return {
    ...(model === undefined ? {} : { model }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(systemForm === undefined ? {} : { systemForm }),
    ...(mergeSystem === undefined ? {} : { mergeSystem }),
    ...(systemRole === undefined ? {} : { systemRole }),
  };
}
