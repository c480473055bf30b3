/** The ids of all causes that check can name: usage lists them, and web/docs/node.md says what each is. */

/** Of stages that are wrong, about in the order of computation. */
export const CAUSE_IDS = Object.freeze(
  /** @type {const} */ ([
    "scale",
    "transposed-weight",
    "bias-missing",
    "qk-swapped",
    "qkv-order",
    "projection-missing",
    "position-encoding",
    "rope-pairing",
    "rope-position",
    "rope-frequency",
    "rope-scaling",
    "rope-direction",
    "rope-missing",
    "position-bias",
    "softcap",
    "mask-shift",
    "mask-missing",
    "mask-inverted",
    "mask-value",
    "empty-row",
    "mask-after-softmax",
    "softmax-axis",
    "sink-missing",
    "dropout",
    "kv-head-order",
    "head-split-order",
    "head-merge-order",
    "norm-epsilon",
    "norm-variance",
    "norm-offset",
    "norm-kind",
    "norm-weight",
    "norm-missing",
    "activation",
    "gate-up-swapped",
    "residual",
    "half-precision",
    "few-digits",
  ]),
);

/** Of gradients that are wrong though every stage is right. */
export const GRADIENT_CAUSE_IDS = Object.freeze(
  /** @type {const} */ ([
    "softmax-backward",
    "scale-backward",
    "transposed-backward",
    "mask-backward",
    "unnormalised-backward",
    "group-backward",
    "rope-backward",
    "dropout-backward",
    "softcap-backward",
    "norm-backward",
    "residual-backward",
    "activation-backward",
  ]),
);

/** @typedef {typeof CAUSE_IDS[number]} CauseId */
/** @typedef {typeof GRADIENT_CAUSE_IDS[number]} GradientCauseId */
