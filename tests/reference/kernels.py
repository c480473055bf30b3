#!/usr/bin/env python3
"""Writes kernels.json: whole layers as somebody might write them in NumPy, each with one usual mistake that `attention-stepper
check` must name, and right ones.

Run: python3 tests/reference/kernels.py   (NumPy alone)
The code shares nothing with the engine. Each mistake is a place below that asks `wrong == "..."`; the cases are written by
web/python/attention_case.py, in float32, once with every stage and once with the last alone.
"""

import json
import math
import os
import sys
import tempfile

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "web", "python"))
from attention_case import save_case  # noqa: E402

np.seterr(invalid="ignore")
erf = np.vectorize(math.erf)


def norm(x, kind, weight, bias, eps, offset, wrong):
    centred = kind == "layernorm" and wrong != "norm not centred"
    x = x - x.mean(-1, keepdims=True) if centred else x
    ddof = 1 if wrong == "unbiased variance" else 0
    variance = (x * x).sum(-1, keepdims=True) / (x.shape[-1] - ddof)
    eps = 1e-3 if wrong == "epsilon 1e-3" else eps
    y = x / (np.sqrt(variance) + eps) if wrong == "epsilon outside" else x / np.sqrt(variance + eps)
    offset = not offset if wrong == "norm offset" else offset
    if wrong != "norm without weight":
        y = y * (1 + weight if offset else weight)
    return y if bias is None or wrong == "norm without bias" else y + bias


def activate(x, kind):
    if kind == "gelu":
        return 0.5 * x * (1 + erf(x / math.sqrt(2)))
    if kind == "gelu_tanh":
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return np.maximum(x, 0) if kind == "relu" else x / (1 + np.exp(-x))


