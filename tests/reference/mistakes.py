#!/usr/bin/env python3
"""Writes mistakes.json: cases with a planted mistake, and right ones, that `attention-stepper check` must tell apart.

Run: python3 tests/reference/mistakes.py   (NumPy alone)
Each case is attention as somebody might write it in NumPy, with the mistake made in the code, in float64 or float32. No code
is shared with the engine or with check. Beside the case's own fields: "causes", the ids that check must name, the first of
them first; "wrong", the stages that are wrong by themselves. Masks are written as code does it: np.triu, np.where.
Inputs are multiples of 1/64; other numbers are written with 9 digits.
"""

import json
import os

import numpy as np

# What a program may do wrong. Each is a keyword of attention(); what is left out is done right.
RIGHT = {
    "scale": None, "transposed": "", "no_bias": "", "pairing": None, "first": (0, 0), "cached": True,
    "diagonal": 0, "corner": True, "masks": "cp", "after": False, "axis": 2, "kv_order": "group", "merge": "right",
    "swapped": None, "round": None, "where": "all", "factor": 1.0, "hidden": -np.inf,
}  # fmt: skip


def half(kind):
    """Rounds as storing in float16 or bfloat16 does."""
    if kind == "float16":
        return lambda x: x.astype(np.float16).astype(x.dtype)

    def brain(x):
        bits = np.ascontiguousarray(x, dtype=np.float32).view(np.uint32)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
        return np.where(np.isfinite(x), rounded.astype(np.uint32).view(np.float32), x).astype(x.dtype)

    return brain


