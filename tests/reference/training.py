"""Writes training.json: how PyTorch trains the small models of c/model/model.h, in float64 with autograd.

    ATEN_CPU_CAPABILITY=default python3 tests/reference/training.py > tests/reference/training.json

needs PyTorch (Debian's python3-torch 1.13 made the file here). For each case: the losses of 50 steps, the gradient's norm
before clipping at each, and the gradients of the first batch. Initial weights and batches are not in the file: they are
drawn with torch.manual_seed, as initial() and draw() below show, and the engine draws the same numbers.
"""

import json
import math

import torch

STEPS = 50
EMBEDDINGS = ["token_embedding", "position_embedding", "source_embedding", "source_position_embedding"]
KINDS = [*EMBEDDINGS, "readout_weight", "readout_bias"]
LAYER_WEIGHTS = ["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo", "relK", "relV", "bias_table", "sink"]
ZERO = ["readout_bias", "bq", "bk", "bv", "bo", "bias_table", "sink"]

adam = {"name": "adam", "lr": 1e-2, "betas": [0.9, 0.98]}
small = {"vocabulary": 6, "n": 5, "d_model": 4}
CASES = {
    "reverse": {**small, "position": "learned", "layers": [{}], "optimizer": adam},
    "two layers, sgd": {**small, "layers": [{"heads": 2}, {"causal": True}], "optimizer": {"name": "sgd", "lr": 0.5}},
    "momentum and weight decay": {
        **small,
        "position": "sinusoidal",
        "layers": [{"heads": 2, "bias": True}],
        "optimizer": {"name": "sgd", "lr": 0.1, "momentum": 0.9, "weight_decay": 0.01},
    },
    "rope": {
        **small,
        "position": "rope",
        "classes": 3,
        "layers": [{"heads": 2, "causal": True}, {"heads": 1}],
        "optimizer": {**adam, "betas": [0.9, 0.999], "weight_decay": 0.1},
    },
    "alibi, clipped": {
        **small,
        "position": "alibi",
        "layers": [{"heads": 2, "causal": True}],
        "optimizer": {**adam, "lr": 3e-2, "eps": 1e-3},
        "max_norm": 0.05,
    },
    "grouped heads": {
        **small,
        "position": "learned",
        "layers": [{"heads": 4, "kv_heads": 2, "d_k": 3, "d_v": 2, "scale": 1, "bias": True}],
        "optimizer": adam,
        "max_norm": 1,
    },
    "pointer": {
        **small,
        "position": "learned",
        "readout": "pointer",
        "layers": [{"keys": "embeddings"}, {"keys": "embeddings", "heads": 2}],
        "optimizer": {**adam, "weight_decay": 0.01},
    },
    "cross-attention": {
        **small,
        "position": "learned",
        "layers": [{}, {"keys": "source", "heads": 2}],
        "source": {"vocabulary": 7, "n": 4},
        "optimizer": adam,
    },
    "pointer into the source": {
        **small,
        "position": "sinusoidal",
        "readout": "pointer",
        "layers": [{"keys": "source", "bias": True}],
        "source": {"vocabulary": 3, "n": 6},
        "optimizer": {"name": "sgd", "lr": 0.3, "momentum": 0.5},
    },
}
LENGTHS = ["two layers, sgd", "rope", "pointer", "cross-attention", "pointer into the source"]
BATCH = 3


