import fc from "fast-check";
import { choices, editable } from "../web/state/fields.js";
import { limits } from "../web/state/limits.js";

/** Texts of all kinds that are sentences: ordinary words, any Unicode, link syntax. */
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.stringMatching(/^[a&=+%#.!() ~'é]{1,30}$/),
);

/** @param {import("../web/state/limits.js").Range} range */
const real = ({ min, max }) => fc.double({ min, max, noNaN: true });

const words = fc.oneof({ weight: 2, arbitrary: fc.constantFrom("one", "two of them", "a, b | c %7C") }, texts);

const place = fc.nat({ max: 3 });

/** Edits of any tensor, of which some fall outside it. */
const edits = fc.dictionary(
  fc.constantFrom(...Object.keys(editable)),
  fc.array(fc.tuple(place, place, place, fc.float({ noDefaultInfinity: true, noNaN: true })), { maxLength: 2 }),
  { maxKeys: 1 },
);

/** Changes to the default state, of which many make a state and the others are refused. */
export const patches = fc.record(
  {
    sentence: texts,
    context: fc.option(words),
    batch: fc.array(words, { maxLength: 2 }),
    item: fc.constantFrom(0, 0, 0, 1, 2),
    recipe: fc.constantFrom(...choices.recipe),
    seed: fc.integer(limits.seed),
    d_model: fc.integer(limits.d_model),
    d_context: fc.option(fc.integer(limits.d_context)),
    d_k: fc.integer({ min: 1, max: 32 }),
    d_v: fc.option(fc.integer({ min: 1, max: 32 })),
    heads: fc.integer(limits.heads),
    kv_heads: fc.option(fc.constantFrom(1, 1, 2), { freq: 1 }),
    bias: fc.boolean(),
    tied: fc.boolean(),
    weights: fc.boolean(),
    causal: fc.boolean(),
    align: fc.option(fc.constantFrom(...choices.align)),
    scaling: fc.boolean(),
    temperature: real(limits.temperature),
    padding: fc.nat({ max: 8 }),
    padding_side: fc.constantFrom(...choices.padding_side),
    ignored: fc.array(fc.nat({ max: 1 }), { maxLength: 2 }),
    painted: fc.array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 })), { maxLength: 3 }).map((pairs) => pairs.flat()),
    mask_mode: fc.constantFrom(...choices.mask_mode),
    mask_value: fc.option(real(limits.mask_value)),
    mask_how: fc.constantFrom(...choices.mask_how),
    window: fc.option(fc.integer(limits.window)),
    sink_tokens: fc.nat({ max: 4 }),
    softcap: fc.option(real(limits.softcap)),
    softmax_sink: fc.option(real(limits.softmax_sink)),
    dropout: real(limits.dropout),
    dropout_seed: fc.integer(limits.dropout_seed),
    position: fc.constantFrom(...choices.position),
    first: fc.integer(limits.first),
    rope_style: fc.constantFrom(...choices.rope_style),
    rope_base: real(limits.rope_base),
    shaw_clip: fc.integer(limits.shaw_clip),
    shaw_values: fc.boolean(),
    t5_buckets: fc.integer(limits.t5_buckets),
    t5_max_distance: fc.integer({ min: 33, max: 512 }),
    distance_form: fc.constantFrom(...choices.distance_form),
    distance_lambda: real(limits.distance_lambda),
    distance_sigma: real(limits.distance_sigma),
    edits: edits.map((of) =>
      Object.fromEntries(
        Object.entries(of).map(([tensor, list]) => [
          tensor,
          list.flatMap((edit) => edit.slice(tensor.length === 1 ? 1 : 0)),
        ]),
      ),
    ),
    theme: fc.constantFrom(...choices.theme),
    compare: fc.option(
      fc.record({ d_k: fc.constant(6), window: fc.option(fc.nat(9)), batch: fc.array(words, { maxLength: 1 }) }),
    ),
    prefill: fc.integer({ min: 1, max: 2 }),
    tile_queries: fc.integer(limits.tile_queries),
    tile_keys: fc.integer(limits.tile_keys),
    layers: fc.integer(limits.layers),
  },
  { requiredKeys: [] },
);
