import { ACTIVATION_WORDS } from "../../../engine/c.js";
import { addends, norms } from "../../../engine/explain/stream.js";
import { rules } from "../../../engine/explain/table.js";
import { copyOf, sumOf } from "../../../engine/explain/terms.js";
import { made, mistake, rare, reading, renamed, withInput, withSpec } from "../changes.js";
import { numberInWords } from "../in-words.js";

/**
 * Mistakes with the other parts of a layer: norms, dropout, residuals and the MLP.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/** @param {Source} run @returns {Mistake[]} */
export const blocks = (run) => [...norming(run), ...dropping(run), ...activating(run), ...residuals(run)];

/**
 * A mistake in all stages of a kind at once, and in each of them.
 * @param {Mistake["id"]} id
 * @param {string} words
 * @param {readonly string[]} stages
 * @param {(stage: string) => Change} change
 * @returns {Mistake[]}
 */
function inStages(id, words, stages, change) {
  if (stages.length === 0) return [];
  const all = mistake(id, stages.length === 1 ? `${stages[0]}: ${words}` : words, ...stages.map(change));
  if (stages.length === 1) return [all];
  return [all, ...stages.map((stage) => rare(id, `${stage}: ${words}`, change(stage)))];
}

/** @param {Source} run @returns {Mistake[]} */
function norming(run) {
  const { norm_epsilon, norm_offset, norm, qk_norm } = run.spec;
  const ofStream = Object.keys(norms).filter((stage) => stage.includes("norm") && run.has(stage));
  const ofHeads = ["Q", "K"].filter((stage) => run.has(`${stage}_projected`));
  const all = [...ofStream, ...ofHeads];
  const operandsOf = (/** @type {Source} */ reader, /** @type {string} */ stage) =>
    /** @type {{from: string, weight: string, bias: string}} */ (
      norms[/** @type {keyof typeof norms} */ (stage)](/** @type {any} */ (reader))
    );
  const withWeight = all.filter((stage) => run.given(operandsOf(run, stage).weight));
  const withBias = all.filter((stage) => run.given(operandsOf(run, stage).bias));
  const epsilons = [1e-5, 1e-6, 1e-8, 1e-12, 1e-3, 0].filter((each) => Math.fround(each) !== Math.fround(norm_epsilon));
  /** @param {Mistake["id"]} id @param {string} words @param {Partial<Source["spec"]>} members @param {readonly string[]} [stages] */
  const other = (id, words, members, stages = all) =>
    inStages(id, words, stages, (stage) => reading([stage], (reader) => withSpec(reader, members)));
  /** @param {Mistake["id"]} id @param {string} words @param {NonNullable<Reader["rootOf"]>} rootOf */
  const rooted = (id, words, rootOf) =>
    inStages(id, words, all, (stage) => reading([stage], (reader) => ({ ...reader, rootOf })));
  const without = (/** @type {"weight" | "bias"} */ which, /** @type {readonly string[]} */ stages) =>
    inStages("norm-weight", `without the ${which}`, stages, (stage) =>
      reading([stage], (reader) => withInput(reader, operandsOf(reader, stage)[which], undefined)),
    );
  const kind = (/** @type {string} */ own) =>
    own === "layernorm" ? "RMSNorm, not LayerNorm" : "LayerNorm, not RMSNorm";
  const kindOf = (/** @type {string} */ own) => (own === "layernorm" ? "rmsnorm" : "layernorm");
  return [
    ...epsilons.flatMap((epsilon) =>
      other("norm-epsilon", `epsilon ${numberInWords(epsilon)}, not ${numberInWords(norm_epsilon)}`, {
        norm_epsilon: epsilon,
      }),
    ),
    ...rooted(
      "norm-epsilon",
      "epsilon is added to the root, not below it",
      (variance, epsilon) => Math.sqrt(variance) + epsilon,
    ),
    ...rooted("norm-variance", "the variance is divided by n - 1, not n", (variance, epsilon, count) =>
      Math.sqrt((variance * count) / (count - 1) + epsilon),
    ),
    ...rooted("norm-variance", "divided by the variance, not by its root", (variance, epsilon) => variance + epsilon),
    ...other(
      "norm-offset",
      norm_offset ? "multiplied by the weight, not by 1 + weight" : "multiplied by 1 + weight, not by the weight",
      { norm_offset: !norm_offset },
      withWeight,
    ),
    ...(norm === "none" ? [] : other("norm-kind", kind(norm), { norm: kindOf(norm) }, ofStream)),
    ...(qk_norm === "none" ? [] : other("norm-kind", kind(qk_norm), { qk_norm: kindOf(qk_norm) }, ofHeads)),
    ...without("weight", withWeight),
    ...without("bias", withBias),
    ...inStages("norm-missing", "not normalised", all, (stage) => ({
      rules: { [stage]: (reader, index) => copyOf(reader, operandsOf(reader, stage).from, index) },
    })),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function dropping(run) {
  const stages = ["dropped", "output_dropped", "mlp_dropped", "mlp_output_dropped"].filter((stage) => run.has(stage));
  /** @param {string} words @param {(value: number, keep: number, kept: number) => number} make */
  const dropped = (words, make) =>
    inStages("dropout", words, stages, (stage) => ({
      rules: {
        [stage]: (reader, index) => {
          const { terms } = rules[/** @type {"dropped"} */ (stage)].explain(reader, index);
          const [from, keep, kept] = /** @type {import("../evaluate.js").Term[]} */ (terms);
          if (!from || !keep || !kept) throw new Error("dropout has three terms");
          return made(reader, from.stage, from.index, (value) => make(value, keep.value, kept.value));
        },
      },
    }));
  return [
    ...dropped("what is kept is not divided by 1 - p", (value, keep) => value * keep),
    ...dropped("what is kept is multiplied by 1 - p, not divided by it", (value, keep, kept) => value * keep * kept),
    ...dropped("what is kept is divided by p, not by 1 - p", (value, keep, kept) => (value * keep) / (1 - kept)),
    ...dropped("no dropout", (value) => value),
    ...dropped("what should be kept is dropped, and the rest kept", (value, keep, kept) => (value * (1 - keep)) / kept),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function activating(run) {
  if (!run.has("mlp_activated")) return [];
  const { activation } = run.spec;
  const stage = ["mlp_activated"];
  const isGated = run.has("mlp_up");
  const others = ACTIVATION_WORDS.filter((word) => word !== activation);
  const without = (/** @type {Reader} */ reader, /** @type {number[]} */ index) => {
    const up = isGated ? reader.at("mlp_up", index) : 1;
    return made(reader, "mlp_hidden", index, (value) => value * up);
  };
  return [
    ...others.map((word) =>
      mistake(
        "activation",
        `${word}, not ${activation}`,
        reading(stage, (reader) => withSpec(reader, { activation: word })),
      ),
    ),
    mistake("activation", `without ${activation}`, { rules: { mlp_activated: without } }),
    ...(isGated
      ? [
          mistake(
            "gate-up-swapped",
            `${activation} of x·W_up times x·W_gate: the two are exchanged`,
            reading(stage, (reader) => renamed(reader, { mlp_hidden: "mlp_up", mlp_up: "mlp_hidden" })),
          ),
          mistake(
            "gate-up-swapped",
            "the gate is not multiplied by x·W_up",
            reading(stage, (reader) => ({ ...reader, has: (name) => name !== "mlp_up" && reader.has(name) })),
          ),
        ]
      : []),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function residuals(run) {
  const { norm_place, residual, norm } = run.spec;
  if (residual === "none") return [];
  /** @param {"residual_1" | "residual_2"} stage @param {string} words @param {readonly string[]} of */
  const sum = (stage, words, of) =>
    mistake("residual", `${stage} = ${words}`, { rules: { [stage]: (reader, index) => sumOf(reader, index, ...of) } });
  const sums = /** @type {const} */ (["residual_1", "residual_2"]).filter((stage) => run.has(stage));
  const list = (/** @type {readonly string[]} */ names) => names.join(" + ");
  return [
    ...sums.flatMap((stage) => {
      const own = addends[stage](run);
      const [stream, added] = [own.slice(0, -1), own.slice(-1)];
      const [first = "", ...others] = own;
      return [
        sum(stage, `${list(added)}, without ${list(stream)}`, added),
        sum(stage, `${list(stream)}, without ${list(added)}`, stream),
        ...streamBefore(run, stage)
          .filter((name) => !own.includes(name))
          .map((name) => sum(stage, `${list([name, ...others])}, not ${list(own)}`, [name, ...others])),
        ...(own.length === 2 ? [sum(stage, `2·${first} + ${list(others)}`, [first, ...own])] : []),
      ];
    }),
    ...(norm !== "none" && norm_place !== "post" && run.has("norm_2") && residual === "sequential"
      ? [
          mistake(
            "residual",
            "norm_2 reads X, not residual_1",
            reading(["norm_2"], (reader) => renamed(reader, { residual_1: "X" })),
          ),
          mistake(
            "residual",
            "norm_2 reads output, not residual_1",
            reading(["norm_2"], (reader) => renamed(reader, { residual_1: "output" })),
          ),
          mistake(
            "residual",
            "the MLP reads norm_1, not norm_2",
            reading(["mlp_hidden", "mlp_up"], (reader) => renamed(reader, { norm_2: "norm_1" })),
          ),
          mistake(
            "residual",
            "the MLP reads residual_1, not norm_2",
            reading(["mlp_hidden", "mlp_up"], (reader) => renamed(reader, { norm_2: "residual_1" })),
          ),
        ]
      : []),
    ...(norm_place === "pre" && run.has("norm_1")
      ? [
          mistake(
            "residual",
            "queries, keys and values are made of X, not norm_1",
            ...["Q", "K", "V", "Q_projected", "K_projected"].map((stage) =>
              reading([stage], (reader) => renamed(reader, { norm_1: "X" })),
            ),
          ),
        ]
      : []),
  ];
}

/**
 * The states of the stream that are computed before a sum, with the norms of them.
 * @param {Source} run
 * @param {"residual_1" | "residual_2"} sum
 */
function streamBefore(run, sum) {
  const isPost = run.spec.norm_place === "post";
  const first = isPost ? ["X"] : ["X", "norm_1"];
  const second = isPost ? ["X", "residual_1", "norm_1"] : ["X", "norm_1", "residual_1", "norm_2"];
  return (sum === "residual_1" ? first : second).filter((name) => run.has(name));
}
