#!/usr/bin/env python3
"""Writes recipe.json: the tensors of some states as PyTorch makes them, which tests/recipe.test.js compares bit for bit.

Run with PyTorch's scalar random path: ATEN_CPU_CAPABILITY=default python3 tests/reference/recipe.py
The tokens are given here, so that the tokeniser is checked too.
"""

import hashlib
import json
import os
import zlib

import torch

SIZES = {"seed": 7, "d_model": 16, "d_k": 4, "d_v": None, "heads": 4}

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
]


def random_tensors(seed, d_model, d_k, d_v, heads, tokens, context, weights):
    def draw(name, *shape):
        return torch.randn(shape, generator=torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode())))

    def blocks(name, rows, columns, *shape):
        return [draw(f"{name}/{h}", *shape)[:rows, :columns] / torch.tensor(d_model).sqrt() for h in range(heads)]

    def embed(tokens):
        return torch.stack([draw(f"E/{token}", 128)[:d_model] for token in tokens])

    tensors = {"X": embed(tokens)}
    if context is not None:
        tensors["C"] = embed(context)
    if weights:
        tensors["Wq"] = torch.cat(blocks("Wq", d_model, d_k, 128, 256), 1)
        tensors["Wk"] = torch.cat(blocks("Wk", d_model, d_k, 128, 256), 1)
        tensors["Wv"] = torch.cat(blocks("Wv", d_model, d_v, 128, 256), 1)
        tensors["Wo"] = torch.cat(blocks("Wo", d_v, d_model, 256, 128), 0)
    return tensors


def article_tensors(seed, d_model, d_k, d_v, heads, tokens, context, weights):
    """As published: an embedding of 50,000 rows, then per head rand for Wq, Wk, Wv, then rand for the second input."""
    row = {word: i for i, word in enumerate(sorted(set(tokens)))}
    torch.manual_seed(seed)
    embedding = torch.nn.Embedding(50_000, d_model)
    tensors = {"X": embedding(torch.tensor([row[word] for word in tokens])).detach()}
    torch.manual_seed(seed)
    if weights:
        drawn = [[torch.rand(d_model, width) for width in (d_k, d_k, d_v)] for _ in range(heads)]
        for i, name in enumerate(("Wq", "Wk", "Wv")):
            tensors[name] = torch.cat([head[i] for head in drawn], 1)
    if context is not None:
        tensors["C"] = torch.rand(len(context), d_model)
    return tensors


def entry(state, tokens, context):
    sizes = {**SIZES, **{name: value for name, value in state.items() if name in SIZES}}
    sizes["d_v"] = sizes["d_v"] or sizes["d_k"]
    make = article_tensors if state.get("recipe") == "article" else random_tensors
    tensors = make(**sizes, tokens=tokens, context=context, weights=state.get("weights", True))
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
