import file from "#weights/pronoun";
import { shippedWeights } from "../shipped-weights.js";
import { vocabulary } from "../words/pronoun.js";

export const weights = shippedWeights("pronoun.safetensors", file, vocabulary.words);