def head_widths(spec, layer):
    heads = layer.get("heads", 1)
    d_k = layer.get("d_k", spec["d_model"] // heads)
    return heads, layer.get("kv_heads", heads), d_k, layer.get("d_v", d_k)


def shapes(spec):
    """The parameters of a model and their shapes, by name."""
    width, learned, source = spec["d_model"], spec.get("position") == "learned", spec.get("source")
    linear = spec.get("readout") != "pointer"
    found = {"token_embedding": [spec["vocabulary"], width]}
    if learned:
        found["position_embedding"] = [spec["n"], width]
    if source:
        found["source_embedding"] = [source["vocabulary"], width]
        if learned:
            found["source_position_embedding"] = [source["n"], width]
    for at, layer in enumerate(spec["layers"]):
        heads, kv_heads, d_k, d_v = head_widths(spec, layer)
        output = linear or at < len(spec["layers"]) - 1
        columns = {"Wq": heads * d_k, "Wk": kv_heads * d_k, "Wv": kv_heads * d_v}
        for name, size in columns.items():
            found[f"layers.{at}.{name}"] = [width, size]
            if layer.get("bias"):
                found[f"layers.{at}.b{name[1]}"] = [size]
        if output:
            found[f"layers.{at}.Wo"] = [heads * d_v, width]
            if layer.get("bias"):
                found[f"layers.{at}.bo"] = [width]
    if linear:
        classes = spec.get("classes", spec["vocabulary"])
        found.update({"readout_weight": [width, classes], "readout_bias": [classes]})
    return found


def initial(name, shape, seed, d_model):
    own = name.split(".")[-1]
    if own in ZERO:
        return torch.zeros(shape, dtype=torch.float64)
    layer = int(name.split(".")[1]) if "." in name else 0
    number = KINDS.index(own) if own in KINDS else 16 + 16 * layer + LAYER_WEIGHTS.index(own)
    torch.manual_seed(64 * seed + number)
    return torch.randn(math.prod(shape)).reshape(shape).double() / math.sqrt(d_model)


def draw(spec, step, with_lengths):
    """A random batch: sources, lengths, tokens, targets; -1 is no target."""
    torch.manual_seed(1000 + step)
    n, source = spec["n"], spec.get("source")
    pointer = spec.get("readout") == "pointer"
    drawn = {"tokens": torch.randint(0, spec["vocabulary"], (BATCH, n))}
    if source:
        drawn["source"] = torch.randint(0, source["vocabulary"], (BATCH, source["n"]))
    if with_lengths:
        drawn["lengths"] = torch.randint(2, n + 1, (BATCH,))
        if source:
            drawn["source_lengths"] = torch.randint(2, source["n"] + 1, (BATCH,))
    classes = 2 if pointer else spec.get("classes", spec["vocabulary"])  # a key below 2 is in every sequence
    drawn["targets"] = torch.randint(-1, classes, (BATCH, n))
    return drawn


def sinusoids(n, width):
    place, m = torch.arange(n).double()[:, None], torch.arange(width)
    angle = place / 10000 ** ((m - m % 2).double() / width)
    return torch.where(m % 2 == 0, angle.sin(), angle.cos())


def embed(spec, weights, tokens, prefix):
    e = weights[f"{prefix}_embedding"][tokens]
    if spec.get("position") == "learned":
        name = "position_embedding" if prefix == "token" else "source_position_embedding"
        return e, e + weights[name]
    if spec.get("position") == "sinusoidal":
        return e, e + sinusoids(*e.shape[1:])
    return e, e


def rope(x):
    """x [batch, heads, n, d_k]: components 2p and 2p + 1 turn together."""
    n, d_k = x.shape[2:]
    angle = torch.arange(n).double()[:, None] * 10000 ** (-torch.arange(0, d_k, 2).double() / d_k)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = [even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()]
    return torch.stack(turned, -1).flatten(-2)


def attend(spec, layer, weight, x, c, key_valid):
    """The output (or None without Wo) and the weights [batch, heads, n_q, n_k] of one layer."""
    heads, kv_heads, d_k, d_v = head_widths(spec, layer)

    def project(rows, name, count, size):
        out = rows @ weight[f"W{name}"] + weight.get(f"b{name}", 0)
        return out.reshape(*rows.shape[:2], count, size).transpose(1, 2)

    q, k = project(x, "q", heads, d_k), project(c, "k", kv_heads, d_k)
    v = project(c, "v", kv_heads, d_v)
    if spec.get("position") == "rope":
        q, k = rope(q), rope(k)
    k, v = (t.repeat_interleave(heads // kv_heads, 1) for t in (k, v))
    scores = q @ k.transpose(-1, -2) * layer.get("scale", 1 / math.sqrt(d_k))
    i, j = torch.arange(q.shape[2])[:, None], torch.arange(k.shape[2])
    if spec.get("position") == "alibi":
        slope = 2.0 ** (-8.0 * torch.arange(1, heads + 1).double() / heads)
        scores = scores - slope[:, None, None] * (i - j).abs()
    hidden = ~key_valid[:, None, None, :]
    if layer.get("causal"):
        hidden = hidden | (j > i)
    weights = scores.masked_fill(hidden, -math.inf).softmax(-1)
    if "Wo" not in weight:
        return None, weights
    concat = (weights @ v).transpose(1, 2).flatten(2)
    return concat @ weight["Wo"] + weight.get("bo", 0), weights


def valid(lengths, count, n):
    return torch.arange(n) < (torch.full((count,), n) if lengths is None else lengths)[:, None]


def loss_of(spec, weights, batch):
    tokens, targets, source = batch["tokens"], batch["targets"], spec.get("source")
    own_valid = valid(batch.get("lengths"), BATCH, spec["n"])
    e, h = embed(spec, weights, tokens, "token")
    if source:
        _, s = embed(spec, weights, batch["source"], "source")
        source_valid = valid(batch.get("source_lengths"), BATCH, source["n"])
    for at, layer in enumerate(spec["layers"]):
        mine = {name.split(".")[2]: w for name, w in weights.items() if name.startswith(f"layers.{at}.")}
        keys = layer.get("keys", "self")
        c = {"self": h, "embeddings": e, "source": s if source else None}[keys]
        output, attention = attend(spec, layer, mine, h, c, source_valid if keys == "source" else own_valid)
        if output is not None:
            h = h + output
    targets = targets.masked_fill(~own_valid, -1)
    if spec.get("readout") == "pointer":
        row, column = (targets >= 0).nonzero(as_tuple=True)  # log(0) of hidden keys would make gradients NaN
        return -attention.mean(1)[row, column, targets[row, column]].log().mean()
    log_probability = (h @ weights["readout_weight"] + weights["readout_bias"]).log_softmax(-1)
    return torch.nn.functional.nll_loss(log_probability.flatten(0, 1), targets.flatten(), ignore_index=-1)


def optimizer_of(spec, parameters):
    settings = {"lr": 1e-2, **spec["optimizer"]}
    name = settings.pop("name")
    return (torch.optim.Adam if name == "adam" else torch.optim.SGD)(parameters, **settings)


def train(name, spec, seed):
    found = shapes(spec)
    weights = {n: initial(n, shape, seed, spec["d_model"]).requires_grad_() for n, shape in found.items()}
    optimizer = optimizer_of(spec, list(weights.values()))
    losses, norms, gradients = [], [], None
    for step in range(STEPS):
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(spec, weights, draw(spec, step, name in LENGTHS))
        loss.backward()
        trained = [w for w in weights.values() if w.grad is not None]
        gradients = gradients or {
            n: [] if w.grad is None else [float(f"{g:.7g}") for g in w.grad.flatten().tolist()]
            for n, w in weights.items()
        }
        limit = spec.get("max_norm") or math.inf
        norms.append(float(f"{torch.nn.utils.clip_grad_norm_(trained, limit):.8g}"))
        losses.append(float(f"{loss.item():.10g}"))
        optimizer.step()
    return {
        "case": name,
        "spec": spec,
        "seed": seed,
        "lengths": name in LENGTHS,
        "losses": losses,
        "norms": norms,
        "gradients": gradients,
    }


cases = [train(name, spec, seed + 1) for seed, (name, spec) in enumerate(CASES.items())]
print("[\n" + ",\n".join(json.dumps(case, allow_nan=False) for case in cases) + "\n]")
