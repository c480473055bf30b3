/** The loss whose gradients the backward pass of a walk (one pass through the stages of attention) starts from. */

import { hasTwoLayers, loadedModel, modelOf, otherLayer, rowOfIt } from "../state/recipes/trained-models.js";
import { streamOf, traceNorm } from "../state/recipes/next-word.js";
import { plus } from "../state/recipes/tensors.js";
import { padToken } from "../state/tokens.js";
import { lossGradient } from "../figures/scene/gradients.js";
import { tokenLoss } from "../figures/measures/readout-loss.js";

/** @typedef {import("../engine/index.js").Tensor} Tensor */
/** @typedef {{shape: number[], data: Float32Array}} Gradient */
/** @typedef {import("../state/recipes/trained-models.js").Readout} Readout */
/** @typedef {import("../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {Pick<import("./view.js").Walk, "run" | "engine" | "compute"> & {state: import("../state/state.js").State, queries: readonly string[], keys: readonly string[]}} LossView */
/** @typedef {{row: number, token: string, probability: number}} Answer what the model should answer in a row, and with which probability it does */
/**
 * - kind: pointer: of the attention weights that are a model's answer. words: of the next word, by a model's readout. task: of
 *   the answers of its task, likewise. tied: of
 *   the next word, read out by the words' embeddings. answer: of one chosen token. sum: outputs added, which is no loss that
 *   models are trained with
 * - loss: in nats; null for sums. answers: what it counts as right. all: of "answer", each token's probability
 * - stage: where the loss's gradient enters the walk: at the output, at the last stage of a whole layer, or at the weights.
 *   gradient: the loss's gradient there
 * - residual: the loss's gradient with respect to X past the layer, through the residual connection; null where the walk is
 *   not followed by one, or has it as a stage
 * @typedef {object} WalkLoss
 * @property {"pointer" | "words" | "task" | "tied" | "answer" | "sum"} kind
 * @property {number | null} loss
 * @property {readonly Answer[]} answers
 * @property {readonly number[]} [all]
 * @property {string} stage
 * @property {Gradient} gradient
 * @property {Gradient | null} residual
 */
/** @typedef {(run: LossView["run"], gradient: WalkLoss["gradient"], stage: WalkLoss["stage"]) => Record<string, Tensor>} Backward */

/**
 * The loss that a state chooses. Without a choice, the loss with which its model was trained; for weights that no training
 * has made, that of models of text.
 * @param {LossView} view
 * @param {Backward} backward the gradients of a run, from a loss's gradient with respect to one of its stages
 * @returns {WalkLoss}
 */
export function walkLoss(view, backward) {
  const { state, run } = view;
  const { loss } = state;
  if (loss === null) return ownLoss(view, backward);
  const [row] = loss;
  if (row === undefined || state.loss_token === null) return sumLoss(view, loss);
  const X = run.tensor("X");
  const logits = { columns: X, bias: null };
  const chosen = tokenLoss(run.tensor("output"), logits, [{ row, word: state.loss_token }]);
  return { ...atOutput("answer", chosen, [view.queries[state.loss_token] ?? ""]), all: chosen.all, residual: null };
}

/** @param {LossView} view @param {readonly number[]} loss @returns {WalkLoss} */
const sumLoss = ({ run }, loss) => ({
  kind: "sum",
  loss: null,
  answers: [],
  stage: "output",
  residual: null,
  gradient: lossGradient(run.shape("output"), loss),
});

/**
 * @param {LossView} view
 * @param {Backward} backward
 * @returns {WalkLoss}
 */
function ownLoss(view, backward) {
  const { state, run, engine, queries } = view;
  if (modelOf(state)?.pointer)
    return hasTwoLayers(state) && state.layer === 1 ? throughSecond(view, backward, pointerLoss) : pointerLoss(view);
  const model = loadedModel(engine, state);
  if (model?.readout) {
    const lossOf = (/** @type {LossView} */ of) => readoutLoss(of, model, backward);
    return hasTwoLayers(state) && state.layer === 1 ? throughSecond(view, backward, lossOf) : lossOf(view);
  }
  if (!run.stages.includes("X")) return sumLoss(view, []);
  const words = [...new Set(queries)];
  const [, width = 0] = run.shape("X");
  const next = nextWords(view, (word) => words.indexOf(word));
  if (run.shape("output")[1] !== width || next.length === 0) return sumLoss(view, []);
  const { data } = run.tensor(run.stages.includes("E") ? "E" : "X");
  const columns = words.flatMap((word) => {
    const at = queries.indexOf(word) * width;
    return Array.from(data.subarray(at, at + width));
  });
  const table = { shape: [words.length, width], data: Float32Array.from(columns) };
  const found = tokenLoss(run.tensor("output"), { columns: table, bias: null }, next);
  return { ...atOutput("tied", found, words), residual: null };
}

/**
 * For each row but the last: the word that comes next, where it has a number.
 * @param {LossView} view
 * @param {(word: string) => number} numberOf below 0: none
 */
const nextWords = ({ queries }, numberOf) =>
  queries
    .slice(1)
    .map((word, row) => ({ row, word: [word, queries[row]].includes(padToken) ? -1 : numberOf(word) }))
    .filter(({ word }) => word >= 0);

