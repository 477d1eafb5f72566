import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { findStatement, tomlStatements } from "../../../lib/template/toml_lines.ts";

/** `line path` of every statement. */
function lines(text: string): string[] {
  assert.ok(parse(text), "the text is TOML");
  return tomlStatements(text).map(({ line, path }) => `${line} ${path.join("/")}`);
}

Deno.test("tomlStatements() finds the first line of every key and table", () => {
  const table: [why: string, text: string, wanted: string[]][] = [
    ["nothing", "", []],
    ["comments and blank lines", "# a = 1\n\n  # b\n", []],
    ["keys", "a = 1\n\nb = 2", ["1 a", "3 b"]],
    ["a byte order mark", "\ufeffa = 1\nb = 2\n", ["1 a", "2 b"]],
    ["CRLF", "a = 1\r\n\r\nb = 2\r\n", ["1 a", "3 b"]],
    ["a comment after a value", "a = 1 # b = 2\nc = 3\n", ["1 a", "2 c"]],
    ["dotted and quoted keys", "a.\"b.c\" . 'd#' = 1\n", ["1 a/b.c/d#"]],
    ["tables", "[a]\nb = 1\n[a.c]\nd = 2\n", ["1 a", "2 a/b", "3 a/c", "4 a/c/d"]],
    ["spaces in a header", " [ a . b ] # c\n", ["1 a/b"]],
    [
      "arrays of tables",
      "[[a.b]]\nc = 1\n[[a.b]]\n[a.b.d]\ne = 1\n[[a.b.f]]\n",
      ["1 a/b/0", "2 a/b/0/c", "3 a/b/1", "4 a/b/1/d", "5 a/b/1/d/e", "6 a/b/1/f/0"],
    ],
    ["an array over lines", "a = [ # [\n  1, # ]\n\n  2,\n]\nb = 1\n", ["1 a", "6 b"]],
    ["a string with brackets", 'a = "[{#"\nb = \'[{#"\'\nc = 1\n', ["1 a", "2 b", "3 c"]],
    ["an escaped quote", 'a = "\\"[" # "\nb = 1\n', ["1 a", "2 b"]],
    [
      "a long string that looks like TOML",
      'a = """\n[x]\nb = 1 # c\n\\"""\nd = 1\n"""\ne = 1\n',
      ["1 a", "7 e"],
    ],
    ["quotes at the end of a long string", 'a = """x"""""\nb = \'\'\'\n"""\'\'\'\'\'\nc = 1\n', [
      "1 a",
      "2 b",
      "4 c",
    ]],
    ["an escaped backslash", 'a = """\\\\"""\nb = 1\n', ["1 a", "2 b"]],
    ["an inline table", "a = { b = 1, c = 2 }\nd = { e = { f = 1 } }\n", ["1 a", "2 d/e/f"]],
    ["empty values", "a = \"\"\nb = {}\nc = []\nd = ''\n", ["1 a", "2 b", "3 c", "4 d"]],
    ["keys that look like numbers", "[1]\n0 = 1\n", ["1 1", "2 1/0"]],
  ];
  for (const [why, text, wanted] of table) assert.deepEqual(lines(text), wanted, why);
});

Deno.test("tomlStatements() gives the statement's own text", () => {
  const text = '# x\n  a = """\nb\n"""  # c\n[[d]]\n';
  const found = tomlStatements(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(found, ['a = """\nb\n"""', "[[d]]"]);
});

Deno.test("tomlStatements() takes a string of megabytes", () => {
  const long = "x\\\\".repeat(1 << 18);
  assert.deepEqual(lines(`a = """\n${long}\n"""\nb = "${long}"\nc = 1\n`), ["1 a", "4 b", "5 c"]);
});

Deno.test("findStatement() prefers the place itself, then its parts, then what it is part of", () => {
  const statements = tomlStatements("[a]\nb.c = 1\n[d.e]\nf = [{ g = 1 }]\n");
  const table: [path: string[], line: number | undefined][] = [
    [["a"], 1],
    [["a", "b"], 2],
    [["a", "x"], 1],
    [["d"], 3],
    [["d", "e", "f", "0", "g"], 4],
    [["d", "e", "x", "y"], 3],
    [["x"], undefined],
  ];
  for (const [path, line] of table) assert.equal(findStatement(statements, path)?.line, line);
});
