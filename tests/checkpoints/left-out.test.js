/** Fields of config.json that are left out are what transformers takes; null says that there is none. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { bytesOf, filesIn } from "../support/checkpoints.js";

/** The architecture of a model whose config has other fields; undefined: without the field. @param {string} name @param {Record<string, unknown>} fields */
function architectureWith(name, fields) {
  const files = bytesOf(name);
  const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
  const json = new TextEncoder().encode(JSON.stringify({ ...config, ...fields }));
  return openModel(filesIn({ ...files, "config.json": json }), null).architecture;
}

test("Gemma 2 caps its scores and logits where the config does not say how, and not where it says null; Gemma 3 does not", () => {
  const capsOf = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    const fields = { attn_logit_softcapping: value, final_logit_softcapping: value };
    const { layer, readout } = architectureWith(name, fields);
    return [layer(0).spec.softcap, readout?.softcap];
  };
  assert.deepEqual(capsOf("gemma2", undefined), [50, 30]);
  assert.deepEqual(capsOf("gemma2", null), [undefined, undefined]);
  assert.deepEqual(capsOf("gemma2", 7), [7, 7]);
  assert.deepEqual(capsOf("gemma3", undefined), [undefined, undefined]);
});

test("Mistral and Qwen have a window of 4096 where the config does not say how wide, and none where it says null", () => {
  const windowOf = (/** @type {string} */ name, /** @type {unknown} */ sliding_window) =>
    architectureWith(name, { sliding_window, ...(sliding_window === null && { layer_types: null }) }).layer(1).spec
      .window;
  for (const name of ["mistral", "qwen2", "qwen3"]) {
    assert.equal(windowOf(name, undefined), 4096, name);
    assert.equal(windowOf(name, null), undefined, name);
    assert.equal(windowOf(name, 3), 3, name);
  }
});