/**
 * The loss of a model with a readout: the cross-entropy of each right answer (the next word of the sentence, unless the
 * task has another), averaged.
 * @param {LossView} view of the last layer
 * @param {TrainedModel} model
 * @param {Backward} backward
 * @returns {WalkLoss}
 */
function readoutLoss(view, { readout, targets }, backward) {
  const { weight, bias, words, norm } = /** @type {Readout} */ (readout);
  const numberOf = (/** @type {string} */ word) => words.indexOf(words.includes(word) ? word : word.toLowerCase());
  const next = targets
    ? targets(view.queries)
        .map((word, row) => ({ row, word }))
        .filter(({ word }) => word >= 0)
    : nextWords(view, numberOf);
  if (next.length === 0) return sumLoss(view, []);
  const { shape, data } = streamOf(view.run);
  const rows = { shape: [...shape], data };
  const normRun = norm && traceNorm(view.engine, norm, rows);
  const [width = 0, count = 0] = weight.shape;
  const columns = Float32Array.from({ length: weight.data.length }, (_, at) =>
    Number(weight.data[(at % width) * count + Math.floor(at / width)]),
  );
  const logits = { columns: { shape: [count, width], data: columns }, bias: bias?.data ?? null };
  const found = tokenLoss(normRun?.tensor("norm_1") ?? rows, logits, next);
  const { X } = normRun ? backward(normRun, found.gradient, "norm_1") : { X: found.gradient };
  normRun?.free();
  return {
    ...atOutput(targets ? "task" : "words", found, words),
    ...entering(view.run, /** @type {Tensor} */ (X)),
  };
}

/**
 * Where a gradient with respect to what leaves a layer enters its walk: at the last stage of a whole layer; at the output,
 * and at X past the layer, where the residual connection is no stage.
 * @param {LossView["run"]} run
 * @param {Tensor} given
 * @returns {Pick<WalkLoss, "stage" | "gradient" | "residual">}
 */
function entering(run, { shape, data }) {
  const gradient = { shape: [...shape], data: Float32Array.from(data) };
  return run.stages.includes("residual_1")
    ? { stage: /** @type {string} */ (run.stages.at(-1)), gradient, residual: null }
    : { stage: "output", gradient, residual: gradient };
}

/**
 * @param {"words" | "task" | "tied" | "answer"} kind
 * @param {ReturnType<typeof tokenLoss>} found
 * @param {readonly string[]} words
 * @returns {Omit<WalkLoss, "residual">}
 */
const atOutput = (kind, { loss, answers, gradient }, words) => ({
  kind,
  loss,
  stage: "output",
  gradient,
  answers: answers.map(({ row, word, probability }) => ({
    row,
    probability,
    token: words.length === 1 ? String(words[0]) : (words[word] ?? ""),
  })),
});

/**
 * The loss of a model whose answer is the attention weights of "it": −ln of the weight on the right key, averaged over the
 * heads. Right is the chosen key, or else the one that has most.
 * @param {LossView} view of the second layer
 * @returns {WalkLoss}
 */
function pointerLoss({ state, run, queries, keys }) {
  const { shape, data } = run.tensor("weights");
  const [heads = 0, rows = 0, columns = 0] = shape;
  const it = rowOfIt(queries);
  const row = it < 0 ? rows - 1 : it;
  const placeOf = (/** @type {number} */ head, /** @type {number} */ key) => (head * rows + row) * columns + key;
  const weightOf = (/** @type {number} */ key) => {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += Number(data[placeOf(head, key)]);
    return sum / heads;
  };
  const weights = keys.map((_, key) => weightOf(key));
  const right = state.loss_token ?? weights.indexOf(Math.max(...weights));
  const probability = Number(weights[right]);
  const gradient = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) gradient[placeOf(head, right)] = -1 / (heads * probability);
  return {
    kind: "pointer",
    loss: -Math.log(probability),
    stage: "weights",
    residual: null,
    answers: [{ row, token: keys[right] ?? "", probability }],
    gradient: { shape: [...shape], data: gradient },
  };
}

/**
 * The same loss for the first layer: its gradient comes back through the second layer, to that layer's X, which is what leaves
 * the first.
 * @param {LossView} view of the first layer
 * @param {Backward} backward
 * @param {(view: LossView) => WalkLoss} lossOf the second layer
 * @returns {WalkLoss}
 */
function throughSecond(view, backward, lossOf) {
  const state = otherLayer(view.state);
  const { run, tokens, contextTokens } = view.compute(state);
  const found = lossOf({ ...view, state, run, queries: tokens, keys: contextTokens ?? tokens });
  if (found.kind === "sum") {
    run.free();
    return sumLoss(view, []);
  }
  const { X } = /** @type {{X: Tensor}} */ (withResidual(backward(run, found.gradient, found.stage), found));
  run.free();
  return { ...found, ...entering(view.run, X) };
}

/**
 * The gradients of a walk, with what reaches X through the residual connection, and from X the embeddings and positions that
 * it is the sum of.
 * @param {Record<string, Tensor>} gradients
 * @param {WalkLoss} loss
 * @returns {Record<string, Tensor>}
 */
export function withResidual(gradients, { residual }) {
  if (!residual) return gradients;
  const reached = Object.entries(gradients).filter(([name]) => ["X", "E", "P"].includes(name));
  const sums = reached.map(([name, tensor]) => [name, { ...tensor, data: plus(tensor.data, residual.data) }]);
  return { ...gradients, ...Object.fromEntries(sums) };
}
