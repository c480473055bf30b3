import { shippedWeights } from "../shipped-weights.js";
import { vocabulary } from "../tasks/grammar.js";

export const weights = shippedWeights("grammar", vocabulary.words);
