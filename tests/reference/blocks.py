#!/usr/bin/env python3
"""Writes blocks/*.json: whole transformer blocks (norms, QK-norm, residuals, MLP) in float64, forward and backward.

Run: python3 tests/reference/blocks.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
The format is that of the other cases: {case, variant, spec, inputs, expected, tolerance_float32}, and `result`, the name
of the block's last stage. Inputs are multiples of 2^-10, from a seed made of the case's name. expected.grads are
autograd's for loss = sum(result · G), keyed by tensor as in variants/: of X and every input that can be learned, and of
Q, K, V, output and every stage that a block adds, but not of the last; `loss` stands beside them. Numbers are written
with 12 digits, and at most 10 decimals, in gradients 7.

Each block is computed twice; results must agree to 1e-12, gradients to 1e-6 of the tolerance:
- `walk` goes stage by stage, with every formula written out;
- `assembled` is put together as model code is, from PyTorch's own functions: F.layer_norm, F.linear, F.gelu, F.silu,
  softmax or scaled dot-product attention, and rotation by cos and sin. RMSNorm is LayerNorm of the row and its negative
  side by side, whose mean is 0.
Where nn.TransformerEncoderLayer covers a block, whatever the activation, its output and gradients must agree as well; with
dropout it is the layer in training, which draws its masks itself.

The tolerance, 1e-5 of max(1, |value|), is for sums of at most some dozens of terms in float32; where it is larger, the
case says why. The same walk in float32 must stay within half of it, and its gradients within five times that.
"""

import json
import math
import os
import zlib

import torch
import torch.nn.functional as F
from variants import DOWN, HALF, INF, ROPE, allowed, bias_of, draw, mix, sdpa, t5, weigh
from variants import tensor as written

torch.set_default_dtype(torch.float64)


def case(name, what, n=4, d_model=8, heads=2, n_k=None, d_context=None, d_ff=12, biases="", norms="", rows=None, masks=(),
         weights=True, position=None, tolerance=1e-5, **spec):  # fmt: skip
    """what: which block it is. biases: letters of bq bk bv bo, u d g of the MLP. norms: w, b or both for all norms, or
    names. rows: how rows of X differ from random ones. n_k: cross-attention. spec: fields as the engine takes them."""
    sizes = {"n_q": n, "n_k": n_k or n, "d_model": d_model, "d_context": d_context or d_model, "heads": heads}
    sizes["d_ff"] = d_ff or 4 * d_model
    spec = {**spec, **({"position": position} if position else {}), **({"d_ff": d_ff} if spec.get("mlp") and d_ff else {})}
    return name, what, sizes, spec, {
        "biases": biases, "norms": norms, "rows": rows, "masks": masks, "weights": weights, "tolerance": tolerance,
        "cross": n_k is not None,
    }  # fmt: skip


def layernorm(place, **more):
    return {"norm": "layernorm", "norm_place": place, **more}


def rmsnorm(place, **more):
    return {"norm": "rmsnorm", "norm_place": place, **more}


def plain(activation):
    return {"mlp": "plain", "activation": activation}


def gated(activation):
    return {"mlp": "gated", "activation": activation}


def scaling(kind, **more):
    return {"scaling": {"type": kind, **more}}


THEN, BESIDE = {"residual": "sequential"}, {"residual": "parallel"}
ALL, ALIKE = "qkvougd", {"qk_norm": "rmsnorm"}
SMALL = "a row whose variance is near the epsilon has gradients of some hundreds, and one row has a mean of 64"

