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
NORMS = ["norm_1", "norm_2", "output_norm", "mlp_output_norm", "q_norm", "k_norm"]
LAYER_WEIGHTS += [f"{norm}_{part}" for norm in NORMS for part in ("weight", "bias")]
LAYER_WEIGHTS += ["W_gate", "W_up", "W_down", "b_gate", "b_up", "b_down"]
ZERO = ["bq", "bk", "bv", "bo", "b_gate", "b_up", "b_down", "bias_table", "sink"]

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
    "GPT-2": {
        **small,
        "position": "learned",
        "layers": [
            {"heads": 2, "causal": True, "bias": True, "norm": "layernorm", "mlp": "plain", "activation": "gelu_tanh"}
        ]
        * 3,
        "final_norm": "layernorm",
        "norm_bias": True,
        "readout": "tied",
        "optimizer": {**adam, "lr": 3e-3},
    },
    "Llama": {
        **small,
        "d_model": 8,
        "position": "rope",
        "layers": [
            {
                **{"heads": 4, "kv_heads": 2, "causal": True, "norm": "rmsnorm", "qk_norm": "rmsnorm"},
                **{"norm_epsilon": 0.1, "mlp": "gated", "activation": "silu", "d_ff": 6},
            }
        ]
        * 4,
        "final_norm": "rmsnorm",
        "readout_bias": False,
        "optimizer": {**adam, "lr": 1e-3, "betas": [0.9, 0.95]},
        "max_norm": 1,
    },
    "Gemma": {
        **small,
        "position": "rope",
        "layers": [
            {
                **{"heads": 2, "causal": True, "norm": "rmsnorm", "norm_place": "both", "norm_offset": True},
                **{"norm_epsilon": 1e-3, "mlp": "gated", "activation": "gelu_tanh", "d_ff": 7},
            }
        ]
        * 2,
        "final_norm": "rmsnorm",
        "norm_offset": True,
        "norm_epsilon": 1e-6,
        "readout": "tied",
        "logits_softcap": 2.5,
        "optimizer": {**adam, "lr": 3e-3},
    },
    "BERT": {
        **small,
        "position": "learned",
        "classes": 3,
        "embedding_norm": "layernorm",
        "norm_bias": True,
        "layers": [
            {
                **{"heads": 2, "bias": True, "norm": "layernorm", "norm_place": "post"},
                **{"mlp": "plain", "activation": "gelu", "d_ff": 5},
            }
        ]
        * 2,
        "optimizer": {**adam, "lr": 3e-3},
    },
    "GPT-NeoX": {
        **small,
        "position": "rope",
        "layers": [
            {
                **{"heads": 2, "causal": True, "bias": True, "norm": "layernorm"},
                **{"residual": "parallel", "mlp": "plain", "activation": "quick_gelu"},
            }
        ]
        * 2,
        "final_norm": "layernorm",
        "norm_epsilon": 1e-3,
        "readout_bias": False,
        "optimizer": {"name": "sgd", "lr": 0.1, "momentum": 0.9},
    },
    "norms without weights": {
        **small,
        "d_model": 8,
        "position": "learned",
        "embedding_norm": "rmsnorm",
        "norm_weight": False,
        "layers": [
            {
                **{"heads": 4, "causal": True, "norm": "rmsnorm", "norm_weight": False},
                **{"mlp": "plain", "activation": "relu"},
            }
        ],
        "readout_bias": False,
        "optimizer": {**adam, "betas": [0.85, 0.99]},
    },
    "decoder with cross-attention": {
        **small,
        "position": "sinusoidal",
        "layers": [
            {"heads": 2, "causal": True, "norm": "layernorm"},
            {"keys": "source", "norm": "layernorm", "mlp": "plain", "activation": "relu2", "d_ff": 6},
        ],
        "source": {"vocabulary": 7, "n": 4},
        "readout": "tied",
        "readout_bias": True,
        "optimizer": {**adam, "lr": 3e-3},
    },
    "pointer with norms": {
        **small,
        "position": "learned",
        "readout": "pointer",
        "layers": [
            {"heads": 2, "norm": "rmsnorm", "mlp": "plain", "activation": "relu"},
            {"norm": "rmsnorm", "qk_norm": "layernorm"},
        ],
        "optimizer": {**adam, "lr": 3e-3},
    },
    "no residual": {
        **small,
        "position": "learned",
        "layers": [{"residual": "none", "norm": "layernorm"}, {"residual": "none", "heads": 2}],
        "final_norm": "rmsnorm",
        "optimizer": {**adam, "lr": 3e-3},
    },
    "dropout in blocks": {
        **small,
        "position": "learned",
        "layers": [
            {"heads": 2, "causal": True, "norm": "layernorm", "mlp": "plain", "activation": "gelu", "bias": True,
             "dropout": {"p": 0.25, "residual": 0.25, "mlp": 0.25}},
            {"heads": 2, "causal": True, "norm": "rmsnorm", "norm_place": "both", "mlp": "gated", "activation": "silu",
             "residual": "parallel", "dropout": {"residual": 0.5, "mlp": 0.125}},
        ],
        "final_norm": "layernorm",
        "optimizer": {**adam, "lr": 3e-3},
    },
}  # fmt: skip
LENGTHS = ["two layers, sgd", "rope", "pointer", "cross-attention", "pointer into the source"]
LENGTHS += ["Llama", "BERT", "decoder with cross-attention", "pointer with norms"]
BATCH = 3


