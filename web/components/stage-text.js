/** @typedef {import("./view.js").View} View */

/**
 * The sentences for the stage in view; some stages have others where the setting changes what is true.
 * @param {View} view
 * @returns {string}
 */
export function stageText(view) {
  const { t, state, kind, trace } = view;
  const source = trace.stages.includes("C") ? "C" : "X";
  const variant = variants[state.stage]?.(view);
  const text =
    (variant && t(`stage-${state.stage}-text-${variant}`, { source })) || t(`stage-${state.stage}-text`, { source });
  const untrained = state.stage === "Q" && state.weights && kind !== "named";
  return untrained ? `${text} ${t("stage-Q-text-untrained")}` : text;
}

/** @type {Record<string, (view: View) => string | false>} */
const variants = {
  X: ({ trace }) => trace.stages.includes("E") && "positions",
  Q: ({ state }) => !state.weights && "none",
  K: ({ state }) => !state.weights && "none",
  V: ({ state }) => !state.weights && "none",
  scaled: ({ state }) => !state.scaling && "off",
  masked: ({ run, state }) => state.padding > 0 && (run.spec.causal ? "both" : "padding"),
  weights: (view) => (seesNothing(view) ? "empty" : !view.trace.stages.includes("masked") && "open"),
  concat: ({ run }) => run.spec.heads === 1 && "one",
  output: (view) => !view.hasWo && "none",
};

/**
 * Whether some token may see no key at all.
 * @param {View} view
 */
function seesNothing({ trace, run }) {
  const allow = trace.tensor("allow");
  if (!allow) return false;
  const { n_k } = run.spec;
  const all = Array.from(allow.data);
  const rows = Array.from({ length: all.length / n_k }, (_, r) => all.slice(r * n_k, (r + 1) * n_k));
  return rows.some((row) => !row.includes(1));
}
