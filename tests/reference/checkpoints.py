#!/usr/bin/env python3
"""Writes checkpoints/NAME/: small models in the folders of real ones, and every stage of their walks in float64.

Run: python3 tests/reference/checkpoints.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
config.json and the safetensors files have the fields and names that transformers gives a family's models. truth.safetensors
has `tokens` and the stages: `embeddings`, `layers.0.norm_1` …, `final_norm`, `logits`; computed in float64 from the stored
weights (rounded to the type they are stored in), then rounded to float32. The models are written out in
checkpoint_families.py; here are the files and which models there are. Weights are drawn from a seed made of the name.
"""

import json
import os
import zlib

import numpy as np
import torch
from checkpoint_families import FAMILIES

torch.set_default_dtype(torch.float64)
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "checkpoints")
TOKENS = [5, 17, 3, 41, 5, 1, 29, 8, 0]

SIZES = {"vocab_size": 43, "hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4}
GROUPED = {**SIZES, "num_key_value_heads": 2}
LLAMA = {**GROUPED, "hidden_act": "silu", "rms_norm_eps": 1e-5, "max_position_embeddings": 64}
GPT2 = {"vocab_size": 43, "n_embd": 16, "n_layer": 2, "n_head": 4, "n_positions": 12, "n_ctx": 12, "layer_norm_epsilon": 1e-5,
        "activation_function": "gelu_new"}  # fmt: skip
BERT = {**SIZES, "hidden_act": "gelu", "max_position_embeddings": 12, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
        "position_embedding_type": "absolute", "pad_token_id": 0}  # fmt: skip
GEMMA2 = {**GROUPED, "head_dim": 6, "hidden_activation": "gelu_pytorch_tanh", "hidden_act": "gelu_pytorch_tanh",
          "rms_norm_eps": 1e-6, "query_pre_attn_scalar": 10, "attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0,
          "sliding_window": 3, "rope_theta": 10000.0, "max_position_embeddings": 64}  # fmt: skip
GEMMA3 = {**GROUPED, "num_hidden_layers": 3, "head_dim": 6, "hidden_activation": "gelu_pytorch_tanh", "rms_norm_eps": 1e-6,
          "query_pre_attn_scalar": 8, "attn_logit_softcapping": None, "final_logit_softcapping": None, "sliding_window": 4,
          "max_position_embeddings": 64, "attention_bias": False}  # fmt: skip
NEOX = {**SIZES, "hidden_act": "gelu", "layer_norm_eps": 1e-5, "max_position_embeddings": 64, "tie_word_embeddings": False}
OPT = {"vocab_size": 43, "hidden_size": 16, "ffn_dim": 24, "num_hidden_layers": 2, "num_attention_heads": 4,
       "activation_function": "relu", "max_position_embeddings": 12, "do_layer_norm_before": True,
       "word_embed_proj_dim": 16}  # fmt: skip
T5 = {"vocab_size": 43, "d_model": 16, "d_kv": 6, "d_ff": 24, "num_layers": 2, "num_heads": 4, "layer_norm_epsilon": 1e-6,
      "relative_attention_num_buckets": 8, "relative_attention_max_distance": 10, "is_encoder_decoder": True}  # fmt: skip
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 16}  # fmt: skip
YARN = {"factor": 4.0, "original_max_position_embeddings": 32}

