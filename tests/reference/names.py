"""Writes names.json: how PyTorch trains the model of the task "names", in float64 with autograd.

    ATEN_CPU_CAPABILITY=default python3 tests/reference/names.py > tests/reference/names.json

needs PyTorch (Debian's python3-torch 1.13 made the file here). The model is written out below, apart from the one of
training.py, of which only the first weights are taken: initial() draws them. The names are those that ship, of which every
fifth is held out; which ones a step is trained on is drawn as the task draws: each is the floor of count times the next 32
bits of PyTorch's generator, over 2^32. In the file: the losses of 50 steps.
"""

import json
import math
import pathlib
import re

import torch
import torch.nn.functional as F

from training import initial

ROOT = pathlib.Path(__file__).parents[2]
SEED, STEPS, BATCH, WIDTH, HEADS, LENGTH = 1, 50, 32, 16, 4, 16

text = (ROOT / "web/training/texts/names.js").read_text()
names = re.search(r"`([^`]*)`", text)[1].split()
training = [name for at, name in enumerate(names) if at % 5 != 4]
letters = sorted(set("".join(names)))
MARK = len(letters)
numbers = {letter: at for at, letter in enumerate(letters)}

shapes = {
    "token_embedding": [MARK + 1, WIDTH],
    "position_embedding": [LENGTH, WIDTH],
    **{f"layers.0.{name}": [WIDTH, WIDTH] for name in ("Wq", "Wk", "Wv", "Wo")},
    "layers.0.W_up": [WIDTH, 4 * WIDTH],
    "layers.0.W_down": [4 * WIDTH, WIDTH],
    "readout_weight": [WIDTH, MARK + 1],
}
weights = {name: initial(name, shape, SEED, {"d_model": WIDTH}).requires_grad_() for name, shape in shapes.items()}


def norm(x):
    return x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()


def losses_of(name):
    """The loss of each letter of a name, and of the mark after it."""
    tokens = [MARK, *(numbers[letter] for letter in name)]
    h = norm(weights["token_embedding"][tokens] + weights["position_embedding"][: len(tokens)])
    x = norm(h)
    q, k, v = ((x @ weights[f"layers.0.W{one}"]).reshape(len(x), HEADS, -1).transpose(0, 1) for one in "qkv")
    scores = q @ k.transpose(1, 2) / math.sqrt(WIDTH // HEADS)
    later = torch.ones(len(x), len(x), dtype=torch.bool).triu(1)
    read = scores.masked_fill(later, -math.inf).softmax(-1) @ v
    h = h + read.transpose(0, 1).reshape(len(x), -1) @ weights["layers.0.Wo"]
    h = h + torch.relu(norm(h) @ weights["layers.0.W_up"]) @ weights["layers.0.W_down"]
    return F.cross_entropy(h @ weights["readout_weight"], torch.tensor([*tokens[1:], MARK]), reduction="none")


def bits(count):
    """Numbers of 32 bits, as PyTorch's generator gives them one by one (but that 2^32 - 1 would be 0)."""
    return [int(torch.empty((), dtype=torch.int64).random_(0, 2**32 - 1)) for _ in range(count)]


optimizer = torch.optim.Adam(weights.values(), lr=1e-2, betas=(0.85, 0.99))
torch.manual_seed(SEED)
drawn = [training[draw * len(training) >> 32] for draw in bits(STEPS * BATCH)]
losses = []
for step in range(STEPS):
    optimizer.zero_grad()
    loss = torch.cat([losses_of(name) for name in drawn[step * BATCH : (step + 1) * BATCH]]).mean()
    loss.backward()
    optimizer.step()
    losses.append(float(f"{loss.item():.10g}"))
print(json.dumps({"seed": SEED, "first": drawn[:BATCH], "losses": losses}))
