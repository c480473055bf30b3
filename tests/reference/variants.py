#!/usr/bin/env python3
"""Writes variants/*.json: the variants of attention in float64, forward and backward.

Run: python3 tests/reference/variants.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
The format is that of the other cases. Stages are checked against PyTorch's scaled_dot_product_attention wherever it
covers them; expected.grads, keyed by tensor, are autograd's for loss = sum(output · G), which torch.autograd.gradcheck
compares with central differences. No code is shared with the engine.
Numbers are written with 12 digits.
"""

import json
import math
import os
import zlib

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
NAN, INF = math.nan, math.inf
sdpa = getattr(F, "scaled_dot_product_attention", None) or F._scaled_dot_product_attention


def case(name, n_q, n_k=None, d_model=8, heads=2, tolerance=2e-5, masks="", holes=None, weights=True, biases="", queries=False, **spec):
    """n_k None is self-attention. spec: fields as the engine takes them; inputs follow from them. queries: Q, K and V are
    inputs, in place of X, C and their weights."""
    return name, {"n_q": n_q, "n_k": n_k or n_q, "cross": n_k is not None, "d_model": d_model, "heads": heads}, {
        "tolerance": tolerance, "masks": masks, "holes": holes, "weights": weights, "biases": biases, "queries": queries,
    }, spec  # fmt: skip


ROPE = {"kind": "rope", "style": "interleaved", "base": 10000, "first": 0}
HALF = {**ROPE, "style": "half_split"}
ALIBI = {"kind": "alibi"}


def shaw(clip, values=True):
    return {"kind": "shaw", "clip": clip, "values": values}


def t5(buckets, max_distance, bidirectional):
    return {"kind": "t5", "buckets": buckets, "max_distance": max_distance, "bidirectional": bidirectional}


def distance(form, **more):
    return {"kind": "distance", "form": form, **more}


DOWN, TOP = {"causal": True}, {"causal": True, "align": "top_left"}
FILL, ADD = {"value": -10000, "how": "fill"}, {"value": -10000, "how": "add"}
AFTER, RENORMALISED = "after_softmax", "after_softmax_renormalised"

