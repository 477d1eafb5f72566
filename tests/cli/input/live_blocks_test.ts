import assert from "node:assert/strict";
import { liveDocuments, withLive } from "../../../cli/input/live_blocks.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

function optionsIn(tree: PromptTree, live: boolean) {
  return {
    live,
    maxInstructions: 8192,
    directory: tree.cwd,
    project: true,
    projectRoot: undefined,
  };
}

Deno.test("withLive() adds the live block last, and only when it is asked for", () => {
  using tree = new PromptTree();
  const host = fakeHost([], { env: { HOME: tree.home } });
  const blocks = [{ text: "recorded" }];
  assert.equal(withLive(host, blocks, optionsIn(tree, false)), blocks);
  const [first, live] = withLive(host, blocks, optionsIn(tree, true));
  assert.equal(first?.text, "recorded");
  assert.match(live?.text ?? "", /^<env>\n/);
});

Deno.test("liveDocuments() describes the live block as nothing recorded", () => {
  using tree = new PromptTree();
  const host = fakeHost([], { env: { HOME: tree.home } });
  assert.deepEqual(liveDocuments(host, optionsIn(tree, false)), []);
  const [document] = liveDocuments(host, optionsIn(tree, true));
  assert.deepEqual([document?.mode, document?.position, document?.line, document?.origin], [
    "live",
    null,
    null,
    "live",
  ]);
});
