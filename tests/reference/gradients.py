"""Gradients of layers by PyTorch in float64: gradients.json. Many terms, large and small ones, and attention that is nearly one-hot.

Inputs are drawn as tests/cli/gradient-tolerance.test.js draws them. Run: /usr/bin/python3 gradients.py"""
import json
from pathlib import Path

import numpy
import torch

torch.set_default_dtype(torch.float64)
N, D, HEADS, D_FF = 96, 32, 4, 64
SHAPES = {"X": (N, D), **{f"W{c}": (D, D) for c in "qkvo"}, **{f"b{c}": (D,) for c in "qkvo"}}
SHAPES |= {"norm_1_weight": (D,), "norm_1_bias": (D,), "norm_2_weight": (D,), "norm_2_bias": (D,)}
SHAPES |= {"W_up": (D, D_FF), "b_up": (D_FF,), "W_down": (D_FF, D), "b_down": (D,), "dOutput": (N, D)}


def draw(seed, sizes):
    """Numbers between -1 and 1 as float32, times a size."""
    state, found = seed, {}
    for name, shape in SHAPES.items():
        numbers = []
        for _ in range(int(numpy.prod(shape))):
            state = (state * 1664525 + 1013904223) % 2**32
            numbers.append(state / 2**31 - 1)
        scaled = numpy.float32(numbers) * numpy.float32(sizes.get(name, 0.25))
        found[name] = torch.tensor(scaled.astype(numpy.float64).reshape(shape))
    return found


def case(name, seed, sizes):
    w = draw(seed, sizes)
    gradient = w.pop("dOutput")
    w = {key: value.requires_grad_() for key, value in w.items()}
    norm = lambda place, x: torch.nn.functional.layer_norm(x, (D,), w[f"norm_{place}_weight"], w[f"norm_{place}_bias"], 1e-5)
    y = norm(1, w["X"])
    q, k, v = ((y @ w["W" + c] + w["b" + c]).view(N, HEADS, -1).transpose(0, 1) for c in "qkv")
    scores = (q @ k.transpose(1, 2) * (D // HEADS) ** -0.5).masked_fill(torch.triu(torch.ones(N, N), 1) == 1, -torch.inf)
    first = w["X"] + (scores.softmax(-1) @ v).transpose(0, 1).reshape(N, D) @ w["Wo"] + w["bo"]
    hidden = norm(2, first) @ w["W_up"] + w["b_up"]
    last = first + torch.nn.functional.gelu(hidden, approximate="tanh") @ w["W_down"] + w["b_down"]
    last.backward(gradient)
    kept = ["X", "Wq", "Wv", "bq", "bk", "norm_1_weight", "norm_2_bias", "b_up"]
    gradients = {key: [float(f"{float(v):.9g}") for v in w[key].grad.flatten()] for key in kept}
    return {"name": name, "seed": seed, "sizes": sizes, "gradients": gradients}


cases = [
    case("of about 1", 1, {"X": 2, "dOutput": 1}),
    case("of thousands", 2, {"X": 2000, "dOutput": 1000}),
    case("of thousandths", 3, {"X": 0.002, "dOutput": 0.001}),
    case("of attention that is nearly one-hot", 4, {"X": 2, "Wq": 4, "Wk": 4, "dOutput": 1}),
    case("of millionths", 5, {"X": 2, "dOutput": 1e-6}),
]
Path(__file__).with_suffix(".json").write_text(json.dumps(cases) + "\n")