# name: (model_type, config, how it is stored: type, prefix, shards, and what else the family's program reads)
MODELS = {
    "gpt2": ("gpt2", GPT2, {"prefix": "transformer."}),
    "gpt2-bare": ("gpt2", {**GPT2, "n_inner": 24, "scale_attn_by_inverse_layer_idx": True, "tie_word_embeddings": False,
                           "n_head": 2}, {"prefix": "", "type": "F16", "buffers": True}),
    "bert": ("bert", BERT, {"prefix": "bert.", "old_norms": True, "head": (
        "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias", "gelu", None)}),
    "bert-bare": ("bert", {**BERT, "hidden_act": "gelu_new"}, {"prefix": "", "type": "F16"}),
    "roberta": ("roberta", {**BERT, "layer_norm_eps": 1e-5, "pad_token_id": 1, "type_vocab_size": 1,
                            "tie_word_embeddings": False},
                {"prefix": "roberta.", "head": ("lm_head.dense", "lm_head.layer_norm", "lm_head.bias", "gelu",
                                                "lm_head.decoder.weight")}),
    "llama": ("llama", {**LLAMA, "rope_theta": 500.0, "rope_scaling": None, "tie_word_embeddings": False},
              {"prefix": "model.", "shards": 2}),
    "llama3": ("llama", {**LLAMA, "rope_parameters": {"rope_theta": 5000.0, **LLAMA3}, "tie_word_embeddings": True},
               {"prefix": "model.", "type": "BF16"}),
    "llama-linear": ("llama", {**LLAMA, "rope_scaling": {"type": "linear", "factor": 2.5}, "attention_bias": True,
                               "mlp_bias": True, "head_dim": 6, "tie_word_embeddings": True}, {"prefix": "", "type": "F16"}),
    "llama-yarn": ("llama", {**LLAMA, "head_dim": 8, "tie_word_embeddings": False, "rope_parameters": {
        "rope_type": "yarn", "rope_theta": 1000.0, **YARN, "beta_fast": 16, "beta_slow": 2, "mscale": 1.0,
        "mscale_all_dim": 0.5}}, {"prefix": "model.", "type": "F16"}),
    "mistral": ("mistral", {**LLAMA, "sliding_window": 3, "head_dim": None, "tie_word_embeddings": False},
                {"prefix": "model.", "type": "BF16", "shards": 3}),
    "qwen2": ("qwen2", {**LLAMA, "rope_theta": 1000.0, "rope_scaling": {"type": "yarn", **YARN}, "use_sliding_window": True,
                        "sliding_window": 3, "max_window_layers": 1, "tie_word_embeddings": True}, {"prefix": "model."}),
    "qwen3": ("qwen3", {**LLAMA, "head_dim": 6, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0},
                        "use_sliding_window": True, "sliding_window": 4, "attention_bias": False,
                        "layer_types": ["full_attention", "sliding_attention"], "tie_word_embeddings": False},
              {"prefix": "model.", "type": "F16"}),
    "gemma2": ("gemma2", GEMMA2, {"prefix": "model."}),
    "gemma3": ("gemma3_text", {**GEMMA3, "rope_theta": 5000.0, "rope_local_base_freq": 100.0, "sliding_window_pattern": 3,
                               "rope_scaling": {"rope_type": "linear", "factor": 8.0}}, {"prefix": "model.", "type": "BF16"}),
    "gemma3-new": ("gemma3_text", {**GEMMA3, "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
                                   "rope_parameters": {
        "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
        "full_attention": {"rope_type": "linear", "rope_theta": 5000.0, "factor": 4.0}}, "final_logit_softcapping": 3.0},
        {"prefix": "", "type": "F16"}),
    "gpt_neox": ("gpt_neox", {**NEOX, "rotary_pct": 0.5, "rotary_emb_base": 500, "use_parallel_residual": True,
                              "hidden_size": 24, "num_attention_heads": 3}, {"prefix": "gpt_neox.", "type": "F16"}),
    "gpt_neox-new": ("gpt_neox", {**NEOX, "rope_parameters": {"rope_type": "default", "rope_theta": 500.0,
                                                             "partial_rotary_factor": 1.0},
                                  "use_parallel_residual": False}, {"prefix": "gpt_neox."}),
    "gpt_neox-bare": ("gpt_neox", {**NEOX, "rotary_pct": 0.5, "rotary_emb_base": 500, "use_parallel_residual": True,
                                   "attention_bias": False}, {"prefix": ""}),
    "opt": ("opt", OPT, {"prefix": "model."}),
    "opt-350m": ("opt", {**OPT, "do_layer_norm_before": False, "word_embed_proj_dim": 10}, {"prefix": "", "type": "F16"}),
    "bloom": ("bloom", {"vocab_size": 43, "hidden_size": 18, "n_layer": 2, "n_head": 3, "layer_norm_epsilon": 1e-5},
              {"prefix": "transformer."}),
    "t5": ("t5", {**T5, "feed_forward_proj": "relu"}, {"prefix": "", "decoder": True}),
    "t5-gated": ("t5", {**T5, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}, {"prefix": "", "type": "BF16",
                                                                                             "tied_name": "encoder.embed_tokens"}),
}  # fmt: skip