CASES = [
    case("gpt2", "GPT-2; d_ff is 4·d_model by default", d_ff=None, biases=ALL, norms="wb", **layernorm("pre"), **THEN,
         **plain("gelu_tanh"), **DOWN),
    case("original", "the encoder of Vaswani et al. 2017", d_ff=16, biases=ALL, norms="wb", position={"kind": "sinusoidal"},
         **layernorm("post"), **THEN, **plain("relu")),
    case("bert", "BERT, with padding", d_ff=16, biases=ALL, norms="wb", masks=["key_valid"],
         **layernorm("post", norm_epsilon=1e-12), **THEN, **plain("gelu")),
    case("vit", "ViT; rows that are constant, almost constant, and far from 0", biases=ALL, norms="wb",
         rows="layernorm", tolerance=1e-4, **layernorm("pre", norm_epsilon=1e-6), **THEN, **plain("gelu")),
    case("t5", "T5's encoder; rows of zeros and of tiny numbers", norms="w", rows="rmsnorm", position=t5(8, 9, True),
         scale=1, **rmsnorm("pre", norm_epsilon=1e-6), **THEN, **plain("relu")),
    case("llama", "Llama", heads=4, kv_heads=2, d_ff=16, norms="w", position=HALF, **rmsnorm("pre"), **THEN,
         **gated("silu"), **DOWN),
    case("llama3", "Llama 3.1, its scaled rotation", heads=2, kv_heads=1, d_k=6, norms="w",
         position={**HALF, "first": 40, **scaling("llama3", factor=8, low_freq_factor=1, high_freq_factor=4,
                                                 original_max_position=256)},
         **rmsnorm("pre"), **THEN, **gated("silu"), **DOWN),
    case("gemma2", "Gemma 2", heads=2, kv_heads=1, norms="w", position=HALF, softcap=2, window=2, scale=0.3125,
         **rmsnorm("both", norm_offset=True, norm_epsilon=1e-6), **THEN, **gated("gelu_tanh"), **DOWN),
    case("gemma3", "Gemma 3, a global layer", heads=2, kv_heads=1, norms="w",
         position={**HALF, "base": 1000000, "first": 40, **scaling("linear", factor=8)}, **ALIKE,
         **rmsnorm("both", norm_offset=True, norm_epsilon=1e-6), **THEN, **gated("gelu_tanh"), **DOWN),
    case("qwen3", "Qwen 3", heads=2, kv_heads=1, d_k=6, norms="w", position={**HALF, "base": 1000000}, **ALIKE,
         **rmsnorm("pre", norm_epsilon=1e-6), **THEN, **gated("silu"), **DOWN),
    case("yarn", "a Qwen 2 with YaRN, its attention factor by default", heads=2, kv_heads=1, d_k=8, biases="qkv", norms="w",
         position={**HALF, "first": 40, **scaling("yarn", factor=4, original_max_position=4096)}, **rmsnorm("pre"), **THEN,
         **gated("silu"), **DOWN),
    case("gpt_oss", "as GPT-OSS: a sink, YaRN with all its fields, biases; interleaved, and d_v is not d_k", heads=2,
         kv_heads=1, d_k=8, d_v=3, biases="qkvo", norms="w", softmax_sink=True, window=3,
         position={**ROPE, "base": 150000, "dims": 6, **scaling("yarn", factor=32, beta_fast=16, beta_slow=2,
                                                               original_max_position=512, attention_factor=1.25)},
         **rmsnorm("pre"), **THEN, **gated("silu"), **DOWN),
    case("gpt_neox", "GPT-NeoX", biases=ALL, norms="wb", position={**HALF, "dims": 2}, **layernorm("pre"),
         **BESIDE, **plain("gelu"), **DOWN),
    case("nemotron", "Nemotron", heads=4, kv_heads=2, norms="wb", position=HALF,
         **layernorm("pre", norm_offset=True), **THEN, **plain("relu2"), **DOWN),
    case("persimmon", "Persimmon: QK-norm by LayerNorm", biases=ALL, norms="wb",
         position={**HALF, "dims": 2, "base": 25000}, qk_norm="layernorm", **layernorm("pre"), **THEN, **plain("relu2"),
         **DOWN),
    case("speedrun", "the NanoGPT speedrun: no weights in norms", position=HALF, **ALIKE, **rmsnorm("pre", norm_epsilon=1e-7),
         **THEN, **plain("relu2"), **DOWN),
    case("clip", "CLIP's text encoder, with dropout of weights", biases=ALL, norms="wb", dropout={"p": 0.25},
         **layernorm("pre"), **THEN, **plain("quick_gelu"), **DOWN),
    case("cross", "cross-attention: keys and values read C, which has no norm", n_k=6, d_context=6, biases=ALL, norms="wb",
         **layernorm("pre"), **THEN, **plain("gelu")),
    case("partly", "some weights and biases, not all", biases="qod", norms="norm_1_bias norm_2_weight k_norm_weight",
         qk_norm="layernorm", **layernorm("pre"), **THEN, **gated("gelu")),
    case("norm_pre", "no MLP; padding on the left: row 0 sees nothing", biases="qkvo", norms="wb",
         masks=["key_valid", "first"], **layernorm("pre"), **THEN, **DOWN),
    case("norm_post", "no MLP: norm_1 is the result", biases="o", norms="wb", **layernorm("post"), **THEN),
    case("norm_both", "no MLP, norms on both sides", norms="w", **rmsnorm("both"), **THEN, **DOWN),
    case("qk_norm", "QK-norm alone: output is the result", norms="w", **ALIKE),
    case("mlp", "MLP and residuals, no norms", biases=ALL, **THEN, **plain("silu")),
    case("mlp_alone", "MLP alone, attention without weights", heads=1, weights=False, **gated("relu")),
    case("no_residual", "pre-norm without residuals: norm_2 reads output; without weights, Q, K and V are norm_1", heads=1,
         norms="w", weights=False, **rmsnorm("pre"), **plain("gelu")),
    case("no_residual_post", "post-norm without residuals: norm_2 reads mlp_output", norms="wb", **layernorm("post"),
         **plain("relu")),
    case("parallel", "attention and MLP beside each other, no norms", heads=1, weights=False, biases="ud", **BESIDE,
         **plain("gelu_tanh"), **DOWN),
    case("parallel_both", "attention and MLP beside each other, norms on both sides", norms="w", **rmsnorm("both"),
         **BESIDE, **gated("silu"), **DOWN),
    case("dropout", "GPT-2 in training: its three probabilities", biases=ALL, norms="wb",
         dropout={"p": 0.2, "residual": 0.3, "mlp": 0.4}, **layernorm("pre"), **THEN, **plain("gelu_tanh"), **DOWN),
    case("dropout_seed", "nn.TransformerEncoderLayer in training, with the masks that it draws from a seed", n=5, biases=ALL,
         norms="wb", dropout={"p": 0.25, "residual": 0.25, "mlp": 0.25, "torch_seed": 11}, **layernorm("post"), **THEN,
         **plain("relu")),
    case("dropout_seed_pre", "the same, pre-norm and causal", n=5, biases=ALL, norms="wb",
         dropout={"p": 0.5, "residual": 0.5, "mlp": 0.5, "torch_seed": 12}, **layernorm("pre"), **THEN, **plain("gelu"), **DOWN),
    case("dropout_both", "dropout before the norms of what is added, beside each other, gated; attention's weights stay",
         norms="w", dropout={"residual": 0.4, "mlp": 0.2}, **rmsnorm("both"), **BESIDE, **gated("silu"), **DOWN),
    case("dropout_no_mlp", "no MLP: attention's output alone is dropped", norms="wb", dropout={"residual": 0.5},
         **layernorm("post"), **THEN),
    case("dropout_mlp", "dropout of the MLP's hidden layer alone, no residuals", dropout={"mlp": 0.5}, **gated("relu")),
]  # fmt: skip