CASES = [
    case("window", 3, 8, window=3, **DOWN),
    case("window", 8, 3, window=2, **DOWN, sink_tokens=1),
    case("window", 5, 7, window=4, **TOP),
    case("window", 6, 9, window=1, sink_tokens=2, masks="key_valid"),
    case("window", 5, window=0),
    case("window", 7, window=2, sink_tokens=3, **DOWN, masks="allow3", heads=4, d_model=12),
    case("rope", 3, 9, position=ROPE, **DOWN),
    case("rope", 9, 4, position={**HALF, "first": 5}, **DOWN, d_model=12),
    case("rope", 4, 7, position={**HALF, "base": 500000, "first": 1000}, d_model=20),
    case("rope", 5, 6, position={**ROPE, "base": 100}, **TOP, heads=4, kv_heads=2, d_k=6, d_v=3),
    case("rope", 6, position={**ROPE, "given": True}, heads=1, d_model=10),
    case("rope", 3, 7, position={**HALF, "given": True}, **DOWN, heads=6, kv_heads=3, d_k=2),
    case("rope", 6, position=HALF, weights=False, heads=1, d_model=6),
    case("rope", 7, position=ROPE, **DOWN, window=3, sink_tokens=1, softcap=4, heads=4, kv_heads=1, d_k=4, biases="qkv"),
    case("alibi", 3, 9, position=ALIBI, **DOWN, heads=3, d_model=9),
    case("alibi", 6, 4, position=ALIBI, heads=5, d_model=10),
    case("alibi", 5, position=ALIBI, heads=1),
    case("alibi", 4, 6, position=ALIBI, heads=12, d_model=12, kv_heads=4, masks="key_valid", **TOP),
    case("alibi", 6, position=ALIBI, heads=16, d_model=16, d_k=1, d_v=1, softcap=1.5),
    case("t5", 12, position=t5(8, 9, False), **DOWN),
    case("t5", 3, 15, position=t5(7, 12, True), **DOWN, scale=1, heads=3, d_model=9),
    case("t5", 14, 5, position=t5(10, 11, True), masks="allow2"),
    case("t5", 2, 150, position=t5(32, 128, True), d_model=4),
    case("t5", 1, 140, position=t5(32, 128, False), **DOWN, d_model=4, heads=4),
    case("t5", 9, position=t5(2, 2, False)),
    case("t5", 33, position=t5(16, 32, False), d_model=4, heads=1, softcap=10, scale=1),
    case("distance", 3, 8, position=distance("linear", **{"lambda": 0.75}), **DOWN),
    case("distance", 7, 4, position=distance("gaussian", sigma=1.25), heads=4),
    case("distance", 5, 6, position=distance("matrix"), **TOP, masks="key_valid"),
    case("distance", 6, position=distance("linear", **{"lambda": -0.25}), softcap=2, window=3, sink_tokens=1),
    case("distance", 5, position=distance("gaussian", sigma=0.5), weights=False, heads=1, d_model=3),
    case("shaw", 3, 8, position=shaw(2), **DOWN, heads=4, kv_heads=2, d_k=3, d_v=2),
    case("shaw", 8, 3, position=shaw(4), masks="key_valid", **TOP),
    case("shaw", 5, position=shaw(0), heads=1),
    case("shaw", 6, position=shaw(9, False), softcap=3, **DOWN, window=4),
    case("shaw", 5, position=shaw(1), weights=False, heads=1, d_model=5, masks="allow2"),
    case("softcap", 5, 7, softcap=0.5, masks="allow2"),
    case("softcap", 6, softcap=50, **DOWN, heads=4, kv_heads=2, d_k=4),
    case("sink", 4, 7, softmax_sink=True, masks="allow2 key_valid"),
    case("sink", 6, softmax_sink=True, **DOWN, window=2, heads=4, position=ALIBI),
    case("sink", 5, softmax_sink=True, mask_mode=AFTER, masks="allow3"),
    case("sink", 5, softmax_sink=True, mask_mode=RENORMALISED, masks="allow2"),
    case("dropout", 5, 6, dropout={"p": 0.3}, masks="allow2"),
    case("dropout", 6, dropout={"p": 0.1, "torch_seed": 7}, **DOWN, heads=4),
    case("dropout", 4, 5, dropout={"p": 0, "torch_seed": 1}),
    case("dropout", 4, dropout={"p": 1, "torch_seed": 1}),
    case("dropout", 7, dropout={"p": 0.5, "torch_seed": 123}, position=shaw(2), **DOWN, softmax_sink=True),
    case("mask_mode", 6, mask_mode=AFTER, **DOWN),
    case("mask_mode", 6, mask_mode=RENORMALISED, **DOWN),
    case("mask_mode", 4, 7, mask_mode=AFTER, masks="key_valid allow2", heads=4, kv_heads=2, d_k=3),
    case("mask_mode", 4, 7, mask_mode=RENORMALISED, masks="key_valid allow3", softcap=2, position=ALIBI),
    case("mask_mode", 4, mask_mode=RENORMALISED),
    case("mask_mode", 5, mask_mode=RENORMALISED, dropout={"p": 0.4, "torch_seed": 3}, **DOWN, window=2),
    case("mask_value", 5, mask_value=FILL, masks="allow2", **DOWN),
    case("mask_value", 5, mask_value=ADD, masks="allow2", tolerance=2e-3),
    case("mask_value", 4, 6, mask_value={"value": -1e9, "how": "fill"}, masks="key_valid allow3"),
    case("mask_value", 6, mask_value={"value": -1e9, "how": "add"}, **DOWN),
    case("mask_value", 5, mask_value={"value": -2, "how": "add"}, masks="allow2", softmax_sink=True),
    case("mask_value", 6, mask_value={"value": 0.5, "how": "fill"}, **DOWN, position=shaw(2), dropout={"p": 0.25}),
    case("mask_value", 5, 6, mask_value=FILL, masks="key_valid", holes="V"),
    case("hidden_nan", 4, 7, masks="key_valid", holes="C", position=ROPE, **DOWN, window=3),
    case("hidden_nan", 5, 6, masks="key_valid", holes="C", position=shaw(2), softcap=2, softmax_sink=True),
    case("hidden_nan", 5, 6, masks="key_valid", holes="C", position=ALIBI, dropout={"p": 0.5}, heads=4, kv_heads=2, d_k=2),
    case("all", 7, position=HALF, **DOWN, window=3, sink_tokens=1, softcap=5, softmax_sink=True, heads=4, kv_heads=2, d_k=4, d_v=3, masks="key_valid", dropout={"p": 0.2, "torch_seed": 9}, biases="qkvo"),
    case("all", 4, 9, position=t5(8, 16, True), **DOWN, window=5, softcap=3, softmax_sink=True, mask_mode=RENORMALISED, heads=4, kv_heads=1, d_k=3, masks="allow3", dropout={"p": 0.2}, biases="qkvo"),
    case("queries", 5, 7, queries=True, heads=4, kv_heads=2, d_k=3, d_v=5, masks="allow2", biases="o"),
    case("queries", 6, queries=True, position=ROPE, **DOWN, d_k=4, weights=False),
    case("queries", 3, 8, queries=True, position=ALIBI, **DOWN, d_k=2, d_v=6, heads=3, d_model=9, softcap=3, weights=False),
    case("queries", 4, 6, queries=True, position=shaw(2), masks="key_valid", softmax_sink=True, d_k=3),
    case("queries", 5, queries=True, **DOWN, window=2, dropout={"p": 0.3, "torch_seed": 5}, heads=6, kv_heads=3, d_k=2, d_model=5),
    case("queries", 5, 4, queries=True, position=t5(8, 9, True), mask_mode=RENORMALISED, masks="allow3", kv_heads=1, weights=False),
    case("queries", 4, 6, queries=True, position=distance("matrix"), mask_value=FILL, masks="key_valid", scale=1, heads=1, d_k=3, d_v=2),
    case("queries", 7, 3, queries=True, position={**HALF, "given": True}, d_k=6, d_v=1, weights=False),
    case("all", 6, position=distance("gaussian", sigma=3), mask_value=ADD, masks="allow3", softcap=7, heads=3, d_model=9, biases="o", tolerance=2e-3),
]  # fmt: skip


