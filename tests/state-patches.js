import fc from "fast-check";
import { choices } from "../web/state/fields.js";
import { limits } from "../web/state/limits.js";

/** Texts of all kinds that are sentences: ordinary words, any Unicode, link syntax. */
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.stringMatching(/^[a&=+%#.!() ~'é]{1,30}$/),
);

/** Changes to the default state, of which about half make a state and the others are refused. */
export const patches = fc.record(
  {
    sentence: texts,
    context: fc.option(texts),
    recipe: fc.constantFrom(...choices.recipe),
    seed: fc.integer({ min: 0, max: 4294967295 }),
    d_model: fc.integer(limits.d_model),
    d_k: fc.integer(limits.d_k),
    d_v: fc.option(fc.integer(limits.d_v)),
    heads: fc.integer(limits.heads),
    causal: fc.boolean(),
    scaling: fc.boolean(),
    weights: fc.boolean(),
    padding: fc.integer(limits.padding),
    padding_side: fc.constantFrom(...choices.padding_side),
    position: fc.constantFrom(...choices.position),
    theme: fc.constantFrom(...choices.theme),
  },
  { requiredKeys: [] },
);