def rotate(x, positions, style):
    """Rotary positions, x [heads, n, d]."""
    d = x.shape[-1]
    angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    out = np.empty_like(x)
    one, two = (slice(0, d, 2), slice(1, d, 2)) if style == "interleaved" else (slice(0, d // 2), slice(d // 2, d))
    out[..., one] = x[..., one] * cos - x[..., two] * sin
    out[..., two] = x[..., one] * sin + x[..., two] * cos
    return out


def attention(spec, inputs, dtype=np.float64, offset=None, **mistakes):
    """Every stage by name; -inf where a key is hidden. offset: how many keys came before the first query."""
    do = {**RIGHT, **mistakes}
    rounding = half(do["round"]) if do["round"] else lambda x: x
    keep = lambda x: rounding(x) if do["where"] in ("all", "stages") else x
    enter = lambda x: rounding(x) if do["where"] in ("all", "inputs") else x
    given = {name: enter(np.array(x, dtype=dtype)) for name, x in inputs.items()}
    x = given["X"]
    c = given.get("C", x)
    heads = spec.get("heads", 1)
    kv_heads = spec.get("kv_heads", heads)

    def weight(letter):
        w = given["W" + letter]
        return w.reshape(w.shape[::-1]).T if letter in do["transposed"] else w

    def project(source, letter, count):
        name = {"q": "k", "k": "q"}.get(letter, letter) if do["swapped"] == "weights" else letter
        out = source @ weight(name)
        if "b" + name in given and letter not in do["no_bias"]:
            out = out + given["b" + name]
        return keep(out.reshape(len(source), count, -1).swapaxes(0, 1))

    s = {"Q": project(x, "q", heads), "K": project(c, "k", kv_heads), "V": project(c, "v", kv_heads)}
    q, k, v = s["Q"], s["K"], s["V"]
    n_q, n_k, d_k = len(x), len(c), q.shape[-1]
    shift = n_k - n_q if spec.get("causal") else 0
    if spec.get("position"):
        style = do["pairing"] or spec["position"].get("style", "interleaved")
        q = s["Q_rot"] = keep(rotate(q, np.arange(n_q) + (shift if do["cached"] else 0) + do["first"][0], style))
        k = s["K_rot"] = keep(rotate(k, np.arange(n_k) + do["first"][1], style))
    # query head h reads key/value head h // (heads / kv_heads); np.tile instead of np.repeat is the usual mistake
    spread = (lambda y: np.tile(y, (heads // kv_heads, 1, 1))) if do["kv_order"] == "mod" else (
        lambda y: np.repeat(y, heads // kv_heads, axis=0))  # fmt: skip
    k, v = spread(k), spread(v)
    s["raw"] = keep(q @ k.swapaxes(1, 2))
    if do["swapped"] == "scores":
        s["raw"] = s["raw"].swapaxes(1, 2)
    scale = {None: d_k**-0.5, "none": 1, "1/d_k": 1 / d_k, "1/sqrt(d_model)": x.shape[1] ** -0.5}
    s["scaled"] = keep((s["raw"] * dtype(do["factor"] * scale[do["scale"]])).astype(dtype))
    hidden = np.zeros((n_q, n_k), dtype=bool)
    if spec.get("causal") and "c" in do["masks"]:
        hidden |= np.triu(np.ones((n_q, n_k), dtype=bool), 1 + do["diagonal"] + (shift if do["corner"] else 0))
    if "key_valid" in inputs and "p" in do["masks"]:
        hidden |= np.array(inputs["key_valid"]) == 0
    with np.errstate(invalid="ignore"):
        scores = s["scaled"] if do["after"] else np.where(hidden, do["hidden"], s["scaled"])
        if (spec.get("causal") or "key_valid" in inputs) and not do["after"]:
            s["masked"] = scores
        parts = np.exp(scores - scores.max(axis=do["axis"], keepdims=True))
        weights = parts / parts.sum(axis=do["axis"], keepdims=True)
    s["weights"] = keep(np.where(hidden, 0, weights) if do["after"] else weights)
    s["context"] = keep(s["weights"] @ v)
    if do["merge"] == "heads":  # .reshape without .transpose
        s["concat"] = s["context"].reshape(n_q, -1)
    elif do["merge"] == "channels":
        s["concat"] = s["context"].transpose(1, 2, 0).reshape(n_q, -1)
    else:
        s["concat"] = s["context"].swapaxes(0, 1).reshape(n_q, -1)
    s["output"] = s["concat"]
    if "Wo" in given:
        s["output"] = s["concat"] @ weight("o")
        if "bo" in given and "o" not in do["no_bias"]:
            s["output"] = s["output"] + given["bo"]
        s["output"] = keep(s["output"])
    return s


def number(x):
    return float("%.9g" % x) if np.isfinite(x) else {"inf": "inf", "-inf": "-inf", "nan": "nan"}[str(float(x))]


def tensor(x):
    return {"shape": list(np.shape(x)), "data": [number(float(each)) for each in np.ravel(x)]}


def layer(seed, n=5, n_k=None, d_model=8, heads=2, kv_heads=None, d_k=4, biases=False, padding=False, weights=True,
          grain=64, **spec):  # fmt: skip
    """A spec and inputs."""
    random = np.random.default_rng(seed)
    draw = lambda *shape: np.round(random.normal(size=shape) * grain) / grain
    kv_heads = kv_heads or heads
    inputs = {"X": draw(n, d_model)}
    if n_k:
        inputs["C"] = draw(n_k, d_model)
    if weights:
        inputs |= {"Wq": draw(d_model, heads * d_k), "Wk": draw(d_model, kv_heads * d_k)}
        inputs |= {"Wv": draw(d_model, kv_heads * d_k), "Wo": draw(heads * d_k, d_model)}
        inputs = {name: np.round(x * grain / 2) / grain if name[0] == "W" else x for name, x in inputs.items()}
    if biases:
        widths = {"bq": heads * d_k, "bk": kv_heads * d_k, "bv": kv_heads * d_k, "bo": d_model}
        inputs |= {name: draw(width) for name, width in widths.items()}
    if padding:
        inputs["key_valid"] = np.array([1] * ((n_k or n) - 2) + [0, 0])
    full = {"heads": heads, **({"kv_heads": kv_heads} if kv_heads != heads else {}), "d_k": d_k, **spec}
    return full, inputs


ALL = ["Q", "K", "V", "raw", "scaled", "weights", "context", "concat", "output"]
ROPE = {"kind": "rope", "style": "interleaved"}
HALVES = {**ROPE, "style": "half_split"}
cases = []


def add(name, given, causes, wrong, stages, dtype=np.float64, change=None, **mistakes):
    spec, inputs = given
    made = attention(spec, inputs, dtype, **mistakes)
    if change:
        change(made)
    names = [each for each in stages if each in made]
    cases.append({
        "case": name, "causes": causes, "wrong": wrong, "spec": spec,
        "inputs": {key: tensor(x) for key, x in inputs.items()}, "expected": {key: tensor(made[key]) for key in names},
    })  # fmt: skip


def one_by_one():
    plain, causal, gqa = layer(1), layer(2, causal=True), layer(3, heads=4, kv_heads=2, d_model=8, d_k=2)
    biased, cross = layer(4, biases=True, n=4), layer(5, n=4, n_k=6, biases=True)
    rope, halves = layer(6, n=4, position=ROPE), layer(7, n=4, position=HALVES, causal=True)
    cached = layer(8, n=3, n_k=6, causal=True, position=ROPE)
    padded = layer(9, n=5, padding=True, causal=True)
    # scale, seen in every stage, in weights alone, in the output alone
    add("scale_none", plain, ["scale"], ["scaled"], ALL, scale="none")
    add("scale_none_float32", causal, ["scale"], ["weights"], ["weights", "output"], np.float32, scale="none")
    add("scale_dk", layer(10, d_k=6, d_model=12), ["scale"], ["output"], ["output"], scale="1/d_k")
    add("scale_model", causal, ["scale"], ["masked"], ["masked", "weights"], scale="1/sqrt(d_model)")
    add("scale_fits", rope, ["scale"], ["weights"], ["Q", "K", "weights"], factor=0.83)
    add("scale_fits_output", padded, ["scale"], ["output"], ["output"], factor=1.3)
    # weights and biases
    for letter, stage in ("q", "Q"), ("k", "K"), ("v", "V"), ("o", "output"):
        add("transposed_" + letter, plain, ["transposed-weight"], [stage], ["Q", "K", "V", "context", "output"], transposed=letter)
        add("no_bias_" + letter, biased, ["bias-missing"], [stage], ["Q", "K", "V", "output"], no_bias=letter)
    add("transposed_all", layer(11, causal=True, n=4), ["transposed-weight"], ["output"], ["output"], transposed="qkvo")
    add("transposed_wide", layer(12, d_model=6), ["transposed-weight"], ["Q"], ["Q", "K", "V"], transposed="q")
    add("no_bias_at_all", cross, ["bias-missing"], ["output"], ["output"], np.float32, no_bias="qkvo")
    # rotary positions
    add("pairs_of_halves", rope, ["rope-pairing"], ["Q_rot", "K_rot"], ["Q_rot", "K_rot", "weights"], pairing="half_split")
    add("pairs_of_neighbours", halves, ["rope-pairing"], ["weights"], ["weights", "output"], pairing="interleaved")
    add("positions_from_1", rope, ["rope-position"], ["Q_rot", "K_rot"], ["Q_rot", "K_rot", "raw"], first=(1, 1))
    add("queries_further", halves, ["rope-position"], ["weights"], ["weights"], first=(1, 0))
    add("cached_from_0", cached, ["rope-position"], ["output"], ["output"], cached=False)
    # masks
    add("mask_one_more", causal, ["mask-shift"], ["masked"], ["masked", "weights", "output"], diagonal=1)
    add("mask_one_less", layer(13, n=4, n_k=6, causal=True), ["mask-shift"], ["weights"], ["weights"], diagonal=-1)
    add("mask_one_less_nan", layer(14, n=4, causal=True), ["mask-shift"], ["weights"], ["weights", "context"], diagonal=-1)
    add("mask_corner", layer(15, n=3, n_k=6, causal=True), ["mask-shift"], ["output"], ["output"], corner=False)
    add("mask_corner_rope", cached, ["mask-shift"], ["weights"], ["Q_rot", "K_rot", "weights"], corner=False)
    add("no_mask", causal, ["mask-missing"], ["weights"], ["scaled", "weights"], masks="")
    add("no_padding", padded, ["mask-missing"], ["masked"], ["masked", "weights"], masks="c")
    add("no_padding_output", padded, ["mask-missing"], ["output"], ["output"], np.float32, masks="c")
    add("mask_after", causal, ["mask-after-softmax"], ["weights"], ["scaled", "weights", "output"], after=True)
    add("mask_after_padding", layer(16, padding=True), ["mask-after-softmax"], ["output"], ["output"], after=True)
    # softmax and heads
    add("softmax_queries", plain, ["softmax-axis"], ["weights"], ["raw", "weights", "output"], axis=1)
    add("softmax_queries_cross", cross, ["softmax-axis"], ["output"], ["output"], axis=1)
    add("softmax_heads", layer(17, heads=4, d_k=2), ["softmax-axis"], ["weights"], ["weights"], axis=0)
    add("softmax_heads_nan", layer(26, n=4, causal=True), ["softmax-axis"], ["weights"], ["weights", "output"], axis=0)
    add("softmax_heads_large", layer(27, n=4, padding=True), ["softmax-axis"], ["output"], ["output"], axis=0, hidden=-1e9)
    add("mask_one_less_large", layer(28, n=4, causal=True), ["mask-shift"], ["output"], ["output"], diagonal=-1, hidden=-1e9)
    add("kv_heads", gqa, ["kv-head-order"], ["raw", "context"], ALL, kv_order="mod")
    add("kv_heads_output", layer(18, heads=6, kv_heads=2, d_model=12, d_k=2, causal=True, position=ROPE),
        ["kv-head-order"], ["output"], ["output"], np.float32, kv_order="mod")  # fmt: skip
    add("heads_first", plain, ["head-merge-order"], ["concat"], ["context", "concat", "output"], merge="heads")
    add("heads_first_output", causal, ["head-merge-order"], ["output"], ["output"], merge="heads")
    add("channels_first", gqa, ["head-merge-order"], ["output"], ["weights", "output"], merge="channels")
    add("qk_exchanged", causal, ["qk-swapped"], ["Q", "K"], ["Q", "K", "V", "raw", "output"], swapped="weights")
    add("qk_exchanged_biases", biased, ["qk-swapped"], ["output"], ["output"], swapped="weights")
    add("scores_transposed", causal, ["qk-swapped"], ["raw"], ["Q", "K", "raw", "scaled", "weights"], swapped="scores")
    # half precision
    add("float16", plain, ["half-precision"], ["Q", "K", "V", "raw", "weights", "context", "output"],
        [each for each in ALL if each != "concat"], round="float16", where="stages")  # fmt: skip
    add("bfloat16", causal, ["half-precision"], ["weights"], ["weights"], np.float32, round="bfloat16")
    add("bfloat16_output", layer(19, padding=True, n=4), ["half-precision"], ["output"], ["output"], round="bfloat16")
    add("bfloat16_inputs", layer(29, n=4, grain=512), ["half-precision"], ["output"], ["output"], round="bfloat16", where="inputs")


def several():
    """Two mistakes, seen in stages of their own or only together; and mistakes that give the same numbers."""
    causal = layer(20, causal=True, biases=True, n=4)
    add("two_stages", causal, ["scale", "transposed-weight"], ["V", "scaled"], ALL, scale="none", transposed="v")
    add("two_masks", layer(21, causal=True, padding=True, heads=4, d_k=2), ["head-merge-order", "mask-missing"],
        ["masked", "concat"], ["masked", "weights", "concat", "output"], masks="c", merge="heads")  # fmt: skip
    add("two_together", causal, ["scale", "bias-missing"], ["weights"], ["weights"], scale="none", no_bias="q")
    add("two_in_output", layer(22, causal=True, n=4, d_k=4), ["scale", "head-merge-order"], ["output"], ["output"],
        scale="none", merge="channels")  # fmt: skip
    add("half_and_scale", layer(23, n=4), ["scale", "half-precision"], ["weights"], ["weights"], scale="none", round="float16")
    add("same_numbers_two_keys", layer(24, n=2, causal=True), ["mask-shift", "mask-missing"], ["weights"],
        ["weights", "output"], masks="")  # fmt: skip
    spec, inputs = layer(25, n=4)
    inputs["Wk"] = inputs["Wq"].T
    add("same_numbers_turned", (spec, inputs), ["transposed-weight", "qk-swapped"], ["weights"], ["weights"], swapped="weights")


def unusual():
    """Wrong, but by none of the usual causes."""
    given = layer(30, causal=True, n=5)

    def at(stage, place, change):
        return lambda made: made[stage].__setitem__(place, change(made[stage][place]))

    add("one_number", given, [], ["Q"], ["Q", "K", "V"], change=at("Q", (1, 2, 3), lambda x: x + 0.01))
    add("one_weight", given, [], ["weights"], ["masked", "weights"], change=at("weights", (0, 4, 1), lambda x: x * 1.01))
    add("one_row", given, [], ["output"], ["output"], change=at("output", 2, lambda x: x[::-1]))
    add("another_base", given, [], ["weights"], ["masked", "weights"],
        change=lambda s: s.__setitem__("weights", 2 ** s["masked"] / (2 ** s["masked"]).sum(2, keepdims=True)))  # fmt: skip
    add("noise", given, [], ["output"], ["output"],
        change=lambda s: s["output"].__iadd__(np.random.default_rng(1).normal(size=s["output"].shape) * 1e-3))  # fmt: skip
    add("negative", given, [], ["raw"], ["Q", "K", "raw"], change=lambda s: s.__setitem__("raw", np.abs(s["raw"])))


def right():
    """Right, in float32 as another program computes it; sums that cancel are right too, a thousandth of their terms is not."""
    for seed, given in enumerate([
        layer(40), layer(41, causal=True, biases=True), layer(42, heads=4, kv_heads=2, d_k=2, causal=True, position=ROPE),
        layer(43, n=4, n_k=6, padding=True), layer(44, n=3, n_k=6, causal=True, position=HALVES, biases=True),
        layer(45, n=4, d_model=32, heads=2, d_k=16),
    ]):  # fmt: skip
        add(f"right_{seed}", given, [], [], ["Q", "K", "V", "masked", "weights", "context", "output"], np.float32)
    spec, inputs = layer(46, n=4, d_model=16, heads=2, d_k=8)
    # rows that nearly cancel against the pairs of columns: terms of a few hundred, sums of about one
    inputs["X"][:, 8:] = inputs["X"][:, :8] = np.round(np.random.default_rng(2).normal(size=(4, 8)) * 200)
    inputs["X"][:, 8:] += np.round(np.random.default_rng(3).normal(size=(4, 8)) * 8) / 64
    for name in ("Wq", "Wk", "Wv"):
        inputs[name][8:] = -inputs[name][:8]
    inputs = {name: x / 16 if name == "X" else x for name, x in inputs.items()}
    stages = ["Q", "K", "V", "raw", "weights", "context", "output"]
    add("right_cancelling", (spec, inputs), [], [], stages, np.float32)
    terms = np.abs(inputs["X"]) @ np.abs(inputs["Wv"])
    add("wrong_cancelling", (spec, inputs), [], ["V"], stages[:3], np.float32,
        change=lambda s: s["V"].__setitem__((1, 2, 3), s["V"][1, 2, 3] + 1e-3 * terms[2, 11]))  # fmt: skip


def appends():
    """A KV cache, append by append: the whole at once is right, the appended queries count from 0 or see too much."""
    spec, inputs = layer(50, n=5, causal=True, position=ROPE, prefill=3)
    for name, causes, mistakes in [
        ("cache_right", [], {}),
        ("cache_from_0", ["rope-position", "rope-missing"], {"cached": False}),  # one query from 0 is not rotated
        ("cache_corner", ["mask-shift"], {"corner": False}),
        ("cache_scale", ["scale"], {"scale": "none"}),
    ]:
        whole = attention(spec, inputs)
        steps = []
        for first, count in [(0, 3), (3, 1), (4, 1)]:
            part = {**inputs, "X": inputs["X"][first : first + count], "C": inputs["X"][: first + count]}
            steps.append({"output": tensor(attention(spec, part, **mistakes)["output"])})
        wrong = {"cache_right": [], "cache_scale": [0, 1, 2]}.get(name, [1, 2])
        cases.append({
            "case": name, "causes": causes, "wrong": [f"steps[{at}].output" for at in wrong], "spec": spec,
            "inputs": {key: tensor(x) for key, x in inputs.items()},
            "expected": {"output": tensor(whole["output"]), "steps": steps},
        })  # fmt: skip


one_by_one()
several()
unusual()
right()
appends()
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mistakes.json")
with open(path, "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")
print(len(cases), "cases,", os.path.getsize(path) // 1000, "kB")
