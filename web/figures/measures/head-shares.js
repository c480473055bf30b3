/** How much each head brings to a number of the output. */

/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/**
 * A number of the output is a sum of products, concat · Wo, and concat holds the heads side by side: so each head has its own
 * part of the sum.
 * @param {readonly Term[]} terms of the number, as run.explain gives them: two in succession form a product; the bias, if
 *   there is one, is last
 * @param {{heads: number, d_v: number}} spec
 * @returns {{terms: Term[], sum: number}[]} for each head its terms, and the sum of their products
 */
export const headShares = (terms, { heads, d_v }) =>
  Array.from({ length: heads }, (_, head) => {
    const own = terms.slice(2 * d_v * head, 2 * d_v * (head + 1));
    const sum = own.reduce((total, { value }, at) => {
      const factor = own[at + 1];
      return at % 2 === 0 && factor ? total + value * factor.value : total;
    }, 0);
    return { terms: own, sum };
  });
