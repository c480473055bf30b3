#!/usr/bin/env python3
"""Writes recipe.json: the tensors of some states as PyTorch makes them, which tests/state/recipe.test.js compares bit for bit.

Run with PyTorch's scalar random path: ATEN_CPU_CAPABILITY=default python3 tests/reference/recipe.py
The tokens are given here, so that the tokeniser is checked too.
"""

import hashlib
import json
import os
import zlib

import torch

SIZES = {"seed": 7, "d_model": 16, "d_context": None, "d_k": 4, "d_v": None, "heads": 4, "kv_heads": None}
OTHERS = {
    "recipe": "random",
    "weights": True,
    "bias": False,
    "tied": False,
    "position": "none",
    "shaw_clip": 4,
    "shaw_values": True,
    "t5_buckets": 32,
    "distance_form": "linear",
    "softmax_sink": None,
}

# state (what differs from the default state), tokens, tokens of the second sentence
STATES = [
    ({}, "Life is short , eat dessert first".split(), None),
    (
        {
            "sentence": "Ein Hündchen läuft, läuft – 我爱北京 مرحبا 👍🏽",
            "seed": 4294967295,
            "d_model": 7,
            "d_k": 3,
            "heads": 3,
        },
        ["Ein", "Hündchen", "läuft", ",", "läuft", "–", "我", "爱", "北", "京", "مرحبا", "👍🏽"],
        None,
    ),
    (
        {
            "sentence": "I love Science",
            "context": "Lunch wasn't cheap",
            "padding": 2,
            "seed": 0,
            "d_model": 64,
            "d_k": 5,
            "d_v": 9,
            "heads": 2,
        },
        ["I", "love", "Science"],
        ["Lunch", "wasn't", "cheap", "[pad]", "[pad]"],
    ),
    (
        {"sentence": "cafe\u0301 [x]", "seed": 123456789, "d_model": 128, "d_k": 256, "d_v": 31, "heads": 1},
        ["caf\u00e9", "[", "x", "]"],
        None,
    ),
    (
        {"sentence": "one two", "padding": 1, "padding_side": "start", "d_model": 1, "d_k": 1, "heads": 16},
        ["[pad]", "one", "two"],
        None,
    ),
    ({"sentence": "The cat sat on the mat", "weights": False, "d_model": 33}, "The cat sat on the mat".split(), None),
    (
        {
            "recipe": "article",
            "sentence": "über Z, 𝒜 ﬀ abc a ab a Z",
            "seed": 4000000000,
            "d_model": 5,
            "d_k": 3,
            "d_v": 2,
            "heads": 3,
        },
        ["über", "Z", "𝒜", "ﬀ", "abc", "a", "ab", "a", "Z"],
        None,
    ),
    (
        {
            "recipe": "article",
            "sentence": "to be or not to be",
            "context": "a, b c",
            "padding": 1,
            "seed": 1,
            "d_model": 64,
            "d_k": 64,
            "heads": 1,
        },
        "to be or not to be".split(),
        ["a", "b", "c", "[pad]"],
    ),
    (
        {"sentence": "one two three", "d_k": 6, "heads": 6, "kv_heads": 2, "bias": True, "position": "shaw", "shaw_clip": 2},
        "one two three".split(),
        None,
    ),
    (
        {
            "sentence": "one two three",
            "context": "four five",
            "d_context": 128,
            "heads": 16,
            "kv_heads": 1,
            "bias": True,
            "d_v": 256,
            "position": "shaw",
            "shaw_clip": 64,
            "shaw_values": False,
            "softmax_sink": -1.5,
        },
        "one two three".split(),
        "four five".split(),
    ),
    (
        {"sentence": "one two three", "position": "learned", "d_model": 128, "tied": True, "bias": True},
        "one two three".split(),
        None,
    ),
    ({"sentence": "one two", "position": "t5", "t5_buckets": 64, "heads": 3}, "one two".split(), None),
    (
        {"sentence": "one two", "context": "a b c d", "position": "distance", "distance_form": "matrix", "weights": False},
        "one two".split(),
        "a b c d".split(),
    ),
    (
        {
            "recipe": "article",
            "sentence": "to be",
            "context": "a, b c",
            "d_context": 5,
            "heads": 4,
            "kv_heads": 2,
            "bias": True,
            "position": "learned",
        },
        "to be".split(),
        ["a", "b", "c"],
    ),
]


def named_draws(seed):
    def draw(name, *shape):
        return torch.randn(shape, generator=torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode())))

    def blocks(name, count, rows, columns, *shape):
        return [draw(f"{name}/{h}", *shape)[:rows, :columns] / torch.tensor(rows).sqrt() for h in range(count)]

    def rows(name, places, width, drawn):
        return torch.stack([draw(f"{name}/{place}", drawn)[:width] for place in places])

    return draw, blocks, rows


