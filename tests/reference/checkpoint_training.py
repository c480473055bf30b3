#!/usr/bin/env python3
"""Writes checkpoint_training.json: losses of models of checkpoints.py that train further, by torch.optim.AdamW in float64.

Run: python3 tests/reference/checkpoint_training.py   (PyTorch 1.13 or newer; Debian's python3-torch will do)
Row b of step s is row (s · batch + b) modulo the rows; the loss is the mean cross entropy of the next tokens. Every tensor
is trained and decays; epsilon is large enough that the rounding of gradients which nearly cancel does not choose a step's
direction. There are `steps` + 1 losses: since steps · batch is a multiple of the rows, the last one is also the
first of a training that goes on from the result.
"""

import json
import os

import torch
import torch.nn.functional as F
from checkpoint_families import FAMILIES
from checkpoints import MODELS, Weights

torch.set_default_dtype(torch.float64)
NAMES = ["gpt2", "gpt2-bare", "llama", "llama3", "llama-linear", "llama-yarn", "mistral", "qwen2", "qwen3", "gpt_neox",
         "gpt_neox-new", "opt", "bloom", "gemma2", "gemma3", "gemma3-new", "opt-350m"]  # fmt: skip
ROWS, LENGTH, BATCH, STEPS = 3, 8, 2, 6
SETTINGS = {"lr": 0.01, "betas": [0.8, 0.95], "eps": 1e-4, "weight_decay": 0.3}


class Parameters(Weights):
    """The same weights, as leaves that learn; `kept` is empty until the first pass has drawn them."""

    def __init__(self, *args):
        super().__init__(*args)
        self.kept = {}

    def __call__(self, name, *shape, about=0.0, prefix=None):
        value = super().__call__(name, *shape, about=about, prefix=prefix)
        whole = (self.prefix if prefix is None else prefix) + name
        return self.kept.setdefault(whole, value.clone().requires_grad_())


def loss_of(name, weights, rows):
    family, config, stored = MODELS[name]
    losses = []
    for row in rows:
        stages = {}
        put = lambda stage, value, layer=None: stages.update({stage: value}) or value
        FAMILIES[family](config, weights, row[:-1], put, {**stored, "buffers": False})
        losses.append(F.cross_entropy(stages["logits"], row[1:]))
    return torch.stack(losses).mean()


def main():
    generator = torch.Generator().manual_seed(11)
    tokens = torch.randint(0, 43, (ROWS, LENGTH + 1), generator=generator)
    cases = {}
    for name in NAMES:
        _, _, stored = MODELS[name]
        weights = Parameters(name, stored.get("type", "F32"), stored["prefix"])
        loss_of(name, weights, tokens[:1])  # draws the weights
        settings = {**SETTINGS, "betas": tuple(SETTINGS["betas"])}
        optimizer = torch.optim.AdamW(list(weights.kept.values()), **settings)
        losses = []
        for step in range(STEPS + 1):
            rows = [tokens[(step * BATCH + b) % ROWS] for b in range(BATCH)]
            loss = loss_of(name, weights, rows)
            losses.append(loss.item())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        cases[name] = losses
    result = {"tokens": tokens.tolist(), "batch": BATCH, "steps": STEPS, "optimizer": SETTINGS, "losses": cases}
    here = os.path.dirname(os.path.abspath(__file__))
    with open(f"{here}/checkpoint_training.json", "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
