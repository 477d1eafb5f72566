import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { ConfigError } from "../../../lib/errors.ts";
import { type Manifest, parseManifest } from "../../../lib/template/manifest.ts";
import { shared } from "../../support/shared.ts";

const PATH = "/w/agent.toml";

function errorOf(text: string): ConfigError {
  try {
    parseManifest(text, PATH);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error;
  }
  throw new assert.AssertionError({ message: `no error for ${JSON.stringify(text)}` });
}

const NOTHING: Manifest = {
  systemPrompt: undefined,
  systemPromptLine: undefined,
  allow: [],
  deny: [],
};

Deno.test("parseManifest() takes the template and the rules, and leaves other keys alone", () => {
  const text = `name = "agent"
[worker]
model = 7
system_prompt = """
You are in {{ cwd }}.
"""
[scope]
mode = "strict"
[[scope.allow]]
target = "src"
permission = "write"
recursive = 3
[[scope.allow]]
target = "/etc"
permission = "read"
[[scope.deny]]
target = ".env"
[[scope.deny]]
target = "b"
permission = "read"
[[other]]
target = 1
`;
  assert.deepEqual(parseManifest(text, PATH), {
    systemPrompt: "You are in {{ cwd }}.\n",
    systemPromptLine: 5,
    allow: [
      { target: "src", permission: "write", line: 9 },
      { target: "/etc", permission: "read", line: 13 },
    ],
    deny: [
      { target: ".env", permission: undefined, line: 16 },
      { target: "b", permission: "read", line: 18 },
    ],
  });
});

Deno.test("parseManifest() takes every spelling of the same tables", () => {
  const wanted = [{ target: "a", permission: "read" }, { target: "b", permission: "write" }];
  const spellings = [
    'scope = { allow = [{ target = "a", permission = "read" }, { target = "b", permission = "write" }] }',
    '[scope]\nallow = [\n  { target = "a", permission = "read" }, # one\n  { target = "b", permission = "write" },\n]',
    '[[scope.allow]]\ntarget = \'a\'\npermission = "read"\n[["scope".allow]]\n"target" = "b"\npermission = """write"""',
  ];
  for (const text of spellings) {
    const allow = parseManifest(text, PATH).allow;
    assert.deepEqual(allow.map(({ target, permission }) => ({ target, permission })), wanted, text);
  }
});

Deno.test("parseManifest() gives nothing for what is absent or empty", () => {
  for (
    const text of ["", "\ufeff", "[worker]\n[scope]\n", "scope.allow = []\n", "a = 1979-05-27\n"]
  ) {
    assert.deepEqual(parseManifest(text, PATH), NOTHING);
  }
  assert.equal(parseManifest('worker.system_prompt = ""', PATH).systemPrompt, "");
});

Deno.test("parseManifest() says on which line the template begins, if its lines are lines of the file", () => {
  const table: [text: string, prompt: string, line: number | undefined][] = [
    ['[worker]\nsystem_prompt = "p"\n', "p", 2],
    ['[worker]\nsystem_prompt = """p\nq"""\n', "p\nq", 2],
    ["[worker]\nsystem_prompt = '''\n\np\n'''\n", "\np\n", 3],
    ['[worker]\nsystem_prompt = """\nprompt"""\n', "prompt", 3],
    ['[worker]\nsystem_prompt = "p\\nq"\n', "p\nq", undefined],
    ['[worker]\nsystem_prompt = """\np \\\n  q"""\n', "p q", undefined],
    ['a = "p"\nworker = { system_prompt = "p" }\n', "p", 2],
    ['[worker]\r\nsystem_prompt = """\r\np\r\nq"""\r\n', "p\r\nq", 3],
  ];
  for (const [text, prompt, line] of table) {
    const manifest = parseManifest(text, PATH);
    assert.equal(manifest.systemPrompt, prompt);
    assert.equal(manifest.systemPromptLine, line, text);
  }
});