def random_tensors(seed, d_model, d_context, d_k, d_v, heads, kv_heads, tokens, context, weights, **_):
    draw, blocks, rows = named_draws(seed)
    tensors = {"X": rows("E", tokens, d_model, 128)}
    if context is not None:
        tensors["C"] = rows("E", context, d_context, 128)
    if weights:
        tensors["Wq"] = torch.cat(blocks("Wq", heads, d_model, d_k, 128, 256), 1)
        tensors["Wk"] = torch.cat(blocks("Wk", kv_heads, d_context, d_k, 128, 256), 1)
        tensors["Wv"] = torch.cat(blocks("Wv", kv_heads, d_context, d_v, 128, 256), 1)
        tensors["Wo"] = torch.cat([draw(f"Wo/{h}", 256, 128)[:d_v, :d_model] / torch.tensor(d_model).sqrt() for h in range(heads)], 0)
    return tensors


def article_tensors(seed, d_model, d_context, d_k, d_v, heads, kv_heads, tokens, context, weights, **_):
    """As published: an embedding of 50,000 rows, then per head rand for Wq, Wk, Wv, then rand for the second input."""
    row = {word: i for i, word in enumerate(sorted(set(tokens)))}
    torch.manual_seed(seed)
    embedding = torch.nn.Embedding(50_000, d_model)
    tensors = {"X": embedding(torch.tensor([row[word] for word in tokens])).detach()}
    torch.manual_seed(seed)
    if weights:
        shapes = ((d_model, d_k), (d_context, d_k), (d_context, d_v))
        drawn = [[torch.rand(*shape) for shape in shapes] for _ in range(heads)]
        for i, name in enumerate(("Wq", "Wk", "Wv")):
            tensors[name] = torch.cat([head[i] for head in drawn[: heads if name == "Wq" else kv_heads]], 1)
    if context is not None:
        tensors["C"] = torch.rand(len(context), d_context)
    return tensors


def extra_tensors(seed, d_model, d_context, d_k, d_v, heads, kv_heads, tokens, context, position, **state):
    """Biases, and what positions and the sink need."""
    _, _, rows = named_draws(seed)
    tensors = {}
    if state["bias"] and state["weights"]:
        tensors["bq"] = rows("bq", range(heads), d_k, 256).flatten() / torch.tensor(d_model).sqrt()
        tensors["bk"] = rows("bk", range(kv_heads), d_k, 256).flatten() / torch.tensor(d_context).sqrt()
        tensors["bv"] = rows("bv", range(kv_heads), d_v, 256).flatten() / torch.tensor(d_context).sqrt()
        if state["recipe"] == "random":
            tensors["bo"] = rows("bo", [0], d_model, 128).flatten() / torch.tensor(d_model).sqrt()
    if position == "learned":
        tensors["P"] = rows("P", range(len(tokens)), d_model, 128)
    if position == "shaw":
        distances = range(-state["shaw_clip"], state["shaw_clip"] + 1)
        tensors["relK"] = rows("relK", distances, d_k, 256)
        if state["shaw_values"]:
            tensors["relV"] = rows("relV", distances, d_v, 256)
    if position == "t5":
        tensors["bias_table"] = rows("bias_table", range(state["t5_buckets"]), heads, 16)
    if position == "distance" and state["distance_form"] == "matrix":
        tensors["bias_matrix"] = rows("bias_matrix", range(len(tokens)), len(context or tokens), 512)
    if state["softmax_sink"] is not None:
        tensors["sink"] = torch.full((heads,), state["softmax_sink"])
    return tensors


def entry(state, tokens, context):
    whole = {**SIZES, **OTHERS, **state, "tokens": tokens, "context": context}
    whole["d_v"] = whole["d_v"] or whole["d_k"]
    whole["d_context"] = whole["d_context"] or whole["d_model"]
    whole["kv_heads"] = whole["kv_heads"] or whole["heads"]
    make = article_tensors if whole["recipe"] == "article" else random_tensors
    tensors = {**make(**whole), **extra_tensors(**whole)}
    if whole["tied"]:
        tensors["Wk"] = tensors["Wq"]
        tensors["bk"] = tensors["bq"]
    if whole["position"] == "learned":
        tensors["E"] = tensors.pop("X")
    return {
        "state": state,
        "tokens": tokens,
        "contextTokens": context,
        "tensors": {name: digest(tensor) for name, tensor in sorted(tensors.items())},
    }


def digest(tensor):
    """The float32 bits, row after row: all of them as SHA-256 of their little-endian bytes, and the first few."""
    bits = tensor.contiguous().numpy().astype("<f4").view("<u4").ravel()
    return {
        "shape": list(tensor.shape),
        "sha256": hashlib.sha256(bits.tobytes()).hexdigest(),
        "first_bits": [int(b) for b in bits[:4]],
    }


def main():
    assert os.environ.get("ATEN_CPU_CAPABILITY") == "default", "set ATEN_CPU_CAPABILITY=default: the scalar random path"
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recipe.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump([entry(*state) for state in STATES], file, ensure_ascii=False, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
