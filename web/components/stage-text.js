/**
 * The sentences for the stage in view; some stages have others where the setting changes what is true.
 * @param {import("./view.js").View} view
 * @returns {string}
 */
export function stageText(view) {
  const { t, state } = view;
  const variant = variants[state.stage]?.(view);
  return (variant && t(`stage-${state.stage}-text-${variant}`)) || t(`stage-${state.stage}-text`);
}

/** @type {Record<string, (view: import("./view.js").View) => string | false>} */
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
 * @param {import("./view.js").View} view
 */
function seesNothing({ trace, run }) {
  const allow = trace.tensor("allow");
  if (!allow) return false;
  const { n_k } = run.spec;
  const rows = allow.data.length / n_k;
  return Array.from({ length: rows }, (_, r) => r).some(
    (r) => !Array.from({ length: n_k }, (_, j) => allow.data[r * n_k + j]).includes(1),
  );
}
