/**
 * Faults that programs of this kind have had, each as one change of the source, with the proof that must
 * catch it.
 *
 * @module
 */

/** One fault. */
export interface Fault {
  /** What is wrong. */
  readonly name: string;
  /** The proof that must catch it, see tests/prove/run.ts. */
  readonly proof: string;
  /** Where it is planted. */
  readonly file: string;
  /** The text that is there, once. */
  readonly find: string;
  /** What takes its place. */
  readonly put: string;
}

const WRITE_LOOP =
  "while (written < bytes.length) written += writeSync(fd, bytes, written, bytes.length - written);";

/** The faults. */
export const FAULTS: readonly Fault[] = [
  {
    name: "append without the newline check",
    proof: "cuts",
    file: "lib/log/io/open.ts",
    find: "this.endsInNewline() ? lines : `\\n${lines}`",
    put: "lines",
  },
  {
    name: "body and newline as two writes",
    proof: "durable",
    file: "lib/log/io/open.ts",
    find: "      writeWhole(this.#fd, bytes);\n",
    put: "      writeWhole(this.#fd, bytes.subarray(0, -1));\n" +
      "      writeWhole(this.#fd, bytes.subarray(-1));\n",
  },
  {
    name: "no lock",
    proof: "writers",
    file: "lib/log/io/writing.ts",
    find: "      if (lock) {\n",
    put: '      if (lock && path === "") {\n',
  },
  {
    name: "cut the torn tail",
    proof: "cuts",
    file: "lib/log/io/open.ts",
    find: "    const bytes = new TextEncoder().encode(this.endsInNewline()",
    put: "    for (; !this.endsInNewline(); this.#size--);\n" +
      "    process.getBuiltinModule('node:fs').ftruncateSync(this.#fd, this.#size);\n" +
      "    const bytes = new TextEncoder().encode(this.endsInNewline()",
  },
  {
    name: "decode with replacement characters",
    proof: "hostile",
    file: "lib/log/entry.ts",
    find: 'new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })',
    put: 'new TextDecoder("utf-8", { ignoreBOM: true })',
  },
  {
    name: "render plain SYSTEM.md",
    proof: "hostile",
    file: "lib/resume/freeze.ts",
    find: "    if (!isTemplateBlock(block)) return block;\n",
    // By the engine and with the variables that X.md.j2 gets; a renderer knows texts by their digest.
    put: "    if (!isTemplateBlock(block)) {\n" +
      "      const { source, text } = block;\n" +
      "      const name = source.path ?? source.type;\n" +
      "      return { source, text: configured.render({ text, name, sha256: text }).text };\n" +
      "    }\n",
  },
  {
    name: "follow a link out of the project",
    proof: "hostile",
    file: "lib/prompt_files/io/open_found.ts",
    find: "if (isInside(realPath, inside)) return;",
    put: 'if (isInside(realPath, inside) || !realPath.startsWith("/nowhere")) return;',
  },
  {
    name: "believe the path that was looked up before the open",
    proof: "races",
    file: "lib/prompt_files/io/open_found.ts",
    find: "requireInside(told, inside);",
    put: "",
  },
  {
    name: "skip a damaged line in silence",
    proof: "hostile",
    file: "lib/log/damage.ts",
    find: "for (const damage of path.besides) note(damaged(damage, false));",
    put: "",
  },
  {
    name: "skip a damaged line that the prompt hangs on",
    proof: "hostile",
    file: "lib/log/damage.ts",
    find: "note(broken(chainBreak, chainBreak.child > after && isKept(chainBreak.reach)));",
    put: "note(broken(chainBreak, false));",
  },
  {
    name: "ignore a short write",
    proof: "storage",
    file: "lib/log/io/open.ts",
    find: WRITE_LOOP,
    put: "written += writeSync(fd, bytes, written, bytes.length - written);",
  },
  {
    name: "compare trimmed text",
    proof: "writers",
    file: "lib/resume/reconcile.ts",
    find: "recorded.text === resolved.text",
    put: "recorded.text.trim() === resolved.text.trim()",
  },
  {
    name: "report before the data is on the disk",
    proof: "durable",
    file: "lib/log/io/open.ts",
    find: "      fsyncSync(this.#fd);\n",
    put: "",
  },
  {
    name: "do not sync the directory of a new file",
    proof: "durable",
    file: "lib/log/io/create.ts",
    find: 'if (made === "created") syncDirectory(dirname(target));',
    put: "",
  },
  {
    name: "rewrite the whole log to add to it",
    proof: "kills",
    file: "lib/log/io/open.ts",
    find: "      writeWhole(this.#fd, bytes);\n",
    put: "      const old = new Uint8Array(this.#size);\n" +
      "      this.read(old, 0);\n" +
      "      process.getBuiltinModule('node:fs').ftruncateSync(this.#fd, 0);\n" +
      "      for (let at = 0; at < old.length; at += 4096) {\n" +
      "        writeWhole(this.#fd, old.subarray(at, at + 4096));\n" +
      "      }\n      writeWhole(this.#fd, bytes);\n",
  },
  {
    name: "print before the session is written",
    proof: "durable",
    file: "cli/commands/append.ts",
    find: "  const { at, leaf, lenient, adopt, dryRun } = options;\n",
    put: "  const { at, leaf, lenient, adopt, dryRun } = options;\n" +
      "  info(host, options, `${session.name}: appended`);\n",
  },
  {
    name: "let C1 characters through",
    proof: "terminal",
    file: "cli/output/terminal.ts",
    find: "\\x7f-\\x9f\\u2000",
    put: "\\x7f\\u2000",
  },
  {
    name: "print a path as it is",
    proof: "terminal",
    file: "cli/output/report.ts",
    find: "host.writeError(`panto: warning: ${escapeLine(message)}\\n`)",
    put: "host.writeError(`panto: warning: ${message}\\n`)",
  },
  {
    name: "let lone surrogates into JSON",
    proof: "provider",
    file: "lib/serialize/well_formed.ts",
    find: "return value.isWellFormed() ? value : this.#mend(value.toWellFormed());",
    put: "return value;",
  },
  {
    name: "trust a byte that is not UTF-8",
    proof: "fuzz",
    file: "lib/log/entry.ts",
    find: '    if (error instanceof TypeError) return damaged("it is not UTF-8");\n',
    put: "    if (error instanceof TypeError) throw error;\n",
  },
  {
    name: "count bytes in 32 bits",
    proof: "huge",
    file: "lib/log/lines.ts",
    find: "  line.offset = offset;\n",
    put: "  line.offset = offset | 0;\n",
  },
  {
    name: "look for nothing that contradicts a head",
    proof: "scanner",
    file: "lib/log/scan/scan.as.ts",
    find: "  return doubt <= at || (isAscii && isSound(at, end));\n",
    put: "  return true;\n",
  },
  {
    name: "follow a chain without comparing ids",
    proof: "scanner",
    file: "lib/log/scan/scan.as.ts",
    find: "    if (differ) return false;\n",
    put: "",
  },
  {
    name: "take every byte of a string for UTF-8",
    proof: "scanner",
    file: "lib/log/scan/scan.as.ts",
    find: "wrong = ~bits(isUtf8(a, before), isUtf8(b, a), isUtf8(c, b), isUtf8(d, c)) |",
    put: "wrong =",
  },
  {
    name: "trust a head whose line is cut",
    proof: "hostile",
    file: "lib/log/scan/scan.as.ts",
    find: "  if (!closes(end)) return false;\n",
    put: "",
  },
  {
    name: "go over a bare chat line without a look at its rest",
    proof: "scanner",
    file: "lib/log/scan/scan.as.ts",
    find: "  if (at && isBare) return at < end && isAscii && isSoundBare(at, end);\n",
    put: "  if (at && isBare) return at < end;\n",
  },
  {
    name: "take what is passed by for a part of the path",
    proof: "reader",
    file: "lib/log/scan/scan.as.ts",
    find: "      taking = false;\n",
    put: "",
  },
  {
    name: "end at a replace behind the position",
    proof: "reader",
    file: "lib/log/walk.ts",
    find: "what.after >= until &&",
    put: "what.after >= 0 &&",
  },
  {
    name: "leave out the message at the position",
    proof: "reader",
    file: "lib/log/path.ts",
    find: "path.system.filter(({ after }) => after >= left)",
    put: "path.system.filter(({ after }) => after > left)",
  },
  {
    name: "judge damage by the message behind the position",
    proof: "reader",
    file: "lib/log/damage.ts",
    find: "reach > left;",
    put: "reach >= left;",
  },
  {
    name: "begin anew where a parent is missing",
    proof: "reader",
    file: "lib/log/missing_parents.ts",
    find: "      at = node.parent ?? at - 1;\n",
    put: "      at = node.parent ?? -1;\n",
  },
  {
    name: "count a position from the end that counts from the start",
    proof: "reader",
    file: "lib/log/path.ts",
    find: "return at < 0 || Object.is(at, -0) ? -at : undefined;",
    put: "return Math.abs(at);",
  },
  {
    name: "count the lines of a block from its start",
    proof: "reader",
    file: "lib/log/walk.ts",
    find: "    this.#lines += passed.lines;\n",
    put: "    this.#lines += passed.lines - passed.messages;\n",
  },
  {
    name: "take another program's log for panto's",
    proof: "hostile",
    file: "lib/log/detect.ts",
    find: "  return isForeign(detected) ? detected : undefined;\n",
    put: "  return isForeign(detected) && source.size < 0 ? detected : undefined;\n",
  },
  {
    name: "write into a log that pi has gone on with",
    proof: "hostile",
    file: "lib/readers/pi.ts",
    find: "return this.#always || (this.#sometimes && !this.#isPanto);",
    put: "return (this.#always || this.#sometimes) && !this.#isPanto;",
  },
  {
    name: "write into chat lines that are nobody's session",
    proof: "hostile",
    file: "lib/log/detect.ts",
    find: 'const isPanto = sign !== "chat-line" || holdsOwnLine(source);',
    put: 'const isPanto = sign !== "chat-line" || source.size > 0 || holdsOwnLine(source);',
  },
  {
    name: "call a file without a session an empty one",
    proof: "hostile",
    file: "lib/log.ts",
    find: '  if (!isLog) throw noSession(source, "not-a-session");\n',
    put: '  if (!isLog && source.size < 0) throw noSession(source, "not-a-session");\n',
  },
  {
    name: "compare the window only",
    proof: "rule",
    file: "lib/resume.ts",
    find: "  const baseline: Baseline<LogBlock> = recorded === undefined\n",
    put: "  const baseline: Baseline<LogBlock> = recorded === undefined || source.size > 0\n",
  },
  {
    name: "never discard",
    proof: "rule",
    file: "lib/resume/reconcile.ts",
    find: "  if (equal && !reseed && !damaged) return",
    put: "  if ((equal || edits.length > 0) && !reseed && !damaged) return",
  },
  {
    name: "stop at any replace",
    proof: "rule",
    file: "lib/log/how_far.ts",
    find: "{ ...options, until: 0, untilConfigured: true }",
    put: "{ ...options, until: 0 }",
  },
  {
    name: "take an edit for configuration",
    proof: "rule",
    file: "lib/derive.ts",
    find: 'block.type === "system" && block.source !== undefined',
    put: 'block.type === "system"',
  },
  {
    name: "take a frozen text from the prompt in force",
    proof: "rule",
    file: "lib/resume.ts",
    find: "rendersAll ? [] : baseline.blocks",
    put: "rendersAll ? [] : end.blocks",
  },
  {
    name: "pass over damage before an edit that replaces",
    proof: "rule",
    file: "lib/log/how_far.ts",
    find: "assess(path, (recorded ?? blocks)[0], undefined)",
    put: "assess(path, blocks[0], undefined)",
  },
  {
    name: "record an absolute path",
    proof: "rule",
    file: "lib/prompt_source.ts",
    find: "file: basename(source.path) }",
    put: "file: source.path }",
  },
];
