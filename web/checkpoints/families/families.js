/** The families of models, by the model_type of config.json. */
import { bert, roberta } from "./bert.js";
import { bloom } from "./bloom.js";
import { gemma2, gemma3 } from "./gemma.js";
import { gpt2 } from "./gpt2.js";
import { gptNeox } from "./gpt-neox.js";
import { llama, mistral, qwen2, qwen3 } from "./llama.js";
import { opt } from "./opt.js";
import { t5 } from "./t5.js";

/** @typedef {keyof typeof families} FamilyName */

export const families = Object.freeze({
  gpt2,
  bert,
  roberta,
  llama,
  mistral,
  qwen2,
  qwen3,
  gemma2,
  gemma3_text: gemma3,
  gpt_neox: gptNeox,
  opt,
  bloom,
  t5,
});

/** The family of a config, and what it says about the model. @param {import("../config.js").Config} config */
export function architectureOf(config) {
  const family = config.word("model_type", /** @type {FamilyName[]} */ (Object.keys(families)));
  if (config.has("quantization_config"))
    throw config.error("quantization_config", "must not be there: only weights in F32, F16 and BF16 are read");
  return { family, architecture: families[family](config) };
}
