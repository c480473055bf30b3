import { checkNames, checkObject, checkSeed, definedOnly, finite, show } from "../checks.js";
import { AttentionError } from "../errors.js";

/**
 * Which numbers training drops: p of the weights, residual of what attention and the MLP add to the stream, mlp of the
 * MLP's activated numbers.
 * @typedef {{p?: number, residual?: number, mlp?: number, torch_seed?: number | bigint}} Dropout
 *
 * The same with defaults filled in.
 * @typedef {{dropout: number, residual_dropout: number, mlp_dropout: number}} Probabilities
 * @typedef {Probabilities & {seed: bigint | undefined, drawn: string[]}} ResolvedDropout seed: with which torch draws the
 *   masks `drawn`, in their order; undefined, and none, where all are given
 */

/** What each mask of dropout keeps: the field of its probability. They stand in the order in which torch draws them. */
const fields = Object.freeze(
  /** @type {const} */ ({ keep: "p", keep_output: "residual", keep_mlp: "mlp", keep_mlp_output: "residual" }),
);

/** The member of a spec that holds each field. */
const members = Object.freeze(
  /** @type {const} */ ({ p: "dropout", residual: "residual_dropout", mlp: "mlp_dropout" }),
);

/** The probabilities of a walk that drops nothing. @type {Readonly<Probabilities>} */
export const NO_DROPOUT = Object.freeze({ dropout: 0, residual_dropout: 0, mlp_dropout: 0 });

/** The masks of dropout, in the order in which torch draws them. */
export const KEEPS = Object.freeze(/** @type {(keyof typeof fields)[]} */ (Object.keys(fields)));

/** The mask that a stage reads, by stage. */
const masks = Object.freeze(
  /** @type {const} */ ({
    dropped: "keep",
    output_dropped: "keep_output",
    mlp_dropped: "keep_mlp",
    mlp_output_dropped: "keep_mlp_output",
  }),
);

/** The mask of dropout that a stage reads, if it is a stage of dropout. @param {string} stage */
export const keepOf = (stage) =>
  Object.hasOwn(masks, stage) ? masks[/** @type {keyof typeof masks} */ (stage)] : undefined;

/** The probability that a number is dropped. @param {Probabilities} spec @param {string} keep a mask of dropout */
export const probabilityOf = (spec, keep) => spec[members[fields[/** @type {keyof typeof fields} */ (keep)]]];

/** The masks of dropout that a walk has. @param {object} dropout @param {boolean} hasMlp @returns {string[]} */
export const keepsOf = (dropout, hasMlp) =>
  KEEPS.filter((keep) => fields[keep] in dropout && (hasMlp || keep !== "keep_mlp_output"));

/**
 * Checks the probabilities of dropout.
 * @param {unknown} given
 * @param {Readonly<Record<string, unknown>>} spec that has it
 * @param {{fields: readonly string[], most: (p: number) => boolean, range: string}} allowed
 * @returns {Record<string, unknown>} what is given
 */
export function checkDropout(given, spec, { fields: names, most, range }) {
  const object = definedOnly(checkObject(given, "dropout"));
  checkNames(object, names, "field of dropout");
  const parts = Object.keys(members).filter((part) => object[part] !== undefined);
  if (parts.length === 0) finite("dropout.p", object.p);
  for (const part of parts) {
    const p = finite(`dropout.${part}`, object[part]);
    if (p < 0 || !most(p)) throw new AttentionError(`dropout.${part}`, `must be ${range}, got ${show(object[part])}`);
  }
  for (const part of ["residual", "mlp"]) {
    if (object[part] !== undefined && (spec[part] ?? "none") === "none")
      throw new AttentionError(`dropout.${part}`, `needs ${part}`);
  }
  return object;
}

/**
 * Checks a spec's dropout.
 * @param {Record<string, unknown>} spec
 * @param {(field: string) => boolean} has whether an input is given
 * @returns {ResolvedDropout}
 */
export function resolveDropout(spec, has) {
  const object =
    spec.dropout === undefined
      ? {}
      : checkDropout(spec.dropout, spec, {
          fields: [...Object.keys(members), "torch_seed"],
          most: (p) => p <= 1,
          range: "from 0 to 1",
        });
  const keeps = keepsOf(object, (spec.mlp ?? "none") !== "none");
  for (const keep of KEEPS)
    if (has(keep) && !keeps.includes(keep)) {
      const part = fields[keep];
      throw new AttentionError(keep, `needs ${part === "p" ? "dropout" : `dropout.${part}`}`);
    }
  const missing = keeps.find((keep) => !has(keep));
  if (object.torch_seed === undefined && missing)
    throw new AttentionError("dropout.torch_seed", `must be given where ${missing} is not, got none`);
  const p = (/** @type {string} */ part) => /** @type {number} */ (object[part] ?? 0);
  const isDrawn = object.torch_seed !== undefined;
  return {
    dropout: p("p"),
    residual_dropout: p("residual"),
    mlp_dropout: p("mlp"),
    seed: isDrawn ? checkSeed("dropout.torch_seed", object.torch_seed) : undefined,
    drawn: isDrawn ? keeps : [],
  };
}
