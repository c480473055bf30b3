import { html, mathml, nothing } from "lit";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("lit").TemplateResult | typeof nothing | string} Piece */

/**
 * The stage's formula in MathML, with the live sizes under each matrix.
 * @param {View} view
 */
export function stageFormula(view) {
  const formula = formulas[view.state.stage];
  return formula ? html`<math display="block"><mrow>${formula(view)}</mrow></math>` : nothing;
}

/** @type {Record<string, (view: View) => Piece>} */
const formulas = {
  E: (view) => mathml`${sized(view, "E")}`,
  P: () => mathml`${sub("P", mathml`<mi>i</mi><mo>,</mo><mn>2</mn><mi>d</mi>`)}<mo>=</mo>
    <mi>sin</mi><mo>&#x2061;</mo><mfrac><mi>i</mi><msup><mn>10000</mn>
    <mrow><mn>2</mn><mi>d</mi><mo>/</mo>${sub("d", mathml`<mtext>model</mtext>`)}</mrow></msup></mfrac>`,
  X: (view) =>
    view.trace.stages.includes("E")
      ? mathml`${sized(view, "X")}<mo>=</mo>${sized(view, "E")}<mo>+</mo>${sized(view, "P")}`
      : mathml`${sized(view, "X")}`,
  C: (view) => mathml`${sized(view, "C")}`,
  Q: (view) => projected(view, "Q", "X", "Wq", "q"),
  K: (view) => projected(view, "K", keySide(view), "Wk", "k"),
  V: (view) => projected(view, "V", keySide(view), "Wv", "v"),
  raw: (view) =>
    mathml`<mtext>raw</mtext><mo>=</mo>${sized(view, "Q")}<mo>·</mo>${sized(view, "K", { transposed: true })}`,
  scaled: (view) =>
    view.state.scaling
      ? mathml`<mtext>scaled</mtext><mo>=</mo><mfrac><mtext>raw</mtext><msqrt>${sub("d", mathml`<mi>k</mi>`)}</msqrt></mfrac>
          <mo>=</mo><mfrac><mtext>raw</mtext><msqrt><mn>${view.run.spec.d_k}</mn></msqrt></mfrac>`
      : mathml`<mtext>scaled</mtext><mo>=</mo><mtext>raw</mtext><mo>·</mo><mn>1</mn>`,
  masked: (view) => mathml`${indexed("masked")}<mo>=</mo><mrow><mo>{</mo><mtable columnalign="left left">
      <mtr><mtd>${indexed("scaled")}</mtd><mtd><mtext>${view.t("formula-allowed")}</mtext></mtd></mtr>
      <mtr><mtd><mo>−</mo><mi>∞</mi></mtd><mtd><mtext>${view.t("formula-hidden")}</mtext></mtd></mtr></mtable></mrow>`,
  weights: (view) => {
    const scores = view.trace.stages.includes("masked") ? "masked" : "scaled";
    return mathml`${indexed("weight")}<mo>=</mo><mfrac>${power(scores, "j")}
      <mrow><munderover><mo>∑</mo><mrow><mi>l</mi><mo>=</mo><mn>1</mn></mrow><mn>${view.run.spec.n_k}</mn></munderover>
      ${power(scores, "l")}</mrow></mfrac>`;
  },
  context: (view) =>
    mathml`<mtext>context</mtext><mo>=</mo>${sized(view, "weights", { word: true })}<mo>·</mo>${sized(view, "V")}`,
  concat: (view) => {
    const { heads } = view.run.spec;
    const part = (/** @type {number} */ head) => mathml`<msub><mtext>context</mtext><mn>${head}</mn></msub>`;
    const middle = heads > 2 ? mathml`<mo>,</mo><mo>…</mo>` : nothing;
    const last = heads > 1 ? mathml`${middle}<mo>,</mo>${part(heads)}` : nothing;
    return mathml`<mtext>concat</mtext><mo>=</mo><mo>[</mo>${part(1)}${last}<mo>]</mo>`;
  },
  output: (view) =>
    view.hasWo
      ? mathml`<mtext>output</mtext><mo>=</mo>${sized(view, "concat", { word: true })}<mo>·</mo>${sized(view, "Wo")}`
      : mathml`<mtext>output</mtext><mo>=</mo><mtext>concat</mtext>`,
};

/** @param {View} view */
const keySide = (view) => (view.trace.stages.includes("C") ? "C" : "X");

/**
 * @param {string} base
 * @param {Piece} below
 */
const sub = (base, below) => mathml`<msub><mi>${base}</mi><mrow>${below}</mrow></msub>`;

/** @param {string} word */
const indexed = (word) => mathml`<msub><mtext>${word}</mtext><mrow><mi>i</mi><mi>j</mi></mrow></msub>`;

/**
 * @param {string} scores
 * @param {string} index
 */
const power = (scores, index) =>
  mathml`<msup><mi>e</mi><msub><mtext>${scores}</mtext><mrow><mi>i</mi><mi>${index}</mi></mrow></msub></msup>`;

/**
 * @param {View} view
 * @param {string} result
 * @param {string} from
 * @param {string} weight
 * @param {string} letter
 */
function projected(view, result, from, weight, letter) {
  if (!view.state.weights) return mathml`<mi>${result}</mi><mo>=</mo>${sized(view, from)}`;
  return mathml`<mi>${result}</mi><mo>=</mo>${sized(view, from)}<mo>·</mo>${sized(view, weight, { letter })}`;
}

/**
 * A matrix with its rows × columns underneath, one head's where it has heads.
 * @param {View} view
 * @param {string} id
 * @param {{transposed?: boolean, word?: boolean, letter?: string}} [how]
 */
function sized(view, id, { transposed = false, word = false, letter } = {}) {
  const [rows = 1, columns = 1] = sizesOf(view, id);
  const base = letter ?? (id === "Wo" ? "o" : "");
  const symbol = base
    ? sub("W", mathml`<mi>${base}</mi>`)
    : word
      ? mathml`<mtext>${id}</mtext>`
      : mathml`<mi>${id}</mi>`;
  const shown = transposed ? mathml`<msup>${symbol}<mi mathvariant="normal">T</mi></msup>` : symbol;
  const [high, wide] = transposed ? [columns, rows] : [rows, columns];
  return mathml`<munder>${shown}<mrow><mn>${high}</mn><mo>×</mo><mn>${wide}</mn></mrow></munder>`;
}

/**
 * Weight matrices are shown as the columns of one head.
 * @param {View} view
 * @param {string} id
 */
function sizesOf({ run }, id) {
  const shape = run.shape(id).slice(-2);
  const { d_k, d_v } = run.spec;
  if (id === "Wq" || id === "Wk") return [shape[0], d_k];
  return id === "Wv" ? [shape[0], d_v] : shape;
}
