import assert from "node:assert/strict";
import { promptSha256, sha256Hex } from "../../../lib/text/sha256.ts";

Deno.test("sha256Hex() gives the digests of the standard, over UTF-8", () => {
  const table: [text: string, digest: string][] = [
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["é", "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"],
  ];
  for (const [text, digest] of table) assert.equal(sha256Hex(text), digest, text);
});

Deno.test("sha256Hex() digests a lone surrogate as U+FFFD", () => {
  assert.equal(sha256Hex("\ud800"), sha256Hex("\ufffd"));
});

Deno.test("promptSha256() digests the text output, and no bytes where there is none", () => {
  assert.equal(promptSha256([{ text: "a\n\n" }, { text: "b" }]), sha256Hex("a\n\n---\n\nb\n"));
  for (const blocks of [[], [{ text: "" }], [{ text: " \n" }]]) {
    assert.equal(promptSha256(blocks), sha256Hex(""));
  }
});