Deno.test("parseManifest() names the line of a wrong type", () => {
  const rule = (text: string) => `a = 1\n[[scope.allow]]\n${text}\n`;
  const good = 'target = "x"\npermission = "read"';
  const table: [text: string, reason: string, line: number][] = [
    ["worker = 5", "worker is a number, not a table", 1],
    ["\n[[worker]]\n", "worker is an array, not a table", 2],
    ["[worker]\n\nsystem_prompt = 5", "worker.system_prompt is a number, not a string", 3],
    ['worker.system_prompt = ["a"]', "worker.system_prompt is an array, not a string", 1],
    ["[worker.system_prompt]\na = 1", "worker.system_prompt is a table, not a string", 1],
    ["[worker]\nsystem_prompt = 1979-05-27", "worker.system_prompt is a date, not a string", 2],
    [
      "[worker]\nx = '''\nsystem_prompt = 1\n'''\nsystem_prompt = true",
      "worker.system_prompt is a boolean, not a string",
      5,
    ],
    ["x = 1\nscope = true", "scope is a boolean, not a table", 2],
    ["[scope]\nallow = 5", "scope.allow is a number, not an array of tables", 2],
    ["[scope.allow]\ntarget = 'x'", "scope.allow is a table, not an array of tables", 1],
    ["[scope]\ndeny = 'x'", "scope.deny is a string, not an array of tables", 2],
    ["[scope]\nallow = ['x']", "scope.allow[0] is a string, not a table", 2],
    [rule("target = 5\npermission = 'read'"), "scope.allow[0].target is a number, not a string", 3],
    [rule("permission = 'read'"), "scope.allow[0].target is missing", 2],
    [rule("target = ''\npermission = 'read'"), "scope.allow[0].target is empty", 3],
    [rule('permission = "read"\ntarget = "a\\u0000"'), "scope.allow[0].target holds a NUL", 4],
    [rule("target = 'x'"), "scope.allow[0].permission is missing", 2],
    [
      rule("target = 'x'\npermission = ['read']"),
      "scope.allow[0].permission is an array, not a string",
      4,
    ],
    [
      rule("target = 'x'\npermission = 'exec'"),
      'scope.allow[0].permission is "exec", not "read" or "write"',
      4,
    ],
    [
      `${rule(good)}# [[scope.allow]]\n[[scope.allow]]\ntarget = 'y'\npermission = 'Read'`,
      'scope.allow[1].permission is "Read", not "read" or "write"',
      8,
    ],
    ["[[scope.deny]]\npermission = 'read'", "scope.deny[0].target is missing", 1],
    [
      "[[scope.deny]]\ntarget = 'x'\npermission = 'all'",
      'scope.deny[0].permission is "all", not "read" or "write"',
      3,
    ],
  ];
  for (const [text, reason, line] of table) {
    const error = errorOf(text);
    assert.equal(error.message, `Cannot use "${PATH}": ${reason} (line ${line})`);
    assert.deepEqual(error.place, { path: PATH, line });
  }
});

Deno.test("parseManifest() names line and column of what is no TOML, and shows none of its text", () => {
  const table: [text: string, line: number, column: number][] = [
    ["a = 1\nb = \n", 2, 5],
    ["a = 'secret\n", 1, 12],
    ["[worker\n", 1, 8],
    ["a = 1\na = 2\n", 2, 1],
    ["a = 1 secret = 2", 1, 7],
    ["a = '''\nsecret", 1, 5],
  ];
  for (const [text, line, column] of table) {
    const { message, place } = errorOf(text);
    assert.match(message, /^Cannot use "\/w\/agent\.toml": [^\n]+ \(line \d+, column \d+\)$/);
    assert.equal(message.endsWith(` (line ${line}, column ${column})`), true, message);
    assert.deepEqual(place, { path: PATH, line, column });
    assert.doesNotMatch(message, /secret/);
  }
});

Deno.test("parseManifest() is not led astray by names of JavaScript's own properties", () => {
  for (const key of ["__proto__", "constructor", "toString"]) {
    assert.deepEqual(parseManifest(`[${key}]\nworker = 1\n`, PATH), NOTHING);
    assert.deepEqual(parseManifest(`[worker.${key}]\nsystem_prompt = 1\n`, PATH), NOTHING);
  }
});

Deno.test("parseManifest() ends deep nesting with an error", () => {
  const error = errorOf(`a = ${"[".repeat(100_000)}`);
  assert.match(error.message, /^Cannot use "\/w\/agent\.toml": /);
});

const corpus = shared("corpus/manifests");
const manifests = corpus === undefined ? [] : readdirSync(corpus);

Deno.test("parseManifest() reads the real manifests", { ignore: manifests.length === 0 }, () => {
  for (const name of manifests.filter((name) => name.endsWith(".toml"))) {
    const text = readFileSync(`${corpus}/${name}`, "utf8");
    // They keep their prompt elsewhere.
    assert.deepEqual(parseManifest(text, name), NOTHING, name);
    const named = text.replace("[model]", "[worker]");
    const { systemPrompt, systemPromptLine } = parseManifest(named, name);
    assert.ok(systemPrompt !== undefined && text.includes(systemPrompt), name);
    assert.equal(
      text.split("\n")[Number(systemPromptLine) - 1]?.includes('"""You are'),
      true,
      name,
    );
  }
  const documents = manifests.filter((name) => name.endsWith(".md"));
  for (const name of documents) {
    const document = readFileSync(`${corpus}/${name}`, "utf8");
    const [, text = ""] = /```toml\n(.*?)```/s.exec(document) ?? [];
    assert.match(
      parseManifest(text, name).systemPrompt ?? "",
      /^You are operating in \{\{ cwd \}\}/,
    );
  }
  assert.ok(documents.length > 0);
});
