/** The element with tensors of the reader's own: queries, keys and values, or X and weights. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { checkCells } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {{shape: number[], data: number[]}} Tensor */

let state = 7;
/** @param {...number} shape @returns {Tensor} */
function drawn(...shape) {
  const data = Array.from({ length: shape.reduce((a, b) => a * b) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 31 - 1);
  });
  return { shape, data };
}

const [heads, kv_heads, n_q, n_k, d_k, d_v] = [4, 2, 3, 3, 5, 2];
const given = { Q: drawn(heads, n_q, d_k), K: drawn(kv_heads, n_k, d_k), V: drawn(kv_heads, n_k, d_v) };

/** The weights of a query's row, written out. @param {number} head @param {number} query @param {boolean} causal */
function rowOf(head, query, causal) {
  const { Q, K } = given;
  const group = Math.floor(head / (heads / kv_heads));
  const scores = Array.from({ length: causal ? query + 1 : n_k }, (_, key) => {
    let dot = 0;
    for (let at = 0; at < d_k; at++)
      dot += Number(Q.data[(head * n_q + query) * d_k + at]) * Number(K.data[(group * n_k + key) * d_k + at]);
    return Math.exp(dot / Math.sqrt(d_k));
  });
  const sum = scores.reduce((total, score) => total + score, 0);
  return Array.from({ length: n_k }, (_, key) => (scores[key] ?? 0) / sum);
}

inBrowsers(allEngines, (test) => {
  test("queries, keys and values that a script gives are what is shown; wrong ones are reported, and null takes them back", (page) =>
    withHost(page, async (host) => {
      await host.show(`<attention-stepper sentence="a b c" head="all"></attention-stepper>`);
      await host.ready();
      const shown = () =>
        host.run(({ element: { state, inputs } }) => ({ state, names: inputs && Object.keys(inputs).sort() }));
      const before = await shown();
      await host.run(({ element }, tensors) => (element.inputs = tensors), given);
      const tables = () => host.run((asked) => asked.tables());
      const areWeights = (/** @type {boolean} */ causal) =>
        eventually(async () => {
          const cells = new Map((await tables()).flatMap((/** @type {any} */ table) => table.cells));
          for (let head = 0; head < heads; head++)
            for (let query = 0; query < n_q; query++)
              rowOf(head, query, causal).forEach((weight, key) => {
                const text = cells.get(`weights ${head},${query},${key}`);
                assert.ok(Math.abs(Number(text) - weight) < 0.006, `${head},${query},${key}: ${text}, not ${weight}`);
              });
        });
      await areWeights(true);
      const { state: now, names } = await shown();
      assert.deepEqual([now.recipe, names], ["given", Object.keys(given).sort()]);
      checkCells(await tables(), now);
      await host.run(({ element }) => element.setAttribute("causal", "false"));
      await areWeights(false);
      await host.run(({ element }) => element.removeAttribute("causal"));
      await areWeights(true);

      await host.heard();
      const { Q, K } = given;
      await host.run(({ element }, tensors) => (element.inputs = tensors), { Q, K });
      await eventually(async () => {
        const [error] = await host.heard("attention-error");
        assert.equal(error?.field, "inputs");
        assert.match(error.message, /V: must be given with the others of Q, K and V/);
      });
      await areWeights(true);

      await host.run(({ element }) => (element.inputs = null));
      await eventually(async () => {
        const { state: after, names: none } = await shown();
        assert.deepEqual([after, none], [before.state, null]);
        checkCells(await tables(), after);
      });
    }));
});