def draw(*shape, factor=1.0):
    return (torch.randn(*shape) * factor * 1024).round() / 1024


def make_inputs(s, more, spec):
    position = spec.get("position") or {}
    inputs = {"X": draw(s["n_q"], s["d_model"])}
    if s["cross"]:
        inputs["C"] = draw(s["n_k"], s["d_model"])
    h, g, m = s["heads"], s["kv_heads"], s["d_model"]
    if more["queries"]:
        inputs = {"Q": draw(h, s["n_q"], s["d_k"]), "K": draw(g, s["n_k"], s["d_k"]), "V": draw(g, s["n_k"], s["d_v"])}
    shapes = {"q": (m, h * s["d_k"]), "k": (m, g * s["d_k"]), "v": (m, g * s["d_v"]), "o": (h * s["d_v"], m)}
    for letter, (rows, columns) in shapes.items():
        if more["weights"] and not (more["queries"] and letter in "qkv"):
            inputs["W" + letter] = draw(rows, columns, factor=rows**-0.5)
        if letter in more["biases"]:
            inputs["b" + letter] = draw(columns)
    sizes = {"key_valid": ["n_k"], "allow2": ["n_q", "n_k"], "allow3": ["heads", "n_q", "n_k"]}
    for mask in more["masks"].split():
        values = (torch.rand([s[name] for name in sizes[mask]]) < 0.7).double()
        if mask == "allow2":
            values[1] = 0  # a row that may see nothing
        inputs[mask if mask == "key_valid" else "allow"] = values
    if more["holes"]:
        hidden = inputs["key_valid"] == 0
        hidden[-1] = True
        inputs["key_valid"] = (~hidden).double()
        if more["holes"] == "C":
            inputs["C"][hidden, 1] = torch.tensor([NAN, INF, -INF] * 9)[: int(hidden.sum())]
    if position.pop("given", False):
        inputs["positions"] = torch.randint(0, 50, (max(s["n_q"], s["n_k"]),)).double()
    if position.get("kind") == "shaw":
        inputs["relK"] = draw(2 * position["clip"] + 1, s["d_k"])
        if position.pop("values"):
            inputs["relV"] = draw(2 * position["clip"] + 1, s["d_v"])
    if position.get("kind") == "t5":
        inputs["bias_table"] = draw(position["buckets"], h)
    if position.get("form") == "matrix":
        inputs["bias_matrix"] = draw(s["n_q"], s["n_k"])
    if spec.get("softmax_sink"):
        inputs["sink"] = draw(h)
    if "dropout" in spec and "torch_seed" not in spec["dropout"]:
        inputs["keep"] = (torch.rand(h, s["n_q"], s["n_k"]) >= spec["dropout"]["p"]).double()
    return inputs


def places(s, spec):
    """Where queries and keys stand, without first."""
    shift = s["n_k"] - s["n_q"] if spec.get("causal") and spec.get("align") != "top_left" else 0
    return torch.arange(s["n_q"])[:, None] + shift, torch.arange(s["n_k"])[None, :]


