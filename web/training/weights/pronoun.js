import { shippedWeights } from "../shipped-weights.js";
import { vocabulary } from "../words/pronoun.js";

export const weights = shippedWeights("pronoun", vocabulary.words);