# ---- Inputs ----------------------------------------------------------------------------------------------------------


def norm_names(spec):
    """The norms of a block, each with its width."""
    place = spec.get("norm_place")
    names = ["norm_1"] if place else []
    names += ["output_norm"] if place == "both" else []
    if spec.get("mlp") and place:
        names += ["norm_2"] + (["mlp_output_norm"] if place == "both" else [])
    return {**{name: "d_model" for name in names}, **({"q_norm": "d_k", "k_norm": "d_k"} if "qk_norm" in spec else {})}


def weight(rows, columns):
    """Multiples of 2^-6, which take fewer digits to write."""
    return (torch.randn(rows, columns) * rows**-0.5 * 64).round() / 64


def make_inputs(s, spec, more):
    kind = (spec.get("position") or {}).get("kind")
    first = "E" if kind == "sinusoidal" else "X"
    inputs = {first: draw(s["n_q"], s["d_model"])}
    if more["rows"] == "layernorm":  # constant; almost constant; far from 0
        inputs["X"][0] = 0.75
        inputs["X"][1] = 0.75 + draw(s["d_model"], factor=1.0 / 512)
        inputs["X"][2] += 64
    if more["rows"] == "rmsnorm":  # zero; tiny
        inputs["X"][0] = 0
        inputs["X"][1] = draw(s["d_model"], factor=1.0 / 512)
    if more["cross"]:
        inputs["C"] = draw(s["n_k"], s["d_context"])
    h, g, m, c = s["heads"], s["kv_heads"], s["d_model"], s["d_context"]
    shapes = {"q": (m, h * s["d_k"]), "k": (c, g * s["d_k"]), "v": (c, g * s["d_v"]), "o": (h * s["d_v"], m)}
    for letter, (rows, columns) in shapes.items():
        if more["weights"]:
            inputs["W" + letter] = weight(rows, columns)
        if letter in more["biases"]:
            inputs["b" + letter] = draw(columns, factor=0.5)
    for name, width in norm_names(spec).items():
        for part in ("weight", "bias"):
            if f"{name}_{part}" in more["norms"].split() or part[0] in more["norms"] and len(more["norms"]) < 3:
                drawn = draw(s[width], factor=0.25)
                inputs[f"{name}_{part}"] = drawn + (part == "weight" and not spec.get("norm_offset"))
    if spec.get("mlp"):
        names = {"gate": (m, s["d_ff"])} if spec["mlp"] == "gated" else {}
        for name, (rows, columns) in {**names, "up": (m, s["d_ff"]), "down": (s["d_ff"], m)}.items():
            inputs["W_" + name] = weight(rows, columns)
            if name[0] in more["biases"]:
                inputs["b_" + name] = draw(columns, factor=0.5)
    if kind == "t5":
        inputs["bias_table"] = draw(spec["position"]["buckets"], h)
    if spec.get("softmax_sink"):
        inputs["sink"] = draw(h)
    if "key_valid" in more["masks"]:
        inputs["key_valid"] = torch.ones(s["n_k"])
        inputs["key_valid"][[0] if "first" in more["masks"] else [1, -1]] = 0
    if "torch_seed" not in spec.get("dropout", {}):
        for name, (p, shape) in dropped_parts(s, spec).items():
            inputs[name] = (torch.rand(shape) >= p).double()
    return inputs


def dropped_parts(s, spec):
    """What each mask of dropout drops: its probability and shape, in the order of computation."""
    p, rows = spec.get("dropout", {}), (s["n_q"], s["d_model"])
    parts = {"keep": ("p", (s["heads"], s["n_q"], s["n_k"])), "keep_output": ("residual", rows),
             "keep_mlp": ("mlp", (s["n_q"], s["d_ff"]))}  # fmt: skip
    if spec.get("mlp"):
        parts["keep_mlp_output"] = ("residual", rows)
    return {name: (p[part], shape) for name, (part, shape) in parts.items() if part in p}


def masks_of(s, spec, inputs):
    """The masks of dropout, each divided by 1 - p: given, or drawn one after the other from one seed."""
    parts = dropped_parts(s, spec)
    if "torch_seed" not in spec.get("dropout", {}):
        return {name: inputs[name] / (1 - p) for name, (p, _) in parts.items()}
    torch.manual_seed(spec["dropout"]["torch_seed"])
    return {name: F.dropout(torch.ones(shape), p) for name, (p, shape) in parts.items()}


def sinusoidal(s):
    place, m = torch.arange(s["n_q"])[:, None], torch.arange(s["d_model"])
    angle = place / 10000.0 ** ((m - m % 2) / s["d_model"])
    return torch.where(m % 2 == 1, angle.cos(), angle.sin())


# ---- Stage by stage --------------------------------------------------------------------------------------------------