def allowed(s, spec, inputs):
    """Every mask together, [n_q, n_k] or [heads, n_q, n_k], or None without any."""
    if not (spec.get("causal") or "window" in spec or "key_valid" in inputs or "allow" in inputs):
        return None
    i, j = places(s, spec)
    allow = torch.ones(s["n_q"], s["n_k"], dtype=torch.bool)
    if "window" in spec:
        near = (i - j < spec["window"]) if spec.get("causal") else ((i - j).abs() <= spec["window"])
        allow = near | (j < spec.get("sink_tokens", 0)).expand_as(near)
    if spec.get("causal"):
        allow = allow & (j <= i)
    if "key_valid" in inputs:
        allow = allow & (inputs["key_valid"][None, :] == 1)
    if "allow" in inputs:
        allow = allow & (inputs["allow"] == 1)
    return allow


def bucket(ahead, buckets, max_distance, bidirectional):
    """T5's bucket, in whole numbers: the logarithms compared as powers."""
    start = 0
    if bidirectional:
        buckets //= 2
        start = buckets if ahead > 0 else 0
        ahead = -abs(ahead)
    d, exact = max(-ahead, 0), buckets // 2
    if d < exact:
        return start + d
    steps = buckets - exact
    passed = max(k for k in range(steps + 1) if k == 0 or d**steps >= max_distance**k * exact ** (steps - k))
    return start + min(exact + passed, buckets - 1)


def slopes(heads):
    power = 2 ** int(math.log2(heads))
    first = [2 ** (-8 * (h + 1) / power) for h in range(power)]
    return torch.tensor((first + [2 ** (-8 * (h + 1) / (2 * power)) for h in range(0, 2 * power, 2)])[:heads])


def bias_of(s, spec, inputs):
    position = spec.get("position") or {}
    i, j = places(s, spec)
    far = (i - j).abs().double()
    kind = position.get("form", position.get("kind"))
    if kind == "alibi":
        return -slopes(s["heads"])[:, None, None] * far
    if kind == "t5":
        rows = [[bucket(int(a), position["buckets"], position["max_distance"], position["bidirectional"]) for a in row]
                for row in j - i]  # fmt: skip
        return inputs["bias_table"][torch.tensor(rows)].permute(2, 0, 1)
    if kind == "linear":
        return -position["lambda"] * far
    if kind == "gaussian":
        return -(far**2) / (2 * position["sigma"] ** 2)
    return inputs["bias_matrix"] if kind == "matrix" else None


