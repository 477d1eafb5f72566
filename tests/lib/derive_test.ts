import assert from "node:assert/strict";
import fc from "fast-check";
import {
  configWindow,
  deriveBlocks,
  foldMessage,
  fromLastReplace,
  isReplace,
  plainBlock,
  windowOf,
} from "../../lib/derive.ts";
import type { Message, SystemMode } from "../../lib/types.ts";

function system(mode: SystemMode, ...texts: string[]): Message {
  const content = texts.map((text, i) => ({
    type: "system" as const,
    text,
    mode: i === 0 ? mode : "append" as const,
  }));
  return { role: "system", content };
}

const user: Message = { role: "user", content: [{ type: "text", text: "hi" }] };

const conversations = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(user) },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom<SystemMode>("append", "append", "replace"),
        fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
      ).map(([mode, texts]) => system(mode, ...texts)),
    },
  ),
  { maxLength: 14 },
);

/** The rule said the other way round: from the end back to the last replace. */
function naiveTexts(messages: readonly Message[]): string[] {
  const flat = messages.flatMap((message) =>
    message.content.filter((block) => block.type === "system")
  );
  const last = flat.map((block) => block.mode).lastIndexOf("replace");
  return flat.slice(Math.max(0, last)).map((block) => block.text);
}

Deno.test("deriveBlocks() agrees with a naive second implementation on every prefix", () => {
  let prefixes = 0;
  fc.assert(
    fc.property(conversations, (messages) => {
      for (let at = 0; at <= messages.length; at++) {
        const prefix = messages.slice(0, at);
        assert.deepEqual(deriveBlocks(prefix).map((block) => block.text), naiveTexts(prefix));
        prefixes++;
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(prefixes > 2000);
});

Deno.test("deriveBlocks() of a prefix equals deriveBlocks() after truncation, positions included", () => {
  fc.assert(
    fc.property(conversations, fc.nat(14), (messages, at) => {
      const prefix = deriveBlocks(messages.slice(0, at));
      const again = deriveBlocks([...messages.slice(0, at)]);
      assert.deepEqual(prefix, again);
      for (const block of prefix) {
        const message = messages[block.position - 1];
        assert.ok(message?.content.some((own) => own.type === "system" && own.text === block.text));
      }
    }),
  );
});

Deno.test("deriveBlocks() clears once for a replace of several blocks", () => {
  const blocks = deriveBlocks([system("append", "a"), system("replace", "b", "c")]);
  assert.deepEqual(blocks.map((block) => [block.text, block.position]), [["b", 2], ["c", 2]]);
});

Deno.test("deriveBlocks() does not change its input", () => {
  const messages = [system("append", "a"), system("replace", "b")];
  for (const message of messages) message.content.forEach(Object.freeze);
  deriveBlocks(Object.freeze(messages));
});

Deno.test("foldMessage() leaves the blocks alone for another role", () => {
  const blocks = deriveBlocks([system("append", "a")]);
  assert.deepEqual(foldMessage([...blocks], user, { position: 2 }), blocks);
});

const windows: {
  name: string;
  messages: Message[];
  blocks: string[];
  contiguous: number;
  outside: string[];
}[] = [
  { name: "nothing", messages: [], blocks: [], contiguous: 0, outside: [] },
  { name: "only others", messages: [user], blocks: [], contiguous: 0, outside: [] },
  {
    name: "leading blocks",
    messages: [system("append", "a"), system("append", "b"), user],
    blocks: ["a", "b"],
    contiguous: 2,
    outside: [],
  },
  {
    name: "a late append without a replace",
    messages: [system("append", "a"), user, system("append", "late")],
    blocks: ["a"],
    contiguous: 1,
    outside: ["late"],
  },
  {
    name: "only a late append",
    messages: [user, system("append", "late")],
    blocks: [],
    contiguous: 0,
    outside: ["late"],
  },
  {
    name: "a replace and what follows, with a gap",
    messages: [
      system("append", "a"),
      user,
      system("replace", "b"),
      system("append", "c"),
      user,
      system("append", "d"),
    ],
    blocks: ["b", "c", "d"],
    contiguous: 2,
    outside: [],
  },
  {
    name: "two blocks of one message stand together",
    messages: [system("replace", "a", "b"), user],
    blocks: ["a", "b"],
    contiguous: 2,
    outside: [],
  },
];

for (const { name, messages, blocks, contiguous, outside } of windows) {
  Deno.test(`configWindow() finds ${name}`, () => {
    const window = configWindow(messages);
    assert.deepEqual(window.blocks.map((block) => block.text), blocks);
    assert.equal(window.contiguous, contiguous);
    assert.deepEqual(window.outside.map((block) => block.text), outside);
  });
}

Deno.test("windowOf() works with places that count from the end", () => {
  const behind = (after: number) => ({
    type: "system" as const,
    text: "",
    mode: "append" as const,
    after,
  });
  const window = windowOf([behind(4), behind(3), behind(1)], {
    placeOf: ({ after }) => -after,
    replaced: false,
    firstOther: -2,
  });
  assert.equal(window.blocks.length, 2);
  assert.equal(window.contiguous, 2);
  assert.equal(window.outside.length, 1);
});

Deno.test("fromLastReplace() leaves out what a replace cleared", () => {
  const kept = (...replaces: boolean[]) =>
    fromLastReplace(replaces.map((replaces, index) => ({ replaces, index }))).map(({ index }) =>
      index
    );
  assert.deepEqual(kept(false, true, false, true, false), [3, 4]);
  assert.deepEqual(kept(false, false), [0, 1]);
  assert.deepEqual(kept(), []);
});

Deno.test("isReplace() looks at every block of a message", () => {
  const message = (...modes: ("append" | "replace")[]) => ({
    role: "system" as const,
    content: modes.map((mode) => ({ type: "system" as const, text: "", mode })),
  });
  assert.deepEqual([message(), message("append"), message("replace", "append")].map(isReplace), [
    false,
    false,
    true,
  ]);
});

Deno.test("plainBlock() keeps what the log says of a block, and nothing else", () => {
  const block = {
    type: "system",
    text: "a",
    mode: "append",
    template: { sha256: "t" },
    source: { kind: "built-in" },
    note: "",
  } as const;
  assert.deepEqual(plainBlock({ ...block, ...{ offset: 7 } }), block);
  const bare = { type: "system", text: "a", mode: "append" } as const;
  assert.deepEqual(plainBlock(bare), bare);
});