class Weights:
    """A model's tensors: each is drawn when it is first asked for, and rounded to the type in which it is stored."""

    def __init__(self, name, kind, prefix):
        self.random = torch.Generator().manual_seed(zlib.crc32(name.encode()))
        self.kind, self.prefix, self.tensors = kind, prefix, {}

    def __call__(self, name, *shape, about=0.0, prefix=None):
        """Entries are normal about a number. A matrix has a spread of 1.3 / sqrt(its width); a vector 0.3."""
        name = (self.prefix if prefix is None else prefix) + name
        if name not in self.tensors:
            spread = 1.3 / max(shape) ** 0.5 if len(shape) == 2 else 0.3
            drawn = about + spread * torch.randn(*shape, generator=self.random)
            self.tensors[name] = drawn.to({"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}[self.kind])
        assert list(self.tensors[name].shape) == list(shape), name
        return self.tensors[name].double()


def bytes_of(tensor):
    if tensor.dtype == torch.bfloat16:
        return (tensor.float().numpy().view(np.uint32) >> 16).astype("<u2").tobytes()
    return tensor.contiguous().numpy().tobytes()


def write_safetensors(path, tensors):
    """The header names of each tensor its type, its shape, and where its bytes are; it is padded to eight bytes."""
    header, blobs, end = {"__metadata__": {"format": "pt"}}, [], 0
    names = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int32: "I32"}
    for name in sorted(tensors):
        blob = bytes_of(tensors[name])
        header[name] = {"dtype": names[tensors[name].dtype], "shape": list(tensors[name].shape),
                        "data_offsets": [end, end + len(blob)]}  # fmt: skip
        blobs.append(blob)
        end += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + b"".join(blobs))
    return end


def write_model(folder, tensors, shards):
    if shards == 1:
        write_safetensors(f"{folder}/model.safetensors", tensors)
        return
    weight_map, total = {}, 0
    for shard in range(shards):
        file = f"model-{shard + 1:05}-of-{shards:05}.safetensors"
        part = {name: tensor for at, (name, tensor) in enumerate(sorted(tensors.items())) if at % shards == shard}
        total += write_safetensors(f"{folder}/{file}", part)
        weight_map.update({name: file for name in part})
    with open(f"{folder}/model.safetensors.index.json", "w") as file:
        json.dump({"metadata": {"total_size": total}, "weight_map": dict(sorted(weight_map.items()))}, file, indent=2)
        file.write("\n")


def main():
    for name, (family, config, stored) in MODELS.items():
        folder = os.path.join(HERE, name)
        os.makedirs(folder, exist_ok=True)
        weights = Weights(name, stored.get("type", "F32"), stored["prefix"])
        stages = {}

        def put(stage, value, layer=None, stages=stages):
            stages[stage if layer is None else f"layers.{layer}.{stage}"] = value
            return value

        FAMILIES[family](config, weights, torch.tensor(TOKENS), put, stored)
        with open(f"{folder}/config.json", "w") as file:
            json.dump({"model_type": family, **config}, file, indent=2)
            file.write("\n")
        write_model(folder, weights.tensors, stored.get("shards", 1))
        truth = {stage: value.float() for stage, value in stages.items()}
        write_safetensors(f"{folder}/truth.safetensors", {"tokens": torch.tensor(TOKENS, dtype=torch.int32), **truth})


if __name__ == "__main__":
    main()
