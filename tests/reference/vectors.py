#!/usr/bin/env python3
"""Writes vectors.json: the golden vectors' results in float64, and how far kernels in half precision are from them.

Run: python3 tests/reference/vectors.py   (PyTorch 1.13 or newer, NumPy; after a build: reads web/dist/vectors/)
Only the inputs of the vectors are read. Forward in plain formulas, compared with PyTorch's scaled_dot_product_attention
wherever it covers them; gradients by autograd. No code is shared with the engine. Numbers have seven decimals.
"rounded" has the largest differences of an attention whose inputs, weights, score gradients and results are rounded to
float16 or bfloat16, and whose sums are not: what kernels for such types do.
"""

import glob
import json
import math
import os
import zlib

import numpy
import torch
from blocks import frequencies
from variants import INF, allowed, bias_of, places, sdpa

torch.set_default_dtype(torch.float64)
here = os.path.dirname(os.path.abspath(__file__))
LEAVES = ["Q", "K", "V", "sink", "bias_table", "bias_matrix"]
NOT_ROUNDED = ["key_valid", "allow", "keep", "positions"]


def read(path):
    with numpy.load(path) as archive:
        spec = json.loads(archive["spec"].tobytes())
        names = [name for name in archive.files if name != "spec" and "." not in name]
        return spec, {name: torch.from_numpy(archive[name].astype(numpy.float64)) for name in names}


def sizes(inputs):
    heads, n_q, _ = inputs["Q"].shape
    return {"heads": heads, "n_q": n_q, "n_k": inputs["K"].shape[1]}


def rotate(x, place, position):
    dims = position.get("dims", x.shape[-1])
    turn, factor = frequencies({**position, "base": float(position["base"])}, dims)
    theta = place[:, None].double() * turn
    cos, sin = torch.cos(theta) * factor, torch.sin(theta) * factor
    part, rest = x[..., :dims], x[..., dims:]
    if position["style"] == "interleaved":
        a, b = part[..., 0::2], part[..., 1::2]
        return torch.cat([torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2), rest], -1)
    a, b = part.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos, rest], -1)


def rotated(spec, inputs):
    """Q and K as the scores read them."""
    q, k = inputs["Q"], inputs["K"]
    position = spec.get("position") or {}
    if position.get("kind") != "rope":
        return q, k
    i, j = (place.flatten() + position["first"] for place in places(sizes(inputs), spec))
    if "positions" in inputs:
        i, j = inputs["positions"][: len(i)], inputs["positions"][: len(j)]
    return rotate(q, i, position), rotate(k, j, position)


