#!/usr/bin/env python3
"""Writes cases/own_*.json: attention in float64, checked against PyTorch's own modules wherever these cover the case.

Run: python3 tests/reference/generate.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
The format is that of the other cases: {case, variant, spec, inputs, expected, tolerance_float32}, tensors as
{"shape", "data"}, non-finite numbers as strings, 1 = allowed. Inputs are multiples of 2^-10, so float32 holds them.
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


def case(
    name, n_q, n_k=None, d_model=8, d_context=None, heads=2, kv_heads=None, d_k=None, d_v=None, d_out=None, **more
):
    """n_k None is self-attention. more: weights, biases (names), wo, spec (fields as given), position, masks, holes."""
    d_k = d_k or d_model // heads
    sizes = {
        "n_q": n_q,
        "n_k": n_k or n_q,
        "cross": n_k is not None,
        "d_model": d_model,
        "d_context": d_context or d_model,
        "heads": heads,
        "kv_heads": kv_heads or heads,
        "d_k": d_k,
        "d_v": d_v or d_k,
        "d_out": d_out or d_model,
    }
    defaults = {"weights": True, "biases": "", "wo": True, "spec": {}, "position": None, "masks": "", "holes": None}
    return name, sizes, {**defaults, **more}


CASES = [
    case("causal_padding_offset", 3, 7, spec={"causal": True, "align": "bottom_right"}, masks="key_valid"),
    case("causal_padding_offset", 3, 7, spec={"causal": True, "align": "top_left"}, masks="key_valid"),
    case("causal_more_queries", 7, 3, spec={"causal": True}, biases="q k v o"),
    case("causal_more_queries", 7, 3, spec={"causal": True, "align": "top_left"}, biases="q k v o"),
    case("head_mask", 5, heads=3, d_model=9, masks="allow3"),
    case("head_mask", 4, 9, heads=4, kv_heads=2, d_context=5, masks="allow3 key_valid", spec={"causal": True}),
    case("head_mask", 5, heads=1, d_model=3, masks="allow3"),
    case("mask", 6, 5, biases="q k v o", masks="allow2"),
    case("mask", 3, masks="allow2 key_valid", spec={"causal": True}, wo=False),
    case("widths", 5, heads=3, d_model=7, d_k=2, d_v=5, d_out=11, biases="q k v o"),
    case("widths", 6, 2, heads=1, d_model=3, d_context=10, d_k=5, d_v=1, biases="q k v", wo=False),
    case("widths", 9, heads=2, d_model=5, d_k=11, d_v=9, d_out=1, biases="o", spec={"scale": 1}),
    case("kv_heads", 5, heads=6, kv_heads=3, d_model=7, d_k=3, d_v=2, biases="q k v o"),
    case("kv_heads", 4, 11, heads=5, kv_heads=1, d_model=10, d_context=6, biases="q"),
    case("kv_heads", 6, heads=9, kv_heads=3, d_model=9, spec={"causal": True}, masks="key_valid", biases="k v"),
    case("sinusoidal", 11, d_model=7, heads=1, position="sinusoidal"),
    case("sinusoidal", 5, d_model=8, heads=2, position="sinusoidal", spec={"causal": True}, biases="q k v o"),
    case("sinusoidal", 6, d_model=5, heads=1, position="sinusoidal", weights=False, wo=False),
    case("learned", 4, 6, d_model=6, position="learned"),
    case("learned", 7, d_model=3, heads=1, position="learned", weights=False, wo=False, masks="key_valid"),
    case("no_weights", 5, 9, d_model=6, heads=1, weights=False, wo=False),
    case("no_weights", 6, d_model=11, heads=1, weights=False, biases="o", d_out=4, spec={"causal": True, "scale": 1}),
    case("hidden_nan", 5, 6, d_context=7, masks="key_valid", holes="C", biases="q k v o"),
    case("hidden_nan", 6, masks="key_valid", holes="X", spec={"causal": True}),
    case("scale", 4, spec={"scale": 0}, d_model=10),
    case("scale", 8, spec={"scale": -3.5}, d_model=2, heads=1),
    case("one", 1, d_model=1, heads=1),
    case("one", 1, 1, d_model=1, d_context=1, heads=1, kv_heads=1, biases="q k v o", masks="allow2"),
    case("odd", 10, 3, d_model=10, heads=5, d_k=7, d_v=3, d_out=9, biases="v", spec={"causal": True}),
]


def draw(*shape, factor=1.0):
    return (torch.randn(*shape) * factor * 1024).round() / 1024


def make_inputs(s, more):
    """The tensors of one case, in the order of the walk."""
    query_side = "E" if more["position"] else "X"
    inputs = {query_side: draw(s["n_q"], s["d_model"])}
    if more["position"] == "learned":
        inputs["P"] = draw(s["n_q"], s["d_model"])
    if s["cross"]:
        inputs["C"] = draw(s["n_k"], s["d_context"])
    q, k, v = s["heads"] * s["d_k"], s["kv_heads"] * s["d_k"], s["kv_heads"] * s["d_v"]
    widths = {"q": (s["d_model"], q), "k": (s["d_context"], k), "v": (s["d_context"], v)}
    widths["o"] = (s["heads"] * s["d_v"], s["d_out"])
    for letter, (rows, columns) in widths.items():
        if more["wo"] if letter == "o" else more["weights"]:
            inputs["W" + letter] = draw(rows, columns, factor=rows**-0.5)
        if letter in more["biases"]:
            inputs["b" + letter] = draw(columns)
    for mask in more["masks"].split():
        shape = {"key_valid": ["n_k"], "allow2": ["n_q", "n_k"], "allow3": ["heads", "n_q", "n_k"]}[mask]
        values = (torch.rand([s[name] for name in shape]) < 0.7).double()
        if mask == "allow2" and s["n_q"] > 1:
            values[1] = 0  # a row that may see nothing
        inputs[mask[:5] if mask != "key_valid" else mask] = values
    if more["holes"]:
        hidden = inputs["key_valid"] == 0
        hidden[-1] = True
        inputs["key_valid"] = (~hidden).double()
        inputs[more["holes"]][hidden, 1] = torch.tensor([NAN, INF, -INF] * 9)[: int(hidden.sum())]
    return inputs


def sinusoidal(n, d_model):
    position = torch.zeros(n, d_model)
    for i in range(n):
        for m in range(d_model):
            angle = i / 10000 ** ((m - m % 2) / d_model)
            position[i, m] = math.cos(angle) if m % 2 else math.sin(angle)
    return position


def allowed(s, spec, inputs):
    """Every mask together, [heads, n_q, n_k], or None without any."""
    if not spec.get("causal") and "key_valid" not in inputs and "allow" not in inputs:
        return None
    n_q, n_k = s["n_q"], s["n_k"]
    allow = torch.ones(n_q, n_k, dtype=torch.bool)
    if spec.get("causal"):
        shift = 0 if spec.get("align") == "top_left" else n_k - n_q
        allow = allow & (torch.arange(n_k)[None, :] <= torch.arange(n_q)[:, None] + shift)
    if "key_valid" in inputs:
        allow = allow & (inputs["key_valid"][None, :] == 1)
    if "allow" in inputs:
        allow = allow & (inputs["allow"] == 1)
    return allow


def softmax(scores):
    top = scores.amax(-1, keepdim=True)
    share = torch.exp(scores - torch.where(torch.isinf(top), torch.zeros_like(top), top))
    total = share.sum(-1, keepdim=True)
    return torch.where(total == 0, torch.zeros_like(share), share / total)


def walk(s, spec, inputs):
    stages = {}
    if "E" in inputs:
        if "P" not in inputs:
            stages["P"] = sinusoidal(s["n_q"], s["d_model"])
        stages["X"] = inputs["E"] + inputs.get("P", stages.get("P"))
    x = stages.get("X", inputs.get("X"))
    c = inputs.get("C", x)

    def project(source, letter, heads):
        if "W" + letter not in inputs:
            return source[None]
        product = source @ inputs["W" + letter] + inputs.get("b" + letter, 0)
        return product.reshape(len(source), heads, -1).transpose(0, 1)

    q = stages["Q"] = project(x, "q", s["heads"])
    k = stages["K"] = project(c, "k", s["kv_heads"])
    v = stages["V"] = project(c, "v", s["kv_heads"])
    group = s["heads"] // s["kv_heads"]
    k, v = k.repeat_interleave(group, 0), v.repeat_interleave(group, 0)
    stages["raw"] = torch.einsum("hid,hjd->hij", q, k)
    stages["scaled"] = scores = stages["raw"] * spec["scale"]
    allow = allowed(s, spec, inputs)
    if allow is not None:
        stages["allow"] = allow.double()
        stages["masked"] = scores = torch.where(allow, scores, torch.tensor(-INF))
    stages["weights"] = softmax(scores)
    terms = stages["weights"][..., None] * v[:, None]
    if allow is not None:
        terms = torch.where(allow.expand(scores.shape)[..., None], terms, torch.zeros(()))
    stages["context"] = terms.sum(2)
    stages["concat"] = stages["context"].transpose(0, 1).reshape(s["n_q"], -1)
    stages["output"] = stages["concat"]
    if "Wo" in inputs:
        stages["output"] = stages["concat"] @ inputs["Wo"] + inputs.get("bo", 0)
    return stages


def close(name, got, want, rows):
    """Compares the rows (of [heads, n_q, .]) that may see something; the others are NaN in PyTorch, 0 here."""
    difference = torch.where(rows[..., None], got - want, torch.zeros(())).abs().max()
    assert difference < 1e-12, f"{name}: {float(difference)}"


def check_sdpa(s, spec, stages):
    group = s["heads"] // s["kv_heads"]
    q = stages["Q"] * (spec["scale"] * math.sqrt(s["d_k"]))
    k, v = (stages[name].repeat_interleave(group, 0) for name in "KV")
    allow = stages["allow"].bool().expand(stages["raw"].shape).clone() if "allow" in stages else None
    found = sdpa(q, k, v, attn_mask=allow)
    context = found[0] if isinstance(found, tuple) else found
    rows = torch.ones(q.shape[:2], dtype=torch.bool) if allow is None else allow.any(-1)
    close("scaled_dot_product_attention", context, stages["context"], rows)


def check_module(s, spec, inputs, stages):
    module = torch.nn.MultiheadAttention(
        s["d_model"], s["heads"], bias="bq" in inputs, kdim=s["d_context"], vdim=s["d_context"], batch_first=True
    )
    with torch.no_grad():
        parts = [inputs["W" + letter].T for letter in "qkv"]
        if module.in_proj_weight is not None:
            module.in_proj_weight.copy_(torch.cat(parts))
        else:
            for letter, part in zip("qkv", parts):
                getattr(module, letter + "_proj_weight").copy_(part)
        module.out_proj.weight.copy_(inputs["Wo"].T)
        if "bq" in inputs:
            module.in_proj_bias.copy_(torch.cat([inputs["b" + letter] for letter in "qkv"]))
            module.out_proj.bias.copy_(inputs["bo"])
        x = stages.get("X", inputs.get("X"))
        c = inputs.get("C", x)
        hidden = ~stages["allow"].bool().expand(stages["raw"].shape) if "allow" in stages else None
        output, weights = module(x[None], c[None], c[None], attn_mask=hidden, average_attn_weights=False)
    rows = torch.ones(stages["raw"].shape[:2], dtype=torch.bool) if hidden is None else (~hidden).any(-1)
    close("MultiheadAttention weights", weights[0], stages["weights"], rows)
    close("MultiheadAttention output", output[0], stages["output"], rows.all(0))


def check_holes(s, spec, inputs, stages, holes):
    """What hidden keys hold reaches no other row: the outputs are those with zeros in the holes."""
    clean = {name: torch.nan_to_num(value, nan=0, posinf=0, neginf=0) for name, value in inputs.items()}
    filled = walk(s, spec, clean)
    rows = torch.ones(s["n_q"], dtype=torch.bool)
    if holes == "X":
        rows = inputs["key_valid"] == 1  # the other queries are NaN themselves
    assert torch.equal(stages["output"][rows], filled["output"][rows])
    return clean, filled


def module_covers(s, spec, inputs):
    biases = [letter for letter in "qkvo" if "b" + letter in inputs]
    return (
        {"Wq", "Wo"} <= inputs.keys()
        and len(biases) in (0, 4)
        and s["kv_heads"] == s["heads"]
        and s["d_k"] == s["d_v"]
        and s["heads"] * s["d_k"] == s["d_model"] == s["d_out"]
        and spec["scale"] == 1 / math.sqrt(s["d_k"])
    )


def tensor(t):
    def number(x):
        if math.isfinite(x):
            return int(x) if x == int(x) else x
        return "nan" if math.isnan(x) else "inf" if x > 0 else "-inf"

    return {"shape": list(t.shape), "data": [number(x) for x in t.reshape(-1).tolist()]}


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases")
    counts = {}
    for variant, s, more in CASES:
        counts[variant] = counts.get(variant, 0) + 1
        name = f"own_{variant}_{counts[variant]}"
        torch.manual_seed(zlib.crc32(name.encode()))
        spec = {name: s[name] for name in ("heads", "kv_heads", "d_model", "d_context", "d_k", "d_v")}
        spec = {**spec, "scale": 1 / math.sqrt(s["d_k"]), **more["spec"]}
        if more["position"]:
            spec["position"] = {"kind": more["position"]}
        inputs = make_inputs(s, more)
        stages = walk(s, spec, inputs)
        clean, filled = inputs, stages
        if more["holes"]:
            clean, filled = check_holes(s, spec, inputs, stages, more["holes"])
        check_sdpa(s, spec, filled)
        checked = ["scaled_dot_product_attention"]
        if module_covers(s, spec, inputs):
            check_module(s, spec, clean, filled)
            checked.append("MultiheadAttention")
        record = {
            "case": name,
            "variant": f"own_{variant}",
            "spec": spec,
            "inputs": {key: tensor(value) for key, value in inputs.items()},
            "expected": {key: tensor(value) for key, value in stages.items()},
            "tolerance_float32": 2e-5,
            "notes": ["checked against PyTorch's " + " and ".join(checked)],
        }
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(record, file, separators=(",", ":"), allow_nan=False)
            file.write("\n")
        print(f"{name}: {', '.join(checked)}")


if __name__ == "__main__":
    main()
