import file from "#weights/grammar";
import { shippedWeights } from "../shipped-weights.js";
import { vocabulary } from "../tasks/grammar.js";

export const weights = shippedWeights("grammar.safetensors", file, vocabulary.words);