def rotate(x, place, position):
    d_k = x.shape[-1]
    theta = place[:, None] * position["base"] ** (-2 * torch.arange(d_k // 2) / d_k)
    turn = torch.polar(torch.ones_like(theta), theta)
    if position["style"] == "interleaved":
        return torch.view_as_real(torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous()) * turn).flatten(-2)
    turned = torch.complex(x[..., : d_k // 2], x[..., d_k // 2 :]) * turn
    return torch.cat([turned.real, turned.imag], -1)


def softmax(scores, sink=None):
    columns = scores if sink is None else torch.cat([sink[:, None, None].expand(*scores.shape[:2], 1), scores], -1)
    top = columns.amax(-1, keepdim=True).detach()
    share = torch.exp(columns - torch.where(torch.isinf(top), torch.zeros_like(top), top))
    total = share.sum(-1, keepdim=True)
    share = torch.where(total == 0, torch.zeros_like(share), share / torch.where(total == 0, torch.ones_like(total), total))
    return (share, None) if sink is None else (share[..., 1:], share[..., 0])


def keep_of(s, spec, inputs):
    if "keep" in inputs:
        return inputs["keep"]
    torch.manual_seed(spec["dropout"]["torch_seed"])
    return (F.dropout(torch.ones(s["heads"], s["n_q"], s["n_k"]), spec["dropout"]["p"]) > 0).double()


def weigh(s, spec, inputs, stages, scores, allow):
    """From scores to weights, by any of the ways of masking."""
    sink, mode, finite = inputs.get("sink"), spec.get("mask_mode", "before_softmax"), spec.get("mask_value")
    if allow is not None and mode == "before_softmax":
        hidden = torch.tensor(-INF) if not finite else scores + finite["value"] if finite["how"] == "add" else torch.tensor(float(finite["value"]))
        stages["masked"] = scores = torch.where(allow, scores, hidden)
    weights, sink_weight = softmax(scores, sink)
    if sink is not None:
        stages["sink_weight"] = sink_weight
    if allow is not None and mode != "before_softmax":
        stages["weights_unmasked"] = weights
        stages["zeroed"] = weights = torch.where(allow, weights, torch.zeros(()))
        if mode == RENORMALISED:
            total = torch.where(allow, weights, torch.zeros(())).sum(-1, keepdim=True) + (0 if sink is None else sink_weight[..., None])
            weights = torch.where(allow, weights / torch.where(total == 0, torch.ones(()), total), torch.zeros(()))
        else:
            weights = weights * 1
    stages["weights"] = weights


def mix(weights, v, skipped):
    """Weight 0 times anything finite is 0 anyway; a gradient then reaches the weight."""
    terms = weights[..., None] * v
    plain = skipped is None or bool(torch.isfinite(v).all())
    return (terms if plain else torch.where(skipped[..., None], torch.zeros(()), terms)).sum(2)


def walk(s, spec, inputs):
    position = spec.get("position") or {}
    stages = {}
    x = inputs.get("X")
    c = inputs.get("C", x)

    def project(source, letter, heads):
        if letter.upper() in inputs:
            return inputs[letter.upper()]
        if "W" + letter not in inputs:
            return source[None] * 1
        product = source @ inputs["W" + letter] + inputs.get("b" + letter, 0)
        return product.reshape(len(source), heads, -1).transpose(0, 1)

    q = stages["Q"] = project(x, "q", s["heads"])
    k = stages["K"] = project(c, "k", s["kv_heads"])
    v = stages["V"] = project(c, "v", s["kv_heads"])
    i, j = places(s, spec)
    if position.get("kind") == "rope":
        place = inputs.get("positions", torch.arange(-999, 2000) + position["first"] + 0.0)
        zero = 0 if "positions" in inputs else 999
        q = stages["Q_rot"] = rotate(q, place[i[:, 0] + zero], position)
        k = stages["K_rot"] = rotate(k, place[j[0] + zero], position)
    group = s["heads"] // s["kv_heads"]
    k, v = k.repeat_interleave(group, 0), v.repeat_interleave(group, 0)
    raw = torch.einsum("hid,hjd->hij", q, k)
    row = (j - i).clamp(-position["clip"], position["clip"]) + position["clip"] if "clip" in position else None
    if row is not None:
        stages["raw_content"] = raw
        stages["raw_relative"] = torch.einsum("hid,ijd->hij", q, inputs["relK"][row])
        raw = stages["raw_content"] + stages["raw_relative"]
    stages["raw"] = raw
    stages["scaled"] = scores = raw * spec["scale"]
    bias = bias_of(s, spec, inputs)
    if bias is not None:
        stages["bias"] = bias * 1
        stages["biased"] = scores = scores + stages["bias"]
    if "softcap" in spec:
        stages["capped"] = scores = spec["softcap"] * torch.tanh(scores / spec["softcap"])
    allow = allowed(s, spec, inputs)
    if allow is not None:
        stages["allow"] = allow.double()
        if not spec.get("mask_value"):
            # What hidden keys hold must reach nothing; where their scores are NaN no gradient may be.
            scores = torch.where(allow | (spec.get("mask_mode", "before_softmax") != "before_softmax"), scores, torch.zeros(()))
    weigh(s, spec, inputs, stages, scores, allow)
    shares = stages["weights"]
    if "dropout" in spec:
        p = spec["dropout"]["p"]
        keep = keep_of(s, spec, inputs)
        stages["dropped"] = shares = torch.where(keep == 1, shares / (1 - p if p < 1 else 1), torch.zeros(()))
    skipped = None if allow is None else (~allow.expand(shares.shape) & ((shares == 0) | (not spec.get("mask_value"))))
    context = mix(shares, v[:, None], skipped)
    if "relV" in inputs:
        stages["context_content"] = context
        context = context + mix(shares, inputs["relV"][row][None], skipped)
    stages["context"] = context
    stages["concat"] = context.transpose(0, 1).reshape(s["n_q"], -1)
    stages["output"] = stages["concat"] @ inputs["Wo"] + inputs.get("bo", 0) if "Wo" in inputs else stages["concat"] * 1
    return stages


def check_sdpa(s, spec, inputs, stages):
    """PyTorch's attention with everything it does not know given as a mask to be added."""
    plain = {"softcap", "softmax_sink", "dropout", "mask_value"}.isdisjoint(spec) and "relV" not in inputs
    if not plain or spec.get("mask_mode") == AFTER:
        return []
    group = s["heads"] // s["kv_heads"]
    q = stages.get("Q_rot", stages["Q"]) * (spec["scale"] * math.sqrt(s["d_k"]))
    k = stages.get("K_rot", stages["K"]).repeat_interleave(group, 0)
    v = stages["V"].repeat_interleave(group, 0)
    if not all(torch.isfinite(t).all() for t in (k, v)):
        return []
    added = torch.zeros(stages["raw"].shape) + stages.get("bias", 0) + stages.get("raw_relative", 0) * spec["scale"]
    rows = torch.ones(q.shape[:2], dtype=torch.bool)
    if "allow" in stages:
        allow = stages["allow"].bool().expand(added.shape)
        added, rows = torch.where(allow, added, torch.tensor(-INF)), allow.any(-1)
    found = sdpa(q, k, v, attn_mask=added)
    context = found[0] if isinstance(found, tuple) else found
    difference = torch.where(rows[..., None], context - stages["context"], torch.zeros(())).abs().max()
    assert difference < 1e-12, float(difference)
    return ["scaled_dot_product_attention"]


LEAVES = ["X", "C", "Q", "K", "V", *(w + letter for w in "Wb" for letter in "qkvo"), "relK", "relV", "bias_table", "bias_matrix", "sink"]


def gradients(s, spec, inputs, g):
    leaves = {name: value.clone().requires_grad_() for name, value in inputs.items() if name in LEAVES}
    stages = walk(s, spec, {**inputs, **leaves})
    inner = {name: value for name, value in stages.items() if value.requires_grad and name != "output"}
    for value in inner.values():
        value.retain_grad()
    (stages["output"] * g).sum().backward()
    grads = {**leaves, **inner}
    return {name: torch.zeros_like(t) if t.grad is None else t.grad for name, t in grads.items()}


def check_differences(s, spec, inputs, g):
    """Autograd against central differences of the same walk."""
    names = [name for name in inputs if name in LEAVES]

    def loss(*values):
        return (walk(s, spec, {**inputs, **dict(zip(names, values))})["output"] * g).sum()

    assert torch.autograd.gradcheck(loss, [inputs[name].clone().requires_grad_() for name in names], eps=1e-6, atol=1e-6)


def tensor(t):
    def number(x):
        if math.isfinite(x):
            return int(x) if x == int(x) else float(f"{x:.12g}")
        return "nan" if math.isnan(x) else "inf" if x > 0 else "-inf"

    return {"shape": list(t.shape), "data": [number(x) for x in t.detach().reshape(-1).tolist()]}


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "variants")
    counts = {}
    for variant, s, more, given in CASES:
        counts[variant] = counts.get(variant, 0) + 1
        name = f"{variant}_{counts[variant]}"
        torch.manual_seed(zlib.crc32(f"var_{name}".encode()))
        spec = {name: dict(value) if isinstance(value, dict) else value for name, value in given.items()}
        s["kv_heads"] = spec.setdefault("kv_heads", s["heads"])
        s["d_k"] = spec.setdefault("d_k", s["d_model"] // s["heads"])
        s["d_v"] = spec.setdefault("d_v", s["d_k"])
        spec = {"heads": s["heads"], "d_model": s["d_model"], "scale": 1 / math.sqrt(s["d_k"]), **spec}
        if more["queries"]:
            del spec["d_model"]  # nothing is as wide
        inputs = make_inputs(s, more, spec)
        without = more["queries"] and not more["weights"]
        g = draw(s["n_q"], s["heads"] * s["d_v"] if without else s["d_model"])
        stages = walk(s, spec, inputs)
        checked = check_sdpa(s, spec, inputs, stages)
        expected = {key: tensor(value) for key, value in stages.items()}
        if all(torch.isfinite(value).all() for key, value in inputs.items()):
            expected["grads"] = {key: tensor(value) for key, value in gradients(s, spec, inputs, g).items()}
            check_differences(s, spec, inputs, g)
            checked += ["autograd", "central differences"]
        record = {
            "case": name,
            "variant": variant,
            "spec": spec,
            "inputs": {**{key: tensor(value) for key, value in inputs.items()}, "G": tensor(g)},
            "expected": expected,
            "tolerance_float32": more["tolerance"],
            "notes": ["checked against " + (" and ".join(checked) or "nothing else")],
        }
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(record, file, separators=(",", ":"), allow_nan=False)
            file.write("\n")
        print(f"{name}: {', '.join(checked)}")


if __name__ == "__main__":
    main()
