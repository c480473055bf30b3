import { html, nothing } from "lit";

import { headShares } from "../../figures/measures/head-shares.js";
import { number, products } from "../arithmetic/markup.js";
import { withSubscripts } from "../rich-text.js";

/**
 * How much each head brought to the inspected number of the output.
 * @param {import("../../view/view.js").View} view
 * @param {import("../../words/translate.js").Translate} t
 */
export function sharesOfHeads(view, t) {
  const { explanation, hasWo, run } = view;
  if (explanation?.stage !== "output" || !hasWo || run.spec.heads < 2) return nothing;
  const shares = headShares(explanation.terms, run.spec);
  const bias = explanation.terms.length % 2 === 1 ? explanation.terms.at(-1) : undefined;
  return html`<section aria-labelledby="shares">
    <h2 id="shares">${t("shares-heading")}</h2>
    <p>${t("shares-text", { heads: shares.length })}</p>
    <table class="shares">
      <thead>
        <tr>
          <th scope="col">${t("shares-from")}</th>
          <th scope="col" class="number">${t("shares-sum")}</th>
          <th scope="col">${t("shares-terms")}</th>
        </tr>
      </thead>
      <tbody>
        ${shares.map(
          ({ terms, sum }, head) =>
            html`<tr>
              <th scope="row">${t("shares-head", { head: head + 1 })}</th>
              <td class="number">${number(sum)}</td>
              <td>
                <details>
                  <summary>${t("shares-count", { count: terms.length / 2 })}</summary>
                  ${products(view, terms)}
                </details>
              </td>
            </tr>`,
        )}
        ${
          bias
            ? html`<tr>
                <th scope="row">${withSubscripts("bo")}</th>
                <td class="number">${number(bias.value)}</td>
                <td></td>
              </tr>`
            : nothing
        }
        <tr>
          <th scope="row">${t("shares-all")}</th>
          <td class="number"><b>${number(explanation.value)}</b></td>
          <td></td>
        </tr>
      </tbody>
    </table>
  </section>`;
}
