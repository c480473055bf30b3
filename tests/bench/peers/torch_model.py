"""Training a small model with PyTorch: the model of a workload, its gradients by autograd, and torch.optim.Adam."""

import math

import numpy as np
import torch
import torch.nn.functional as F

COMPARED_STEPS = 10  # as in workloads/models.js


def prepare(workload, tensors):
    """The functions run (one step; returns its loss) and read (the losses of the first steps)."""
    model, n, heads, d = workload["model"], workload["n"], workload["heads"], workload["d"]
    batch_names = ("tokens", "targets", "source")
    weights = {k: torch.from_numpy(v.copy()).requires_grad_() for k, v in tensors.items() if k not in batch_names}
    batches = {k: torch.from_numpy(tensors[k]).long() for k in batch_names if k in tensors}
    optimizer = torch.optim.Adam(list(weights.values()), lr=model["lr"], betas=(0.9, 0.98), eps=1e-8)
    hidden_keys = torch.triu(torch.ones(n, n, dtype=torch.bool), 1)
    angles = torch.arange(n)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d)
    cosines, sines = angles.cos(), angles.sin()

    def split(rows):
        return rows.view(-1, n, heads, d).transpose(1, 2)

    def rotate(rows):
        if model["position"] != "rope":
            return rows
        left, right = rows[..., 0::2], rows[..., 1::2]
        return torch.stack([left * cosines - right * sines, left * sines + right * cosines], -1).flatten(-2)

    def loss_of(tokens, targets, source=None):
        embeddings = weights["token_embedding"][tokens]
        hidden = embeddings + weights["position_embedding"] if model["position"] == "learned" else embeddings
        others = embeddings
        if source is not None:
            others = weights["source_embedding"][source] + weights["source_position_embedding"]
        for layer in range(model["layers"]):
            wq, wk, wv = (weights[f"layers.{layer}.{name}"] for name in ("Wq", "Wk", "Wv"))
            c = hidden if model["keys"] == "self" else others
            scores = (rotate(split(hidden @ wq)) @ rotate(split(c @ wk)).transpose(-1, -2)) * (1 / math.sqrt(d))
            shares = (scores.masked_fill(hidden_keys, -math.inf) if workload["causal"] else scores).softmax(-1)
            if f"layers.{layer}.Wo" in weights:
                joined = (shares @ split(c @ wv)).transpose(1, 2).reshape(-1, n, heads * d)
                hidden = hidden + joined @ weights[f"layers.{layer}.Wo"]
        if model["readout"] == "pointer":
            return -shares.mean(1).gather(-1, targets[..., None]).log().mean()
        logits = hidden @ weights["readout_weight"] + weights["readout_bias"]
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    examples = [dict(zip(batches, one)) for one in zip(*batches.values())]
    steps = 0

    def run():
        nonlocal steps
        loss = loss_of(**examples[steps % len(examples)])
        steps += 1
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    def read(first):
        return {"losses": np.array([first, *(run() for _ in range(COMPARED_STEPS - 1))])}

    return run, read
