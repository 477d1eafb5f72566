/**
 * Reads back what `deno compile` put into an executable: the baked permissions, the entry point and the
 * embedded files.
 *
 * Deno appends a section to its runtime: a magic word twice, the length of the metadata as 8 bytes little
 * endian, the metadata as JSON, further parts with their lengths, among them the directory of the
 * embedded files as JSON. Nothing promises this layout; a Deno that changes it makes the reading fail, not
 * pass.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** What stands inside a compiled executable. */
export interface CompiledFile {
  /** Deno's own names: `allow_read` is `[]` for all paths, null for none. */
  readonly permissions: Readonly<Record<string, readonly string[] | boolean | null>>;
  readonly entrypoint: string;
  /** Paths of the embedded files, with `/`, in directory order. */
  readonly files: readonly string[];
}

const MAGIC = new TextEncoder().encode("d3n0l4nd");

/** Finds and reads the appended section of a whole executable. Throws when there is none. */
export function readCompiledFile(bytes: Uint8Array): CompiledFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.lastIndexOf(Buffer.concat([MAGIC, MAGIC]));
  if (start < 0) throw new Error("Cannot read the executable: it holds no section of deno compile");
  const length = Number(buffer.readBigUInt64LE(start + 16));
  const metadata = JSON.parse(buffer.toString("utf8", start + 24, start + 24 + length));
  return {
    permissions: metadata.permissions,
    entrypoint: metadata.entrypoint_key,
    files: [...fileNames(directoryAfter(buffer, start + 24 + length), "")],
  };
}

/** One entry of the embedded directory, as Deno writes it. */
interface DirectoryEntry {
  readonly File?: { readonly n: string };
  readonly Dir?: { readonly n: string; readonly e: readonly DirectoryEntry[] };
  readonly Symlink?: { readonly n: string };
}

function directoryAfter(buffer: Buffer, offset: number): readonly DirectoryEntry[] {
  const start = buffer.indexOf("[{", offset);
  if (start < 0) throw new Error("Cannot read the executable: it holds no directory of files");
  const length = Number(buffer.readBigUInt64LE(start - 8));
  return JSON.parse(buffer.toString("utf8", start, start + length));
}

function* fileNames(entries: readonly DirectoryEntry[], parent: string): Iterable<string> {
  for (const entry of entries) {
    const named = entry.File ?? entry.Symlink;
    if (named !== undefined) yield `${parent}${named.n}`;
    else if (entry.Dir !== undefined) yield* fileNames(entry.Dir.e, `${parent}${entry.Dir.n}/`);
    else throw new Error(`Cannot read the executable: unknown entry ${JSON.stringify(entry)}`);
  }
}

/**
 * Reads the list of embedded files that `deno compile` prints without colors: directories that hold
 * one file are one name.
 */
export function printedFiles(output: string): string[] {
  return [...output.matchAll(/^[│ ]*[├└]── ?(.+?)(?: \([\d.]+[KMG]?B(?: - .*)?\))?$/gm)]
    .map((match) => match[1] ?? "");
}

/**
 * Lists the npm packages inside a bundle that is not minified, without versions and sorted, by the
 * comments that `deno bundle` puts before each module.
 */
export function bundledPackages(bundle: string): string[] {
  const modules = bundle.matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/[^\n]+$/gm);
  return [...new Set([...modules].map((match) => match[1] ?? ""))].sort();
}
