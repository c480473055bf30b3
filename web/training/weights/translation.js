import file from "#weights/translation";
import { shippedWeights } from "../shipped-weights.js";
import { english, french } from "../tasks/translation.js";

export const weights = shippedWeights("translation.safetensors", file, french.words, english.words);