def turns(position, dims, heads, wrong):
    """By what each pair turns from one token to the next, and what its cosine and sine are multiplied by."""
    base = {"rope base": 500000, "rope base fitted": 1e6}.get(wrong, position.get("base", 10000))
    power = {"rope exponent": 1, "rope whole width": 2 / heads}.get(wrong, 2) / dims
    pair = np.arange(dims // 2)
    plain = float(base) ** (-power * pair)
    how = position.get("scaling")
    if how is None or wrong == "scaling forgotten":
        return plain, 1
    factor = how["factor"]
    if wrong == "scaling of the base":
        return (base * factor ** (dims / (dims - 2))) ** (-2 * pair / dims), 1
    slow = plain * factor if wrong == "scaling multiplied" else plain / factor
    kept, amplitude = np.zeros(len(pair)), 1
    if how["type"] == "llama3":
        low, high = how["low_freq_factor"], how["high_freq_factor"]
        often = how["original_max_position"] * plain / (1 if wrong == "turns without 2 pi" else 2 * np.pi)
        kept = np.clip((often - low) / (high - low), 0, 1)
        kept = {"between kept": (often >= low) * 1.0, "between divided": (often > high) * 1.0}.get(wrong, kept)
    if how["type"] == "yarn":
        at = lambda n: dims * math.log(how["original_max_position"] / (n * 2 * np.pi)) / (2 * math.log(base))
        first, last = at(how["beta_fast"]), at(how["beta_slow"])
        if wrong != "limits not rounded":
            first, last = math.floor(first), math.ceil(last)
        kept = 1 - np.clip((pair - max(first, 0)) / (min(last, dims - 1) - max(first, 0)), 0, 1)
        amplitude = 0.1 * math.log(factor) + 1
    kept = {"scaled as linear": 0 * kept, "scaled parts exchanged": 1 - kept}.get(wrong, kept)
    return kept * plain + (1 - kept) * slow, amplitude


def rotate(x, which, position, wrong):
    heads, n, width = x.shape
    d = position.get("dims", width)
    turn, amplitude = turns(position, d, heads, wrong)
    amplitude = {"no attention factor": 1, "attention factor divides": 1 / amplitude}.get(wrong, amplitude)
    if wrong == "attention factor in queries" and which == "k":
        amplitude = 1
    places = np.arange(n) + (1 if wrong == "rope from 1" else 0)
    angles = places[:, None] * turn
    angles = -angles if wrong == "rope turned back" else angles
    style = position.get("style", "interleaved")
    style = {"interleaved": "half_split", "half_split": "interleaved"}[style] if wrong == "rope pairs" else style
    one, two = (slice(0, d, 2), slice(1, d, 2)) if style == "interleaved" else (slice(0, d // 2), slice(d // 2, d))
    out = x * (amplitude if wrong == "attention factor on all" else 1)
    out[..., one] = amplitude * (x[..., one] * np.cos(angles) - x[..., two] * np.sin(angles))
    out[..., two] = amplitude * (x[..., one] * np.sin(angles) + x[..., two] * np.cos(angles))
    return out


def layer(spec, w, wrong=None):
    """Every stage by name. w: the inputs."""
    s = {}
    heads, kv_heads = spec["heads"], spec.get("kv_heads", spec["heads"])
    kind, place, eps, offset = spec.get("norm"), spec.get("norm_place", "pre"), spec.get("norm_epsilon", 1e-5), spec.get("norm_offset", False)
    residual, mlp = spec.get("residual"), spec.get("mlp")
    position = spec.get("position", {}).get("kind")

    if position == "sinusoidal":
        n, d = w["E"].shape
        m = np.arange(d)
        at = np.arange(n)[:, None] + (1 if wrong == "sinusoids from 1" else 0)
        if wrong == "sinusoids in halves":
            angle = at / 10000 ** (2 * (m % (d // 2)) / d)
            p = np.where(m < d // 2, np.sin(angle), np.cos(angle))
        else:
            angle = at / 10000 ** ((m if wrong == "sinusoids by column" else 2 * (m // 2)) / d)
            p = np.where(m % 2 == 0, np.sin(angle), np.cos(angle))
        s["P"] = p
        x = s["X"] = w["E"] * (math.sqrt(d) if wrong == "embeddings scaled" else 1) + (0 if wrong == "no positions" else p)
    else:
        x = w["X"]
    n, d_model = x.shape

    def normed(name, x):
        return norm(x, kind, w[name + "_weight"], w.get(name + "_bias"), eps, offset, wrong)

    y = x
    if kind and place == "pre":
        y = s["norm_1"] = x if wrong == "no norm" else normed("norm_1", x)
        y = x if wrong == "projections of X" else y

    def project(letter, count):
        name = {"kv swapped": {"k": "v", "v": "k"}, "qk swapped": {"q": "k", "k": "q"}}.get(wrong, {}).get(letter, letter)
        matrix = w["W" + name]
        if wrong == "transposed " + letter:
            matrix = matrix.T
        out = y @ matrix
        if "b" + name in w and wrong != "no bias " + letter:
            out = out + w["b" + name]
        if wrong == "heads by stride":
            return out.reshape(n, -1, count).transpose(2, 0, 1)
        if wrong == "heads reshaped":
            return out.reshape(count, n, -1)
        return out.reshape(n, count, -1).transpose(1, 0, 2)

    if wrong == "fused by heads":
        d = w["Wq"].shape[1] // heads
        fused = (y @ np.concatenate([w["Wq"], w["Wk"], w["Wv"]], 1)).reshape(n, heads, 3, d).transpose(2, 1, 0, 3)
        q, k, v = fused
    else:
        q, k, v = project("q", heads), project("k", kv_heads), project("v", kv_heads)
    s |= {"Q": q, "K": k, "V": v}
    d = q.shape[-1]
    if position == "rope":
        q = s["Q_rot"] = q if wrong == "no rope" else rotate(q, "q", spec["position"], wrong)
        k = s["K_rot"] = k if wrong in ("no rope", "keys not rotated") else rotate(k, "k", spec["position"], wrong)
    repeat = (lambda t: np.tile(t, (heads // kv_heads, 1, 1))) if wrong == "heads tiled" else (lambda t: np.repeat(t, heads // kv_heads, 0))
    k, v = repeat(k), repeat(v)
    if wrong == "queries with queries":
        k = q
    scores = s["raw"] = q @ k.transpose(0, 2, 1)
    factor = {"not scaled": 1, "scaled by d": 1 / d, "scaled by model": d_model**-0.5, "scaled oddly": 0.71 * d**-0.5}
    scale = np.float32(factor.get(wrong, d**-0.5))
    scores = s["scaled"] = scores * scale
    if position == "alibi":
        h = np.arange(1, heads + 1)
        h = {"slopes reversed": h[::-1], "slopes from 0": h - 1}.get(wrong, h)
        slopes = 2.0 ** (-8 * h / heads)
        distance = np.abs(np.arange(n)[:, None] - np.arange(n)[None])
        bias = s["bias"] = slopes[:, None, None] * distance * (1 if wrong == "alibi rewards distance" else -1)
        bias = bias * scale if wrong == "bias scaled" else bias
        scores = s["biased"] = scores + (0 if wrong == "no bias of positions" else bias)
    cap = spec.get("softcap")
    cap_of = lambda x: cap * np.tanh(x / cap)
    if cap:
        before = scores
        scores = s["capped"] = {
            "no softcap": lambda: before, "cap not multiplied": lambda: np.tanh(before / cap),
            "cap before scale": lambda: cap_of(s["raw"]) * scale, "clipped": lambda: np.clip(before, -cap, cap),
        }.get(wrong, lambda: cap_of(before))()  # fmt: skip
    i, j = np.arange(n)[:, None], np.arange(n)[None]
    hidden = np.zeros((n, n), dtype=bool)
    if spec.get("causal"):
        hidden |= j > i + {"mask one more": 1, "mask one less": -1}.get(wrong, 0)
        if wrong == "mask transposed":
            hidden = j < i
    if "window" in spec:
        hidden |= i - j >= spec["window"] + (1 if wrong == "window one more" else 0)
    if "key_valid" in w:
        hidden |= (w["key_valid"] == (1 if wrong == "padding inverted" else 0))[None] & (wrong != "no padding")
    if "allow" in w:
        hidden |= w["allow"] == 0
    if hidden.any():
        fill = {"mask -1e9": -1e9, "mask -1e4": -1e4, "mask float16": -65504, "mask float32": np.finfo(np.float32).min}.get(wrong, -np.inf)
        if wrong == "mask multiplied":
            scores = s["masked"] = scores * ~hidden
        elif wrong == "mask added as -1e4":
            scores = s["masked"] = (scores + np.where(hidden, np.float32(-1e4), np.float32(0))).astype(np.float32)
        elif wrong != "mask after softmax":
            scores = s["masked"] = np.where(hidden, -cap if wrong == "capped after mask" else fill, scores)
    axis = {"softmax over queries": 1, "softmax over heads": 0}.get(wrong, 2)
    top = scores.max(axis, keepdims=True)
    e = np.exp(scores - (top if wrong == "rows without keys" or np.isfinite(fill if hidden.any() else 0) else np.where(np.isfinite(top), top, 0)))
    total = e.sum(axis, keepdims=True)
    if spec.get("softmax_sink") and wrong != "no sink":
        total = total + np.exp(w["sink"][:, None, None] - top)
    p = e / total if wrong == "rows without keys" else np.divide(e, total, out=np.zeros_like(e), where=total != 0)
    if wrong == "mask after softmax":
        p = p * ~hidden
    weights = s["weights"] = p
    if "keep" in w:
        keep, kept = w["keep"], 1 - spec["dropout"]["p"]
        s["dropped"] = weights = {
            "dropout not rescaled": lambda: weights * keep, "no dropout": lambda: weights,
            "dropout times kept": lambda: weights * keep * kept, "dropout inverted": lambda: weights * (1 - keep) / kept,
        }.get(wrong, lambda: weights * keep / kept)()  # fmt: skip
    context = s["context"] = weights @ (k if wrong == "keys mixed" else v)
    merge = {"heads first": lambda c: c.reshape(n, -1), "heads reshaped": lambda c: c.reshape(n, -1),
             "channels first": lambda c: c.transpose(1, 2, 0).reshape(n, -1),
             "heads by stride": lambda c: c.transpose(1, 2, 0).reshape(n, -1)}  # fmt: skip
    out = s["concat"] = merge.get(wrong, lambda c: c.transpose(1, 0, 2).reshape(n, -1))(context)
    if "Wo" in w and wrong != "no output projection":
        out = out @ (w["Wo"].T if wrong == "transposed o" else w["Wo"])
        if "bo" in w and wrong != "no bias o":
            out = out + w["bo"]
    s["output"] = out
    if not residual:
        return s
    first = s["residual_1"] = (0 if wrong == "no residual" else s["norm_1"] if wrong == "residual of norm" else x) + out
    y = first
    if kind and place == "post":
        first = y = s["norm_1"] = normed("norm_1", first)
    elif kind:
        y = s["norm_2"] = normed("norm_2", x if wrong == "norm_2 of X" else first)
        y = s["norm_1"] if wrong == "MLP of norm_1" else y
    up = y @ (w["W_up"].T.reshape(w["W_up"].shape) if wrong == "transposed up" else w["W_up"])
    if "b_up" in w and wrong != "no bias up":
        up = up + w["b_up"]
    act = {"tanh for erf": "gelu_tanh", "erf for tanh": "gelu", "relu": "relu"}.get(wrong, spec.get("activation", "relu"))
    if mlp == "gated":
        gate = y @ w["W_gate"]
        s["mlp_hidden"], s["mlp_up"] = gate, up
        hidden_ = s["mlp_activated"] = activate(up, act) * gate if wrong == "gate and up swapped" else activate(gate, act) * up
    else:
        s["mlp_hidden"] = up
        hidden_ = s["mlp_activated"] = activate(up, act)
    down = hidden_ @ w["W_down"]
    if "b_down" in w and wrong != "no bias down":
        down = down + w["b_down"]
    s["mlp_output"] = down
    s["residual_2"] = (x if wrong == "second residual of X" else 0 if wrong == "no second residual" else first) + down
    if kind and place == "post":
        s["norm_2"] = normed("norm_2", s["residual_2"])
    return s


def made(seed, n=5, d_model=8, heads=2, kv_heads=None, d_k=4, d_ff=6, biases=False, extra=None, **spec):
    """A spec and inputs, exact in float32."""
    random = np.random.default_rng(seed)
    draw = lambda *shape: np.round(random.normal(size=shape) * 64) / 64
    kv = kv_heads or heads
    w = {"E" if spec.get("position", {}).get("kind") == "sinusoidal" else "X": draw(n, d_model)}
    sizes = {"Wq": (d_model, heads * d_k), "Wk": (d_model, kv * d_k), "Wv": (d_model, kv * d_k), "Wo": (heads * d_k, d_model)}
    if spec.get("mlp"):
        sizes |= {"W_up": (d_model, d_ff), "W_down": (d_ff, d_model)}
    if spec.get("mlp") == "gated":
        sizes["W_gate"] = (d_model, d_ff)
    w |= {name: draw(*size) * 0.5 for name, size in sizes.items()}
    if biases:
        w |= {"b" + name[1:]: draw(size[1]) for name, size in sizes.items()}
    for name in ("norm_1", "norm_2") if spec.get("norm") else ():
        if name == "norm_1" or spec.get("mlp"):
            w[name + "_weight"] = 1 + draw(d_model) * 0.25
            if spec["norm"] == "layernorm":
                w[name + "_bias"] = draw(d_model) * 0.25
    w |= {name: value(random) for name, value in (extra or {}).items()}
    spec |= {"heads": heads, "d_k": d_k} | ({"kv_heads": kv} if kv != heads else {}) | ({"d_ff": d_ff} if spec.get("mlp") else {})
    return spec, w


PLAIN = made(1, causal=True, biases=True)
MANY = made(2, heads=4, d_k=2, biases=True)
GROUPS = made(3, heads=4, kv_heads=2, d_k=2, causal=True)
ROPE = made(4, position={"kind": "rope"}, causal=True)
HALVES = made(5, heads=2, d_k=8, position={"kind": "rope", "style": "half_split", "base": 10000})
SINES = made(6, position={"kind": "sinusoidal"}, d_model=8)
ALIBI = made(7, heads=4, d_k=2, position={"kind": "alibi"}, causal=True)
CAPPED = made(8, softcap=2, causal=True)
WINDOW = made(9, n=6, causal=True, window=3)
PADDED = made(10, n=6, extra={"key_valid": lambda r: np.array([1, 1, 0, 1, 1, 0])})
HIDDEN = made(11, extra={"allow": lambda r: np.array([[1, 1, 0, 0, 1], [0] * 5, [1, 0, 1, 1, 1], [0] * 5, [1] * 5])})
SINK = made(12, softmax_sink=True, extra={"sink": lambda r: np.array([0.5, -0.25])})
DROPPED = made(13, dropout={"p": 0.25}, extra={"keep": lambda r: (r.random((2, 5, 5)) > 0.3).astype(int)})
GPT = made(14, causal=True, biases=True, norm="layernorm", residual="sequential", mlp="plain", activation="gelu_tanh")
BERT = made(15, biases=True, norm="layernorm", norm_place="post", residual="sequential", mlp="plain", activation="gelu")
LLAMA = made(16, heads=4, kv_heads=2, d_k=2, causal=True, norm="rmsnorm", residual="sequential", mlp="gated", activation="silu", position={"kind": "rope", "style": "half_split"})
GEMMA = made(17, norm="rmsnorm", norm_offset=True, residual="sequential", mlp="gated", activation="gelu_tanh")
LOOSE = made(23, norm="rmsnorm", norm_epsilon=0.01)
STRETCHED = made(20, d_k=8, causal=True, position={"kind": "rope", "scaling": {"type": "linear", "factor": 4}})
LLAMA3 = made(21, d_k=12, position={"kind": "rope", "style": "half_split", "scaling": {"type": "llama3", "factor": 8, "original_max_position": 64, "low_freq_factor": 1, "high_freq_factor": 4}})
YARN = made(22, d_k=16, causal=True, position={"kind": "rope", "dims": 12, "scaling": {"type": "yarn", "factor": 8, "original_max_position": 64, "beta_fast": 8, "beta_slow": 1}})
SCALINGS = ["scaling forgotten", "scaling multiplied", "scaling of the base"]

KERNELS = [
    (PLAIN, "scale", ["not scaled", "scaled by d", "scaled by model", "scaled oddly"]),
    (PLAIN, "transposed-weight", ["transposed q", "transposed o"]),
    (PLAIN, "bias-missing", ["no bias k", "no bias o"]),
    (PLAIN, "qkv-order", ["kv swapped", "keys mixed", "queries with queries"]),
    (PLAIN, "qk-swapped", ["qk swapped"]),
    (PLAIN, "mask-shift", ["mask one more", "mask one less"]),
    (PLAIN, "mask-after-softmax", ["mask after softmax"]),
    (PLAIN, "mask-value", ["mask multiplied"]),
    (PLAIN, "mask-inverted", ["mask transposed"]),
    (PLAIN, "projection-missing", ["no output projection"]),
    (MANY, "softmax-axis", ["softmax over queries", "softmax over heads"]),
    (MANY, "head-merge-order", ["heads first", "channels first"]),
    (MANY, "head-split-order", ["heads by stride", "heads reshaped"]),
    (made(18, heads=4, d_k=2), "qkv-order", ["fused by heads"]),
    (GROUPS, "kv-head-order", ["heads tiled"]),
    (ROPE, "rope-pairing", ["rope pairs"]),
    (HALVES, "rope-pairing", ["rope pairs"]),
    (ROPE, "rope-position", ["rope from 1"]),
    (HALVES, "rope-frequency", ["rope base", "rope base fitted", "rope exponent", "rope whole width"]),
    (STRETCHED, "rope-scaling", SCALINGS),
    (LLAMA3, "rope-scaling", [*SCALINGS, "scaled as linear", "scaled parts exchanged", "between kept", "between divided", "turns without 2 pi"]),
    (YARN, "rope-scaling", [*SCALINGS, "scaled as linear", "scaled parts exchanged", "limits not rounded"]),
    (STRETCHED, "rope-frequency", ["rope base"]),
    (LLAMA3, "rope-frequency", ["rope base"]),
    (YARN, "rope-frequency", ["rope base"]),
    (YARN, "rope-scaling", ["no attention factor", "attention factor in queries", "attention factor divides", "attention factor on all"]),
    (HALVES, "rope-direction", ["rope turned back"]),
    (ROPE, "rope-missing", ["no rope", "keys not rotated"]),
    (SINES, "position-encoding", ["sinusoids from 1", "sinusoids in halves", "sinusoids by column", "embeddings scaled", "no positions"]),
    (ALIBI, "position-bias", ["slopes reversed", "slopes from 0", "alibi rewards distance", "bias scaled", "no bias of positions"]),
    (CAPPED, "softcap", ["no softcap", "cap not multiplied", "cap before scale", "clipped", "capped after mask"]),
    (WINDOW, "mask-shift", ["window one more"]),
    (PADDED, "mask-missing", ["no padding"]),
    (PADDED, "mask-inverted", ["padding inverted"]),
    (HIDDEN, "mask-value", ["mask -1e9", "mask -1e4", "mask float16", "mask float32", "mask added as -1e4"]),
    (HIDDEN, "empty-row", ["rows without keys"]),
    (SINK, "sink-missing", ["no sink"]),
    (DROPPED, "dropout", ["dropout not rescaled", "no dropout", "dropout times kept", "dropout inverted"]),
    (GPT, "norm-epsilon", ["epsilon 1e-3"]),
    (LOOSE, "norm-epsilon", ["epsilon outside"]),
    (GPT, "norm-variance", ["unbiased variance"]),
    (GPT, "norm-kind", ["norm not centred"]),
    (GPT, "norm-weight", ["norm without weight", "norm without bias"]),
    (GPT, "norm-missing", ["no norm"]),
    (GPT, "activation", ["erf for tanh", "relu"]),
    (BERT, "activation", ["tanh for erf"]),
    (BERT, "norm-variance", ["unbiased variance"]),
    (GPT, "residual", ["no residual", "residual of norm", "norm_2 of X", "MLP of norm_1", "second residual of X", "no second residual", "projections of X"]),
    (GPT, "transposed-weight", ["transposed up"]),
    (GPT, "bias-missing", ["no bias up", "no bias down"]),
    (LLAMA, "gate-up-swapped", ["gate and up swapped"]),
    (LLAMA, "norm-offset", ["norm offset"]),
    (GEMMA, "norm-offset", ["norm offset"]),
    (LLAMA, "kv-head-order", ["heads tiled"]),
]  # fmt: skip
# Right numbers that were printed with few digits.
PRINTED = {
    "three decimals": lambda x: np.round(x, 3),
    "four digits": np.vectorize(lambda x: float("%.4g" % x)),
}
KERNELS += [(given, "few-digits", list(PRINTED)) for given in (PLAIN, LLAMA)]
RIGHT = [PLAIN, MANY, GROUPS, ROPE, HALVES, SINES, ALIBI, CAPPED, WINDOW, PADDED, HIDDEN, SINK, DROPPED, GPT, BERT, LLAMA, GEMMA, STRETCHED, LLAMA3, YARN, LOOSE]


# Mistakes that leave the last stage as it is: what a key's bias adds to all scores of a query, softmax takes away; rotations depend
# on differences of positions alone.
UNSEEN = ["no bias k", "rope from 1"]
# What gives the same numbers, or is a second mistake of the same code. By mistake and stages.
ALSO = {
    ("no norm", "last"): ["residual"], ("projections of X", "last"): ["norm-missing"],
    ("heads by stride", "all"): ["head-merge-order"], ("heads reshaped", "all"): ["head-merge-order"],
}  # fmt: skip


def case(given, wrong, cause, stages):
    spec, inputs = given
    made_ = layer(spec, {name: np.asarray(x, dtype=np.float64) for name, x in inputs.items()}, wrong)
    made_ = {name: PRINTED[wrong](x) for name, x in made_.items()} if wrong in PRINTED else made_
    names = list(made_) if stages == "all" else [list(made_)[-1]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.json")
        save_case(path, spec, {k: x.astype(np.float32) for k, x in inputs.items()}, {k: made_[k].astype(np.float32) for k in names if k != "P"})
        unseen = wrong is None or stages == "last" and wrong in UNSEEN
        causes = [] if unseen else [cause, *ALSO.get((wrong, stages), [])]
        return {"mistake": wrong, "stages": stages, "causes": causes, "case": json.load(open(path))}


def main():
    cases = [case(given, None, None, stages) for given in RIGHT for stages in ("all", "last")]
    cases += [case(given, wrong, cause, stages) for given, cause, all_ in KERNELS for wrong in all_ for stages in ("all", "last")]
    path = os.path.join(here, "kernels.json")
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in cases) + "\n]\n")
    print(len(cases), "cases,", os.path.getsize(path) // 1000, "kB")


main()
