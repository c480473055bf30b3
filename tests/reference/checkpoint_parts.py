#!/usr/bin/env python3
"""Writes checkpoint_parts.json: models of checkpoints.py with parts switched off, and what each part adds to two logits.

Run: python3 tests/reference/checkpoint_parts.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
`off`: logits of the last position in float64, with a head's slice of concat, the output of the last matrix of attention or of
the MLP, or what leaves a layer, set to 0, to its mean over positions in the model as it is, or to what it is there for the other
tokens; at all positions or at one. `parts`: of the last position, in the order
embeddings, then for each layer its heads, the bias of attention and its MLP, then the bias of the last norm; norms that
follow divide by the root of the finished row. What a head writes is found without its weights: it is the difference of
attention's output with and without it.
"""

import json
import os

import torch
from checkpoint_families import FAMILIES
from checkpoints import MODELS, TOKENS, Weights

torch.set_default_dtype(torch.float64)
NAMES = ["gpt2", "gpt2-bare", "llama", "llama3", "mistral", "qwen3", "gemma2", "gemma3", "gpt_neox", "opt", "opt-350m", "bloom"]
OTHER = [5, 17, 30, 41, 2, 1, 29, 11, 7]
CASES = [
    ["layer=0,head=1,with=zero"],
    ["layer=1,head=0,with=mean"],
    ["layer=0,mlp,with=zero"],
    ["layer=0,mlp,with=mean"],
    ["layer=0,with=zero"],
    ["layer=1,with=mean"],
    ["layer=0,head=0,with=zero", "layer=0,head=1,with=mean", "layer=1,mlp,with=mean"],
    ["layer=0,head=1,with=other"],
    ["layer=1,head=0,position=8,with=other"],
    ["layer=0,mlp,with=other"],
    ["layer=0,mlp,position=7,with=other"],
    ["layer=0,with=other"],
    ["layer=1,position=8,with=other"],
    ["layer=0,stream,position=7,with=other"],
    ["layer=1,stream,position=8,with=other"],
    ["layer=0,stream,with=mean"],
    ["layer=0,head=0,position=2,with=other", "layer=0,mlp,position=4,with=mean", "layer=1,mlp,position=8,with=zero"],
]
# What parts pass on their way to a logit: the last norm, the matrix of the readout, and norms after attention and the MLP.
PATHS = {
    "gpt2": ("ln_f", "wte.weight", {}),
    "llama": ("norm", "lm_head.weight", {}),
    "gemma2": ("norm", "embed_tokens.weight", {"output": "layers.{}.post_attention_layernorm",
                                               "mlp_output": "layers.{}.post_feedforward_layernorm"}),
    "gpt_neox": ("final_layer_norm", "embed_out.weight", {}),
    "bloom": ("ln_f", "word_embeddings.weight", {}),
}  # fmt: skip


def stages_of(name, weights, change=lambda stage, value, layer: value, tokens=TOKENS):
    """A walk; change gives what takes a stage's place."""
    family, config, stored = MODELS[name]
    stages = {}

    def put(stage, value, layer=None):
        stages[stage, layer] = value
        stages[stage, layer] = change(stage, value, layer)
        return stages[stage, layer]

    FAMILIES[family](config, weights, torch.tensor(tokens), put, {**stored, "buffers": False})
    return stages


def heads_in(config):
    return config.get("n_head") or config.get("num_attention_heads")


def fields_of(part):
    return dict(field.split("=") if "=" in field else (field, True) for field in part.split(","))


def switched_off(name, weights, base, other, parts):
    config = MODELS[name][1]
    leaves = "norm_2" if config.get("do_layer_norm_before") is False else "residual_2"

    def change(stage, value, layer):
        value = value.clone()
        for part in map(fields_of, parts):
            whole = not {"head", "mlp", "stream"} & set(part)
            stages = ["concat"] if "head" in part else ["mlp_output"] if "mlp" in part else [leaves]
            if int(part["layer"]) != layer or stage not in (["output", "mlp_output"] if whole else stages):
                continue
            instead = {
                "zero": torch.zeros_like(value),
                "mean": base[stage, layer].mean(0).expand_as(value),
                "other": other[stage, layer],
            }[part["with"]]
            rows = slice(None) if "position" not in part else int(part["position"])
            columns = slice(None)
            if "head" in part:
                width = value.shape[-1] // heads_in(config)
                columns = slice(int(part["head"]) * width, (int(part["head"]) + 1) * width)
            value[rows, columns] = instead[rows, columns]
        return value

    return stages_of(name, weights, change)["logits", None][-1].tolist()


def through(norm, row, value):
    """A summand of a row after the row's norm: (weight, epsilon, whether it is centred)."""
    weight, epsilon, centred = norm
    middle = lambda x: x - x.mean() if centred else x
    return middle(value) / torch.sqrt((middle(row) ** 2).mean() + epsilon) * weight


def parts_of(name, weights, base):
    family, config, stored = MODELS[name]
    last, readout, after = PATHS[name]
    prefixed = lambda name: stored["prefix"] + name
    tensor = lambda name: weights.tensors.get(prefixed(name), weights.tensors.get(name)).double()
    epsilon = next(config[key] for key in ("layer_norm_epsilon", "rms_norm_eps", "layer_norm_eps") if key in config)
    offset = 1 if family == "gemma2" else 0
    norm_of = lambda module: (tensor(f"{module}.weight") + offset, epsilon, prefixed(f"{module}.bias") in weights.tensors)
    width = base["concat", 0].shape[-1] // heads_in(config)
    layers = [layer for stage, layer in base if stage == "output"]

    def without(layer, head):
        def change(stage, value, at):
            if (stage, at) == ("concat", layer):
                value = value.clone()
                value[:, head * width : (head + 1) * width] = 0
            return value

        return stages_of(name, weights, change)["output", layer][-1]

    rows = [base["embeddings", None][-1]]
    for layer in layers:
        output, mlp = base["output", layer][-1], base["mlp_output", layer][-1]
        heads = [output - without(layer, head) for head in range(heads_in(config))]
        written = [*heads, output - sum(heads)]
        if after:
            written = [through(norm_of(after["output"].format(layer)), output, each) for each in written]
            mlp = through(norm_of(after["mlp_output"].format(layer)), mlp, mlp)
        rows += [*written, mlp]
    final = sum(rows)
    logits = base["logits", None][-1]
    best = torch.topk(logits, 2).indices.tolist()
    columns = tensor(readout)[best]
    added = columns @ tensor(f"{last}.bias") if norm_of(last)[2] else torch.zeros(2)
    shares = [(columns @ through(norm_of(last), final, row)).tolist() for row in rows] + [added.tolist()]
    cap = config.get("final_logit_softcapping")
    found = torch.tensor(shares).sum(0)
    assert torch.allclose(cap * torch.tanh(found / cap) if cap else found, logits[best]), name
    return {"tokens": best, "logits": shares}


def main():
    models = {}
    for name in NAMES:
        family, _, stored = MODELS[name]
        weights = Weights(name, stored.get("type", "F32"), stored["prefix"])
        base = stages_of(name, weights)
        other = stages_of(name, weights, tokens=OTHER)
        models[name] = {"off": [switched_off(name, weights, base, other, parts) for parts in CASES]}
        if name in PATHS:
            models[name]["parts"] = parts_of(name, weights, base)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "checkpoint_parts.json")
    with open(path, "w") as file:
        json.dump({"tokens": TOKENS, "other": OTHER, "cases": CASES, "models": models}, file)
        file.write("\n")


if __name__ == "__main__":
    main()