def head_widths(spec, layer):
    heads = layer.get("heads", 1)
    d_k = layer.get("d_k", spec["d_model"] // heads)
    return heads, layer.get("kv_heads", heads), d_k, layer.get("d_v", d_k)


def norm_shapes(name, kind, has_weight, has_bias, size):
    """The parameters of a norm, if there is one."""
    found = {f"{name}_weight": [size]} if kind and has_weight else {}
    return found | ({f"{name}_bias": [size]} if kind == "layernorm" and has_bias else {})


def block_shapes(spec, layer, prefix):
    """The parameters of a layer's norms and its MLP."""
    width, mlp, bias = spec["d_model"], layer.get("mlp"), layer.get("bias", False)
    d_ff, (_, _, d_k, _) = layer.get("d_ff", 4 * width), head_widths(spec, layer)
    both = layer.get("norm_place") == "both"
    there = [True, mlp, both, both and mlp]
    kinds = [*[layer.get("norm") if each else None for each in there], layer.get("qk_norm"), layer.get("qk_norm")]
    found = {}
    for name, kind, size in zip(NORMS, kinds, [width] * 4 + [d_k] * 2):
        found.update(norm_shapes(f"{prefix}{name}", kind, layer.get("norm_weight", True), bias, size))
    matrices = {"up": [width, d_ff], "down": [d_ff, width], "gate": [width, d_ff]}
    for name in {None: [], "plain": ["up", "down"], "gated": ["up", "down", "gate"]}[mlp]:
        found[f"{prefix}W_{name}"] = matrices[name]
        if bias:
            found[f"{prefix}b_{name}"] = matrices[name][1:]
    return found


def shapes(spec):
    """The parameters of a model and their shapes, by name."""
    width, learned, source = spec["d_model"], spec.get("position") == "learned", spec.get("source")
    readout = spec.get("readout", "linear")
    found = {"token_embedding": [spec["vocabulary"], width]}
    if learned:
        found["position_embedding"] = [spec["n"], width]
    if source:
        found["source_embedding"] = [source["vocabulary"], width]
        if learned:
            found["source_position_embedding"] = [source["n"], width]
    for at, layer in enumerate(spec["layers"]):
        heads, kv_heads, d_k, d_v = head_widths(spec, layer)
        output = readout != "pointer" or at < len(spec["layers"]) - 1
        columns = {"Wq": heads * d_k, "Wk": kv_heads * d_k, "Wv": kv_heads * d_v}
        for name, size in columns.items():
            found[f"layers.{at}.{name}"] = [width, size]
            if layer.get("bias"):
                found[f"layers.{at}.b{name[1]}"] = [size]
        if output:
            found[f"layers.{at}.Wo"] = [heads * d_v, width]
            if layer.get("bias"):
                found[f"layers.{at}.bo"] = [width]
        found.update(block_shapes(spec, layer, f"layers.{at}."))
    for name in ["embedding_norm", "final_norm"]:
        own = spec.get("norm_weight", True), spec.get("norm_bias", False)
        found.update(norm_shapes(name, spec.get(name), *own, width))
    classes = spec.get("classes", spec["vocabulary"])
    if readout == "linear":
        found["readout_weight"] = [width, classes]
    if spec.get("readout_bias", readout == "linear"):
        found["readout_bias"] = [classes]
    return found


def seed_of(own, layer, seed):
    if own in KINDS:
        return 64 * seed + KINDS.index(own)
    index = LAYER_WEIGHTS.index(own)
    if layer < 3 and index < 16:
        return 64 * seed + 16 + 16 * layer + index
    return (64 * seed + (1 + 64 * layer + index) * 0x9E3779B9) & 0xFFFFFFFF


def initial(name, shape, seed, spec):
    own = name.split(".")[-1]
    if own in ZERO or own.endswith("_bias"):
        return torch.zeros(shape, dtype=torch.float64)
    layer = int(name.split(".")[1]) if "." in name else None
    if own.endswith("_weight") and own != "readout_weight":
        offset = (spec if layer is None else spec["layers"][layer]).get("norm_offset", False)
        return torch.full(shape, 0.0 if offset else 1.0, dtype=torch.float64)
    torch.manual_seed(seed_of(own, layer, seed))
    width = shape[0] if own == "W_down" else spec["d_model"]
    return torch.randn(math.prod(shape)).reshape(shape).double() / math.sqrt(width)


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


def normed(x, kind, spec, weight, name):
    """spec: of the layer, or of the model for norms outside of layers."""
    if not kind:
        return x
    epsilon, own = spec.get("norm_epsilon", 1e-5), weight.get(f"{name}_weight")
    if own is not None and spec.get("norm_offset"):
        own = 1 + own
    if kind == "layernorm":
        return torch.nn.functional.layer_norm(x, x.shape[-1:], own, weight.get(f"{name}_bias"), epsilon)
    x = x * (x.square().mean(-1, keepdim=True) + epsilon).rsqrt()
    return x if own is None else x * own


ACTIVATIONS = {
    "relu": torch.relu,
    "relu2": lambda x: torch.relu(x).square(),
    "gelu": torch.nn.functional.gelu,
    "gelu_tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
    "silu": torch.nn.functional.silu,
    "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
}


def feed_forward(layer, weight, x, drop):
    hidden = x @ weight["W_up"] + weight.get("b_up", 0)
    activate = ACTIVATIONS[layer["activation"]]
    if layer["mlp"] == "gated":
        hidden = activate(x @ weight["W_gate"] + weight.get("b_gate", 0)) * hidden
    else:
        hidden = activate(hidden)
    return hidden * drop @ weight["W_down"] + weight.get("b_down", 0)


def masks_of(spec, layer, generator):
    """What dropout keeps in a layer for one example, divided by 1 - p, in the order of computation."""
    p, n, width = layer.get("dropout", {}), spec["n"], spec["d_model"]
    shapes = {"weights": ("p", (layer.get("heads", 1), n, n)), "output": ("residual", (n, width)),
              "mlp": ("mlp", (n, layer.get("d_ff", 4 * width))), "mlp_output": ("residual", (n, width))}  # fmt: skip
    return {
        name: torch.ones(shape, dtype=torch.float64).bernoulli_(1 - p[part], generator=generator) / (1 - p[part])
        for name, (part, shape) in shapes.items()
        if part in p and (name != "mlp_output" or "mlp" in layer)
    }


def block(spec, layer, weight, x, c, key_valid, drop):
    """What leaves a layer, and its attention weights. c: None in self-attention."""
    kind, place = layer.get("norm"), layer.get("norm_place", "pre")
    before, after, both = (kind if place in places else None for places in [("pre", "both"), ("post",), ("both",)])
    residual = layer.get("residual", "sequential")
    read = normed(x, before, layer, weight, "norm_1")
    output, weights = attend(spec, layer, weight, read, read if c is None else c, key_valid, drop.get("weights", 1))
    if output is None:
        return None, weights
    output = output * drop.get("output", 1)
    output = normed(output, both, layer, weight, "output_norm")
    h = x + output if residual == "sequential" else output
    h = normed(h, after, layer, weight, "norm_1")
    if "mlp" not in layer:
        return h, weights
    read = normed(x if residual == "parallel" else h, before, layer, weight, "norm_2")
    mlp = feed_forward(layer, weight, read, drop.get("mlp", 1)) * drop.get("mlp_output", 1)
    mlp = normed(mlp, both, layer, weight, "mlp_output_norm")
    h = {"sequential": h + mlp, "parallel": x + output + mlp, "none": mlp}[residual]
    return normed(h, after, layer, weight, "norm_2"), weights


def attend(spec, layer, weight, x, c, key_valid, drop):
    """The output (or None without Wo) and the weights [batch, heads, n_q, n_k] of one layer."""
    heads, kv_heads, d_k, d_v = head_widths(spec, layer)

    def project(rows, name, count, size):
        out = rows @ weight[f"W{name}"] + weight.get(f"b{name}", 0)
        out = out.reshape(*rows.shape[:2], count, size).transpose(1, 2)
        return out if name == "v" else normed(out, layer.get("qk_norm"), layer, weight, f"{name}_norm")

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
    concat = (weights * drop @ v).transpose(1, 2).flatten(2)
    return concat @ weight["Wo"] + weight.get("bo", 0), weights


def valid(lengths, count, n):
    return torch.arange(n) < (torch.full((count,), n) if lengths is None else lengths)[:, None]


def loss_of(spec, weights, batch, generator):
    examples = [[masks_of(spec, layer, generator) for layer in spec["layers"]] for _ in range(BATCH)]
    tokens, targets, source = batch["tokens"], batch["targets"], spec.get("source")
    own_valid = valid(batch.get("lengths"), BATCH, spec["n"])
    e, h = embed(spec, weights, tokens, "token")
    h = normed(h, spec.get("embedding_norm"), spec, weights, "embedding_norm")
    if source:
        _, s = embed(spec, weights, batch["source"], "source")
        source_valid = valid(batch.get("source_lengths"), BATCH, source["n"])
    for at, layer in enumerate(spec["layers"]):
        mine = {name.split(".")[2]: w for name, w in weights.items() if name.startswith(f"layers.{at}.")}
        keys = layer.get("keys", "self")
        drop = {name: torch.stack([masks[at][name] for masks in examples]) for name in examples[0][at]}
        c = {"self": None, "embeddings": e, "source": s if source else None}[keys]
        h, attention = block(spec, layer, mine, h, c, source_valid if keys == "source" else own_valid, drop)
    targets = targets.masked_fill(~own_valid, -1)
    if spec.get("readout") == "pointer":
        row, column = (targets >= 0).nonzero(as_tuple=True)  # log(0) of hidden keys would make gradients NaN
        return -attention.mean(1)[row, column, targets[row, column]].log().mean()
    h = normed(h, spec.get("final_norm"), spec, weights, "final_norm")
    matrix = weights["token_embedding"].T if spec.get("readout") == "tied" else weights["readout_weight"]
    logits = h @ matrix + weights.get("readout_bias", 0)
    if spec.get("logits_softcap"):
        logits = spec["logits_softcap"] * torch.tanh(logits / spec["logits_softcap"])
    log_probability = logits.log_softmax(-1)
    return torch.nn.functional.nll_loss(log_probability.flatten(0, 1), targets.flatten(), ignore_index=-1)


def optimizer_of(spec, parameters):
    settings = {"lr": 1e-2, **spec["optimizer"]}
    name = settings.pop("name")
    return (torch.optim.Adam if name == "adam" else torch.optim.SGD)(parameters, **settings)


def train(name, spec, seed):
    found = shapes(spec)
    weights = {n: initial(n, shape, seed, spec).requires_grad_() for n, shape in found.items()}
    optimizer = optimizer_of(spec, list(weights.values()))
    losses, norms, gradients = [], [], None
    generator = torch.Generator().manual_seed(seed)  # of dropout: its masks continue from step to step
    for step in range(STEPS):
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(spec, weights, draw(spec, step, name in LENGTHS), generator)
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


if __name__ == "__main__":
    cases = [train(name, spec, seed + 1) for seed, (name, spec) in enumerate(CASES.items())]
    print("[\n" + ",\n".join(json.dumps(case, allow_nan=False) for case in cases) + "\n]")
