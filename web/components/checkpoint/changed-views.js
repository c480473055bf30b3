/** What the place of a model shows of the next token before and after parts of it were replaced. */
import { html } from "lit";

import { percentText } from "../../figures/numbers.js";
import { scrollTable } from "../scroll-box.js";
import { nameOf } from "./names.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").Changed["answers"]} Answers */

/** What has become of the best token. @param {Translate} t @param {Answers} answers */
export function changedText(t, answers) {
  const [before] = answers;
  const after = [...answers].sort((a, b) => b.after - a.after)[0];
  return t("open-off-said", { same: String(before === after), before: nameOf(before), after: nameOf(after) });
}

/** @param {Translate} t @param {Answers} answers */
export function changedTable(t, answers) {
  const heads = ["on", "off-before", "off-after", "off-difference"].map((id) => t(`open-${id}`));
  const body = html`<tbody>
    ${answers.map((answer) => {
      const points = (100 * (answer.after - answer.before)).toFixed(1);
      return html`<tr>
        <th scope="row">${nameOf(answer)}</th>
        <td class="number">${percentText(answer.before, 1)}</td>
        <td class="number">${percentText(answer.after, 1)}</td>
        <td class="number">${Number(points) > 0 ? "+" : ""}${points.replace(/^-0\.0$/, "0.0").replace("-", "−")}</td>
      </tr>`;
    })}
  </tbody>`;
  return scrollTable(t("open-off-table"), heads, body, { look: "list changed", numbers: 1 });
}
