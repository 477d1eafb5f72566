/** lib/serialize.ts: what holds for every provider of the list. */

import assert from "node:assert/strict";
import { deriveBlocks } from "../../lib/derive.ts";
import { type Provider, providers, wholeRequest } from "../../lib/serialize.ts";
import { goldenMessages } from "../support/serialize_golden.ts";

const all: readonly (readonly [string, Provider])[] = Object.entries(providers);

for (const [key, provider] of all) {
  Deno.test(`providers ${key} is listed by its name, with a title and options named once`, () => {
    assert.equal(provider.name, key);
    assert.match(key, /^[a-z][a-z-]*$/);
    assert.match(provider.title, /\w+ API$/);
    assert.deepEqual([...provider.options], [...new Set(provider.options)]);
  });

  Deno.test(`providers ${key} makes in parts what it makes as a whole, at every position`, () => {
    const messages = goldenMessages();
    for (let at = 0; at <= messages.length; at++) {
      const prefix = messages.slice(0, at);
      for (const options of [{}, { model: "m", maxTokens: 7 }, everyOption]) {
        const parts = provider.parts({ blocks: deriveBlocks(prefix), messages: prefix }, options);
        assert.deepEqual(wholeRequest(parts), provider.request(prefix, options));
      }
    }
  });

  Deno.test(`providers ${key} warns alike in parts and as a whole`, () => {
    const messages = [
      { role: "unknown" as const, roleName: "bot", content: [] },
      {
        role: "user" as const,
        roleName: "user",
        content: [{ type: "text" as const, text: "\ud800" }],
      },
    ];
    const warnings = (make: (onWarning: (warning: { message: string }) => void) => object) => {
      const told: string[] = [];
      make(({ message }) => told.push(message));
      return told;
    };
    const whole = warnings((onWarning) => provider.request(messages, { onWarning }));
    assert.equal(whole.length, 2);
    assert.deepEqual(
      warnings((onWarning) =>
        wholeRequest(provider.parts({ blocks: [], messages }, { onWarning }))
      ),
      whole,
    );
  });
}

const everyOption = {
  systemForm: "blocks",
  mergeSystem: true,
  systemRole: "developer",
} as const;

Deno.test("providers change nothing by an option that they do not honour", () => {
  const messages = goldenMessages();
  for (const [, provider] of all) {
    for (const option of ["systemForm", "mergeSystem", "systemRole"] as const) {
      const changed = JSON.stringify(provider.request(messages, { [option]: everyOption[option] }));
      const differs = changed !== JSON.stringify(provider.request(messages));
      assert.equal(differs, provider.options.includes(option), `${provider.name} ${option}`);
    }
  }
});