def normalised(x, name, kind, spec, inputs):
    epsilon = spec.get("norm_epsilon", 1e-5)
    if kind == "layernorm":
        centred = x - x.mean(-1, keepdim=True)
        row = centred / torch.sqrt((centred**2).mean(-1, keepdim=True) + epsilon)
    else:
        row = x / torch.sqrt((x**2).mean(-1, keepdim=True) + epsilon)
    if name + "_weight" in inputs:
        row = row * (inputs[name + "_weight"] + (1 if spec.get("norm_offset") else 0))
    return row + inputs.get(name + "_bias", 0)


def frequencies(position, dims):
    """What a position is multiplied by to get the angle of each pair, and what cos and sin are multiplied by."""
    pair = torch.arange(dims // 2).double()
    plain_turn = position["base"] ** (-2 * pair / dims)
    how = position.get("scaling")
    if not how:
        return plain_turn, 1
    slow = plain_turn / how["factor"]
    if how["type"] == "linear":
        return slow, 1
    span = how["original_max_position"]
    if how["type"] == "llama3":
        low, high = how["low_freq_factor"], how["high_freq_factor"]
        share = ((span * plain_turn / (2 * math.pi) - low) / (high - low)).clamp(0, 1)
        return share * plain_turn + (1 - share) * slow, 1

    def pair_of(turns):  # the pair, not rounded, that makes so many turns within the original span
        return dims * math.log(span / (2 * math.pi * turns)) / (2 * math.log(position["base"]))

    first = max(math.floor(pair_of(how.get("beta_fast", 32))), 0)
    last = min(math.ceil(pair_of(how.get("beta_slow", 1))), dims - 1)
    share = ((pair - first) / (last - first if last > first else 0.001)).clamp(0, 1)
    return (1 - share) * plain_turn + share * slow, how.get("attention_factor", 0.1 * math.log(how["factor"]) + 1)


def rotate(x, position):
    """The first dims of each row as complex numbers, turned; the others as they are."""
    dims = position.get("dims", x.shape[-1])
    turn, factor = frequencies(position, dims)
    place = torch.arange(x.shape[1]) + float(position["first"])
    theta = (place.double()[:, None] * turn).to(x.dtype)
    turn = torch.polar(torch.ones_like(theta), theta) * factor
    head, rest = x[..., :dims], x[..., dims:]
    if position["style"] == "interleaved":
        pairs = torch.view_as_complex(head.reshape(*head.shape[:-1], -1, 2).contiguous()) * turn
        return torch.cat([torch.view_as_real(pairs).flatten(-2), rest], -1)
    turned = torch.complex(head[..., : dims // 2].contiguous(), head[..., dims // 2 :].contiguous()) * turn
    return torch.cat([turned.real, turned.imag, rest], -1)


ACTIVATIONS = {
    "relu": lambda x: torch.where(x > 0, x, torch.zeros_like(x)),
    "relu2": lambda x: torch.where(x > 0, x**2, torch.zeros_like(x)),
    "gelu": lambda x: 0.5 * x * (1 + torch.erf(x / math.sqrt(2))),
    "gelu_tanh": lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "silu": lambda x: x / (1 + torch.exp(-x)),
    "quick_gelu": lambda x: x / (1 + torch.exp(-1.702 * x)),
}


def attention(s, spec, inputs, stages, x, c):
    position = spec.get("position") or {}

    def project(source, letter, heads):
        if "W" + letter not in inputs:
            return source[None] * 1
        product = source @ inputs["W" + letter] + inputs.get("b" + letter, 0)
        return product.reshape(len(source), heads, -1).transpose(0, 1)

    for letter, source, heads in (("Q", x, s["heads"]), ("K", c, s["kv_heads"])):
        stages[letter] = project(source, letter.lower(), heads)
        if "qk_norm" in spec:
            projected = stages[letter + "_projected"] = stages.pop(letter)
            stages[letter] = normalised(projected, letter.lower() + "_norm", spec["qk_norm"], spec, inputs)
    stages["V"] = project(c, "v", s["kv_heads"])
    q, k = stages["Q"], stages["K"]
    if position.get("kind") == "rope":
        q, k = stages["Q_rot"], stages["K_rot"] = rotate(q, position), rotate(k, position)
    group = s["heads"] // s["kv_heads"]
    k, v = k.repeat_interleave(group, 0), stages["V"].repeat_interleave(group, 0)
    stages["raw"] = torch.einsum("hid,hjd->hij", q, k)
    stages["scaled"] = scores = stages["raw"] * spec["scale"]
    bias = bias_of(s, spec, inputs)
    if bias is not None:
        stages["bias"] = bias.to(x.dtype) * 1
        stages["biased"] = scores = scores + stages["bias"]
    if "softcap" in spec:
        stages["capped"] = scores = spec["softcap"] * torch.tanh(scores / spec["softcap"])
    allow = allowed(s, spec, inputs)
    if allow is not None:
        stages["allow"] = allow.to(x.dtype)
    weigh(s, spec, inputs, stages, scores, allow)
    shares = stages["weights"]
    drop = masks_of(s, spec, inputs)
    if "keep" in drop:
        stages["dropped"] = shares = shares * drop["keep"]
    stages["context"] = mix(shares, v[:, None], None)
    stages["concat"] = stages["context"].transpose(0, 1).reshape(s["n_q"], -1)
    stages["output"] = stages["concat"] @ inputs["Wo"] + inputs.get("bo", 0) if "Wo" in inputs else stages["concat"] * 1


def walk(s, spec, inputs):
    """Every stage of the block, in the order of computation; the last is the result."""
    place, residual = spec.get("norm_place"), spec.get("residual")
    stages = {}

    def norm(name, source):
        stages[name] = normalised(source, name, spec["norm"], spec, inputs)
        return stages[name]

    if "E" in inputs:
        stages["P"] = sinusoidal(s).to(inputs["E"].dtype)
        stages["X"] = inputs["E"] + stages["P"]
    x = stages.get("X", inputs.get("X"))
    source = norm("norm_1", x) if place in ("pre", "both") else x
    attention(s, spec, inputs, stages, source, inputs.get("C", source))
    drop, flow = masks_of(s, spec, inputs), stages["output"]
    if "keep_output" in drop:
        flow = stages["output_dropped"] = flow * drop["keep_output"]
    flow = norm("output_norm", flow) if place == "both" else flow
    if residual == "sequential":
        flow = stages["residual_1"] = x + flow
    if place == "post":
        flow = norm("norm_1", flow)
    if not spec.get("mlp"):
        return stages
    source = x if residual == "parallel" else flow
    if place in ("pre", "both"):
        source = norm("norm_2", source)
    hidden = "gate" if spec["mlp"] == "gated" else "up"
    stages["mlp_hidden"] = source @ inputs["W_" + hidden] + inputs.get("b_" + hidden, 0)
    stages["mlp_activated"] = ACTIVATIONS[spec["activation"]](stages["mlp_hidden"])
    if spec["mlp"] == "gated":
        active = stages.pop("mlp_activated")
        stages["mlp_up"] = source @ inputs["W_up"] + inputs.get("b_up", 0)
        stages["mlp_activated"] = active * stages["mlp_up"]
    activated = stages["mlp_activated"]
    if "keep_mlp" in drop:
        activated = stages["mlp_dropped"] = activated * drop["keep_mlp"]
    stages["mlp_output"] = change = activated @ inputs["W_down"] + inputs.get("b_down", 0)
    if "keep_mlp_output" in drop:
        change = stages["mlp_output_dropped"] = change * drop["keep_mlp_output"]
    change = norm("mlp_output_norm", change) if place == "both" else change
    if residual:
        stages["residual_2"] = change = (x + flow if residual == "parallel" else flow) + change
    if place == "post":
        norm("norm_2", change)
    return stages


# ---- As model code ---------------------------------------------------------------------------------------------------

TORCH_ACTIVATIONS = {
    "relu": F.relu,
    "relu2": lambda x: F.relu(x).square(),
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "quick_gelu": lambda x: F.silu(1.702 * x) / 1.702,
}


def torch_norm(x, name, kind, spec, inputs):
    width, epsilon = x.shape[-1], spec.get("norm_epsilon", 1e-5)
    weight, bias = inputs.get(name + "_weight"), inputs.get(name + "_bias")
    if weight is not None and spec.get("norm_offset"):
        weight = weight + 1
    if kind == "layernorm":
        return F.layer_norm(x, (width,), weight, bias, epsilon)
    row = F.layer_norm(torch.cat([x, -x], -1), (2 * width,), None, None, epsilon)[..., :width]
    return row if weight is None else row * weight


def turn_of(pair, dims, base, how):
    """The frequency of one pair, by the cases in which transformers' modeling_rope_utils distinguishes them."""
    turn = 1 / base ** (2 * pair / dims)
    if how is None:
        return turn
    factor = how["factor"]
    if how["type"] == "linear":
        return turn / factor
    span = how["original_max_position"]
    if how["type"] == "llama3":
        length, low, high = 2 * math.pi / turn, how["low_freq_factor"], how["high_freq_factor"]
        if length < span / high:
            return turn
        if length > span / low:
            return turn / factor
        smooth = (span / length - low) / (high - low)
        return (1 - smooth) * turn / factor + smooth * turn
    bounds = [dims * math.log(span / (beta * 2 * math.pi)) / (2 * math.log(base))
              for beta in (how.get("beta_fast", 32), how.get("beta_slow", 1))]  # fmt: skip
    low, high = max(math.floor(bounds[0]), 0), min(math.ceil(bounds[1]), dims - 1)
    if low == high:
        high += 0.001
    kept = 1 - min(1, max(0, (pair - low) / (high - low)))
    return turn / factor * (1 - kept) + turn * kept


def torch_rotate(x, position):
    """x·cos + rotate_half(x)·sin; interleaved pairs are first put apart, and put back afterwards."""
    dims, how = position.get("dims", x.shape[-1]), position.get("scaling")
    turns = torch.tensor([turn_of(pair, dims, position["base"], how) for pair in range(dims // 2)])
    angle = torch.outer(torch.arange(x.shape[1]) + float(position["first"]), torch.cat([turns, turns]))
    factor = how.get("attention_factor") or 0.1 * math.log(how["factor"]) + 1 if how and how["type"] == "yarn" else 1
    head, rest = x[..., :dims], x[..., dims:]
    apart = torch.cat([torch.arange(0, dims, 2), torch.arange(1, dims, 2)])
    if position["style"] == "interleaved":
        head = head[..., apart]
    half = torch.cat([-head[..., dims // 2 :], head[..., : dims // 2]], -1)
    head = head * (angle.cos() * factor) + half * (angle.sin() * factor)
    if position["style"] == "interleaved":
        head = head[..., apart.argsort()]
    return torch.cat([head, rest], -1)


def hidden_pairs(s, spec, inputs):
    """-inf where a key is hidden, 0 elsewhere, with the bias of positions."""
    i, j = torch.arange(s["n_q"])[:, None], torch.arange(s["n_k"])
    hidden = torch.zeros(s["n_q"], s["n_k"], dtype=torch.bool)
    if spec.get("causal"):
        hidden |= j > i
    if "window" in spec:
        hidden |= i - j >= spec["window"]
    if "key_valid" in inputs:
        hidden |= inputs["key_valid"] == 0
    added = torch.zeros(s["heads"], s["n_q"], s["n_k"])
    bias = bias_of(s, spec, inputs)
    return (added if bias is None else added + bias).masked_fill(hidden, -INF)


def torch_attention(s, spec, inputs, x, c):
    def project(source, letter, heads):
        if "W" + letter not in inputs:
            return source[None]
        return F.linear(source, inputs["W" + letter].T, inputs.get("b" + letter)).unflatten(-1, (heads, -1)).transpose(0, 1)

    q, k, v = project(x, "q", s["heads"]), project(c, "k", s["kv_heads"]), project(c, "v", s["kv_heads"])
    if "qk_norm" in spec:
        q, k = (torch_norm(t, name, spec["qk_norm"], spec, inputs) for t, name in ((q, "q_norm"), (k, "k_norm")))
    if (spec.get("position") or {}).get("kind") == "rope":
        q, k = torch_rotate(q, spec["position"]), torch_rotate(k, spec["position"])
    group = s["heads"] // s["kv_heads"]
    k, v = k.repeat_interleave(group, 0), v.repeat_interleave(group, 0)
    added = hidden_pairs(s, spec, inputs)
    nothing = torch.isinf(added).all(-1, keepdim=True)
    added = torch.where(nothing, torch.zeros(()), added)  # softmax of nothing is NaN: any numbers, and 0 in the end
    if {"softcap", "softmax_sink", "dropout"}.isdisjoint(spec):
        found = sdpa(q * (spec["scale"] * math.sqrt(s["d_k"])), k, v, attn_mask=added)
        context = found[0] if isinstance(found, tuple) else found
    else:
        scores = q @ k.mT * spec["scale"]
        if "softcap" in spec:
            scores = torch.tanh(scores / spec["softcap"]) * spec["softcap"]
        scores = scores + added
        if "sink" in inputs:
            scores = torch.cat([scores, inputs["sink"][:, None, None].expand(-1, s["n_q"], 1)], -1)
        weights = scores.softmax(-1)[..., : s["n_k"]]
        context = (weights * masks_of(s, spec, inputs).get("keep", 1)) @ v
    concat = context.masked_fill(nothing, 0).transpose(0, 1).flatten(1)
    return F.linear(concat, inputs["Wo"].T, inputs.get("bo")) if "Wo" in inputs else concat


def assembled(s, spec, inputs):
    def norm(x, name, *places):
        return torch_norm(x, name, spec["norm"], spec, inputs) if spec.get("norm_place") in places else x

    drop = masks_of(s, spec, inputs)

    def attend(x):
        return torch_attention(s, spec, inputs, x, inputs.get("C", x)) * drop.get("keep_output", 1)

    def mlp(x):
        up = F.linear(x, inputs["W_up"].T, inputs.get("b_up"))
        act = TORCH_ACTIVATIONS[spec["activation"]]
        gate = spec["mlp"] == "gated"
        hidden = act(F.linear(x, inputs["W_gate"].T, inputs.get("b_gate"))) * up if gate else act(up)
        hidden = hidden * drop.get("keep_mlp", 1)
        return F.linear(hidden, inputs["W_down"].T, inputs.get("b_down")) * drop.get("keep_mlp_output", 1)

    x = inputs["X"] if "X" in inputs else inputs["E"] + sinusoidal(s)
    kept = 1 if spec.get("residual") else 0
    attended = norm(attend(norm(x, "norm_1", "pre", "both")), "output_norm", "both")
    if spec.get("residual") == "parallel":
        return x + attended + norm(mlp(norm(x, "norm_2", "pre", "both")), "mlp_output_norm", "both")
    x = norm(kept * x + attended, "norm_1", "post")
    if spec.get("mlp"):
        x = kept * x + norm(mlp(norm(x, "norm_2", "pre", "both")), "mlp_output_norm", "both")
        x = norm(x, "norm_2", "post")
    return x


# ---- Checks ----------------------------------------------------------------------------------------------------------

AXES = {
    "E P X norm_1 output output_norm residual_1 norm_2 mlp_output mlp_output_norm residual_2": "n_q d_model",
    "output_dropped mlp_output_dropped keep_output keep_mlp_output": "n_q d_model",
    "C": "n_k d_context",
    "Q Q_projected Q_rot": "heads n_q d_k",
    "K K_projected K_rot": "kv_heads n_k d_k",
    "V": "kv_heads n_k d_v",
    "raw scaled biased capped masked weights dropped keep": "heads n_q n_k",
    "bias": "heads n_q n_k",
    "allow": "n_q n_k",
    "sink_weight": "heads n_q",
    "context": "heads n_q d_v",
    "concat": "n_q o_rows",
    "mlp_hidden mlp_up mlp_activated mlp_dropped keep_mlp": "n_q d_ff",
    "Wq": "d_model q_columns",
    "Wk": "d_context k_columns",
    "Wv": "d_context v_columns",
    "Wo": "o_rows d_model",
    "bq": "q_columns",
    "bk": "k_columns",
    "bv": "v_columns",
    "bo b_down": "d_model",
    "W_gate W_up": "d_model d_ff",
    "W_down": "d_ff d_model",
    "b_gate b_up": "d_ff",
    "key_valid": "n_k",
    "sink": "heads",
    "bias_table": "buckets heads",
}


def wanted_stages(spec, inputs):
    """The tensors that such a block computes, by the rules of when a walk has each, and the last."""
    position, place, mlp = (spec.get("position") or {}).get("kind"), spec.get("norm_place"), spec.get("mlp")
    masked, dropped = spec.get("causal") or "key_valid" in inputs, spec.get("dropout", {})
    has = {
        "P X": position == "sinusoidal",
        "norm_1": place,
        "Q_projected K_projected": "qk_norm" in spec,
        "Q K V raw scaled weights context concat output": True,
        "Q_rot K_rot": position == "rope",
        "bias biased": position == "t5",
        "capped": "softcap" in spec,
        "allow masked": masked,
        "sink_weight": "sink" in inputs,
        "dropped": "p" in dropped,
        "output_dropped": "residual" in dropped,
        "mlp_dropped": "mlp" in dropped,
        "mlp_output_dropped": "residual" in dropped and mlp,
        "output_norm": place == "both",
        "residual_1": spec.get("residual") == "sequential",
        "norm_2": place and mlp,
        "mlp_hidden mlp_activated mlp_output": mlp,
        "mlp_up": mlp == "gated",
        "mlp_output_norm": place == "both" and mlp,
        "residual_2": spec.get("residual") and mlp,
    }
    names = [name for group, there in has.items() if there for name in group.split()]
    if place == "post":
        return names, "norm_2" if mlp else "norm_1"
    ends = ["residual_2", "mlp_output_norm", "mlp_output"] if mlp else ["residual_1", "output_norm", "output"]
    return names, next(name for name in ends if name in names)


def check_shapes(s, spec, inputs, stages):
    names, last = wanted_stages(spec, inputs)
    assert sorted(stages) == sorted(names), sorted(set(stages) ^ set(names))
    assert list(stages)[-1] == last, (list(stages)[-1], last)
    axes = {name: rule.split() for group, rule in AXES.items() for name in group.split()}
    for name, width in norm_names(spec).items():
        axes[name + "_weight"] = axes[name + "_bias"] = [width]
    sizes = {**s, "buckets": (spec.get("position") or {}).get("buckets")}
    sizes.update({f"{letter}_columns": s[h] * s[d] for letter, h, d in
                  (("q", "heads", "d_k"), ("k", "kv_heads", "d_k"), ("v", "kv_heads", "d_v"))})  # fmt: skip
    sizes["o_rows"] = s["heads"] * s["d_v"]
    for name, value in {**inputs, **stages}.items():
        assert list(value.shape) == [sizes[axis] for axis in axes[name]], (name, list(value.shape))
    for name, value in inputs.items():
        assert torch.equal(value * 1024, (value * 1024).round()) and torch.equal(value, value.float().double()), name


INSIDE = ["Q_rot", "K_rot", "raw", "scaled", "bias", "biased", "capped", "masked", "sink_weight", "weights", "dropped",
          "context", "concat"]  # fmt: skip


def leaves_of(inputs):
    def fixed(name):
        return name == "key_valid" or name.startswith("keep")

    return {name: value.clone().requires_grad_() for name, value in inputs.items() if not fixed(name)}


def gradients(s, spec, inputs, g):
    """Of all leaves, and of the stages that a block adds, Q, K, V and output, but not of the last; and the loss."""
    leaves = leaves_of(inputs)
    stages = walk(s, spec, {**inputs, **leaves})
    last = list(stages)[-1]
    inner = {name: value for name, value in stages.items() if value.requires_grad and name not in (*INSIDE, last)}
    for value in inner.values():
        value.retain_grad()
    loss = (stages[last] * g).sum()
    loss.backward()
    return stages, {name: t.grad for name, t in {**leaves, **inner}.items()}, loss.detach()


def close(name, got, want, most):
    worst = ((got - want).abs() / want.abs().clamp(min=1)).max()
    assert worst <= most, f"{name}: off by {float(worst)}"


def check_assembled(s, spec, inputs, g, result, grads, most):
    leaves = leaves_of(inputs)
    output = assembled(s, spec, {**inputs, **leaves})
    close("assembled", output, result, 1e-12)
    (output * g).sum().backward()
    for name, leaf in leaves.items():
        close(f"gradient of {name}", leaf.grad, grads[name], most)


def layer_covers(s, spec, inputs, more):
    kind = (spec.get("position") or {}).get("kind")
    return (
        spec.get("norm") == "layernorm"
        and spec["norm_place"] in ("pre", "post")
        and spec.get("residual") == "sequential"
        and spec.get("mlp") == "plain"
        and {"qk_norm", "norm_offset", "softcap", "softmax_sink"}.isdisjoint(spec)
        and ("dropout" not in spec or "torch_seed" in spec["dropout"])
        and kind in (None, "sinusoidal")
        and not more["cross"]
        and s["kv_heads"] == s["heads"]
        and s["d_k"] == s["d_v"] == s["d_model"] / s["heads"]
        and spec["scale"] == 1 / math.sqrt(s["d_k"])
    )


def turned(t):
    return t.T if t.dim() == 2 else t


def check_layer(s, spec, inputs, g, stages, grads, most):
    """nn.TransformerEncoderLayer with these weights: its output, and the gradients of what it reads."""
    layer = torch.nn.TransformerEncoderLayer(
        s["d_model"], s["heads"], s["d_ff"], spec.get("dropout", {"p": 0.0})["p"], TORCH_ACTIVATIONS[spec["activation"]], spec.get("norm_epsilon", 1e-5),
        batch_first=True, norm_first=spec["norm_place"] == "pre",
    )  # fmt: skip
    if spec["activation"] in ("relu", "gelu"):  # the words that it knows
        layer.activation = {"relu": F.relu, "gelu": F.gelu}[spec["activation"]]
    own = {"self_attn.in_proj_weight": ("Wq", "Wk", "Wv"), "self_attn.in_proj_bias": ("bq", "bk", "bv")}
    own.update({"self_attn.out_proj.weight": ("Wo",), "self_attn.out_proj.bias": ("bo",)})
    own.update({"linear1.weight": ("W_up",), "linear1.bias": ("b_up",), "linear2.weight": ("W_down",)})
    own.update({"linear2.bias": ("b_down",)})
    own.update({f"norm{n}.{part}": (f"norm_{n}_{part}",) for n in "12" for part in ("weight", "bias")})
    parameters = dict(layer.named_parameters())
    assert parameters.keys() == own.keys()
    with torch.no_grad():
        for name, names in own.items():
            parameters[name].copy_(torch.cat([turned(inputs[one]) for one in names]))
    x = (stages["X"] if "X" in stages else inputs["X"]).detach().clone().requires_grad_()
    mask = hidden_pairs(s, spec, inputs)
    sees = ~torch.isinf(mask).all(-1)[0]
    mask = torch.where(sees[:, None], mask, torch.zeros(()))  # such a row is compared with nothing
    if "dropout" in spec:
        torch.manual_seed(spec["dropout"]["torch_seed"])
    output = layer(x[None], mask)[0]
    close("TransformerEncoderLayer", output[sees], stages[list(stages)[-1]][sees], 1e-12)
    if sees.all():
        (output * g).sum().backward()
        close("gradient of X", x.grad, grads["X"], most)
        for name, names in own.items():
            close(f"gradient of {name}", parameters[name].grad, torch.cat([turned(grads[one]) for one in names]), most)


def check_float32(s, spec, inputs, g, stages, grads, tolerance):
    """How far float32 gets with the same formulas."""
    torch.set_default_dtype(torch.float32)
    single = {name: value.float() for name, value in inputs.items()}
    got, slopes, _ = gradients(s, spec, single, g.float())
    torch.set_default_dtype(torch.float64)
    worst = [0.0, 0.0]
    for n, (found, wanted) in enumerate(((got, stages), (slopes, grads))):
        for name, want in wanted.items():
            if name in found:
                difference = torch.where(torch.isinf(want), torch.zeros(()), found[name].double() - want)
                size = torch.where(torch.isinf(want), torch.ones(()), want.abs()).clamp(min=1)
                worst[n] = max(worst[n], float((difference.abs() / size).max()))
    assert worst[0] <= tolerance / 2 and worst[1] <= 5 * tolerance / 2, worst
    return worst


def tensor(t, decimals=10):
    """As in variants/, with no more decimals than a comparison can use."""
    shape, data = written(t).values()
    return {"shape": shape, "data": [x if isinstance(x, (int, str)) else shortened(x, decimals) for x in data]}


def shortened(x, decimals):
    x = round(x, decimals)
    return int(x) if x == int(x) else x


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "blocks")
    os.makedirs(folder, exist_ok=True)
    for short, what, s, given, more in CASES:
        name = f"block_{short}"
        torch.manual_seed(zlib.crc32(name.encode()))
        spec = {"heads": s["heads"], "d_model": s["d_model"], **given}
        s["kv_heads"] = spec.setdefault("kv_heads", s["heads"])
        s["d_k"] = spec.setdefault("d_k", s["d_model"] // s["heads"])
        s["d_v"] = spec.setdefault("d_v", s["d_k"])
        spec.setdefault("scale", 1 / math.sqrt(s["d_k"]))
        inputs = make_inputs(s, spec, more)
        g = draw(s["n_q"], s["d_model"])
        stages, grads, loss = gradients(s, spec, inputs, g)
        check_shapes(s, spec, inputs, stages)
        most = 1e-6 * more["tolerance"]  # of gradients, which cancel where a variance is near the epsilon
        check_assembled(s, spec, inputs, g, stages[list(stages)[-1]], grads, most)
        checked = ["a block assembled from PyTorch's functions"]
        if layer_covers(s, spec, inputs, more):
            check_layer(s, spec, inputs, g, stages, grads, most)
            checked.append("nn.TransformerEncoderLayer")
        worst = check_float32(s, spec, inputs, g, stages, grads, more["tolerance"])
        notes = [what, "checked against " + " and ".join(checked)]
        if more["tolerance"] != 1e-5:
            notes.append(f"tolerance: {SMALL}")
        record = {
            "case": name,
            "variant": "block",
            "spec": spec,
            "inputs": {**{key: tensor(value) for key, value in inputs.items()}, "G": tensor(g)},
            "expected": {
                **{key: tensor(value) for key, value in stages.items()},
                "grads": {"loss": shortened(float(loss), 7), **{key: tensor(t, 7) for key, t in grads.items()}},
            },
            "result": list(stages)[-1],
            "tolerance_float32": more["tolerance"],
            "notes": notes,
        }
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(record, file, separators=(",", ":"), allow_nan=False)
            file.write("\n")
        print(f"{name}: {', '.join(checked)}; float32 is off by {worst[0]:.1e}, gradients by {worst[1]:.1e}")


if __name__ == "__main__":
    main()
