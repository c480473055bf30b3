import { shippedWeights } from "../shipped-weights.js";
import { english, french } from "../tasks/translation.js";

export const weights = shippedWeights("translation", french.words, english.words);