def scores_of(spec, inputs, q, k):
    """The scores that the softmax reads, and which pairs are allowed (None: all)."""
    raw = torch.einsum("hid,hjd->hij", q, k.repeat_interleave(spec["heads"] // spec["kv_heads"], 0))
    scores = raw * spec["scale"]
    bias = bias_of(sizes(inputs), spec, inputs)
    scores = scores if bias is None else scores + bias
    if "softcap" in spec:
        scores = spec["softcap"] * torch.tanh(scores / spec["softcap"])
    allow = allowed(sizes(inputs), spec, inputs)
    if allow is not None:
        hidden = torch.tensor(float(spec["mask_value"]["value"]) if "mask_value" in spec else -INF)
        scores = torch.where(allow, scores, hidden)
    return scores


def forward(spec, inputs):
    q, k = rotated(spec, inputs)
    scores = scores_of(spec, inputs, q, k)
    sink = inputs["sink"][:, None, None].expand(*scores.shape[:2], 1) if "sink" in inputs else scores[..., :0]
    seen = ~torch.isinf(scores).all(-1)
    total = torch.logsumexp(torch.cat([scores, sink], -1), -1)
    log_sum_exp = torch.where(seen, total, torch.tensor(-INF))
    weights = torch.exp(scores - torch.where(seen, total, torch.tensor(0.0))[..., None])
    if "keep" in inputs:
        weights = weights * inputs["keep"] / (1 - spec["dropout"]["p"])
    values = inputs["V"].repeat_interleave(spec["heads"] // spec["kv_heads"], 0)
    return {"context": weights @ values, "log_sum_exp": log_sum_exp}


def check_sdpa(spec, inputs, context):
    """PyTorch's own attention, with bias and masks as a mask to be added."""
    if not {"softcap", "softmax_sink", "dropout", "mask_value"}.isdisjoint(spec):
        return False
    q, k = rotated(spec, inputs)
    group = spec["heads"] // spec["kv_heads"]
    added = scores_of(spec, inputs, q * 0, k)
    seen = ~torch.isinf(added).all(-1)
    keys, values = k.repeat_interleave(group, 0), inputs["V"].repeat_interleave(group, 0)
    found = sdpa(q * (spec["scale"] * math.sqrt(q.shape[-1])), keys, values, attn_mask=added)
    found = found[0] if isinstance(found, tuple) else found
    difference = torch.where(seen[..., None], found - context, torch.tensor(0.0)).abs().max()
    assert difference < 1e-12, float(difference)
    return True


def by_heads(spec, inputs):
    """dOutput as a gradient of the context."""
    return inputs["dOutput"].reshape(-1, spec["heads"], spec["d_v"]).transpose(0, 1)


def results(spec, inputs):
    leaves = {name: inputs[name].clone().requires_grad_() for name in LEAVES if name in inputs}
    expected = forward(spec, {**inputs, **leaves})
    (expected["context"] * by_heads(spec, inputs)).sum().backward()
    zeros = {name: torch.zeros_like(leaf) for name, leaf in leaves.items()}
    gradients = {name: zeros[name] if leaf.grad is None else leaf.grad for name, leaf in leaves.items()}
    both = {"expected": expected, "gradients": gradients}
    return {f"{place}.{name}": value.detach() for place, tensors in both.items() for name, value in tensors.items()}


class Rounded(torch.autograd.Function):
    """The nearest numbers of a type, forward; their gradients likewise."""

    @staticmethod
    def forward(context, x, dtype):
        context.dtype = dtype
        return x.to(dtype).double()

    @staticmethod
    def backward(context, gradient):
        return gradient.to(context.dtype).double(), None


def rounded_results(spec, inputs, dtype):
    """As flash attention's backward pass: from the stored context and log-sum-exp, all products from rounded factors."""
    to_type = lambda x: x.to(dtype).double()
    inputs = {name: x if name in NOT_ROUNDED else to_type(x) for name, x in inputs.items()}
    leaves = {name: inputs[name].clone().requires_grad_() for name in LEAVES if name in inputs}
    q, k = (Rounded.apply(x, dtype) for x in rotated(spec, {**inputs, **leaves}))
    scores = scores_of(spec, {**inputs, **leaves}, q, k)
    expected = forward(spec, inputs)
    total = expected["log_sum_exp"]
    seen = ~torch.isinf(total)
    weights = torch.exp(scores.detach() - torch.where(seen, total, torch.tensor(0.0))[..., None])
    keep = inputs["keep"] / (1 - spec["dropout"]["p"]) if "keep" in inputs else torch.ones(())
    group = spec["heads"] // spec["kv_heads"]
    values = inputs["V"].repeat_interleave(group, 0)
    context = to_type(to_type(weights * keep) @ values)
    d_context = by_heads(spec, inputs)
    d_values = (to_type(weights * keep).transpose(1, 2) @ d_context).reshape(spec["kv_heads"], group, *values.shape[1:]).sum(1)
    delta = (d_context * context).sum(-1)
    d_scores = to_type(weights * ((d_context @ values.transpose(1, 2)) * keep - delta[..., None]))
    if scores.requires_grad:
        scores.backward(d_scores)
    found = {"expected.context": context, "expected.log_sum_exp": to_type(total), "gradients.V": to_type(d_values)}
    for name in (name for name in leaves if name != "V"):
        leaf = leaves[name]
        found[f"gradients.{name}"] = to_type(torch.zeros_like(leaf) if leaf.grad is None else leaf.grad)
    if "sink" in inputs:
        share = torch.exp(inputs["sink"][:, None] - total)
        found["gradients.sink"] = to_type((-torch.where(seen, share, torch.tensor(0.0)) * delta).sum(-1))
    return found


def largest_difference(got, want):
    finite = torch.isfinite(want)
    return float(torch.where(finite, got - want, torch.tensor(0.0)).abs().max())


def tensor(t):
    def number(x):
        return round(x, 7) if math.isfinite(x) else "-inf"

    return {"shape": list(t.shape), "data": [number(x) for x in t.reshape(-1).tolist()]}


def main():
    lines = []
    for path in sorted(glob.glob(os.path.join(here, "../../web/dist/vectors/*.npz"))):
        name = os.path.basename(path)
        spec, inputs = read(path)
        want = results(spec, inputs)
        covered = check_sdpa(spec, inputs, want["expected.context"])
        rounded = {}
        for dtype in (torch.float16, torch.bfloat16):
            got = rounded_results(spec, inputs, dtype)
            assert got.keys() == want.keys()
            differences = {key: float(f"{largest_difference(got[key], want[key]):.3g}") for key in want}
            rounded[str(dtype).split(".")[1]] = differences
        numbers = b"".join(x.numpy().astype("<f4").tobytes() for x in inputs.values())
        record = {
            "file": name, "inputs_crc32": zlib.crc32(numbers), "sdpa": covered, "rounded": rounded,
            "results": {key: tensor(value) for key, value in want.items()},
        }  # fmt: skip
        lines.append(json.dumps(record, separators=(",", ":"), allow_nan=False))
    with open(os.path.join(here, "vectors.json"), "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{len(lines)} vectors, {sum(json.loads(line)['sdpa'] for line in lines)} of them as scaled_dot_product_attention")


if __name__ == "__main__":
    main()
