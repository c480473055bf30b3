"""Writes draws.json: SHA-256 hashes of what PyTorch's CPU generator draws, on both of its paths.

    python3 tests/reference/draws.py > tests/reference/draws.json

needs PyTorch (Debian's python3-torch 1.13 made the file here) on x86-64 Linux with AVX2. For each seed, the calls run
one after the other on one stream. A hash covers the little-endian bytes of the result: float32, float64 for names with
64, int32 for integers and permutations. The normals in double precision depend on the C library in their last bits and
are given as numbers.
"""

import hashlib
import json
import os
import subprocess
import sys

SEEDS = [0, 123, 2**32 - 1, 2**40 + 7, 2**64 - 1, -5]
MANY = 100_000

CALLS = [
    ["randn", MANY],
    ["randn", 3],
    ["randn", 17],
    ["rand", MANY + 1],
    ["randn", 2],
    ["uniform", MANY, -0.3, 0.7],
    ["uniform", MANY, 5, 6.1],
    ["uniform", MANY, -1e30, 3e-3],
    ["uniform", 9, 2.5, 2.5],
    ["randint", 5, 77, MANY],
    ["randint", -(2**31), 2**31 - 1, MANY],
    ["randint", -3, -2, 7],
    ["randperm", MANY],
    ["randperm", 1],
    ["randperm", 2],
    ["dropoutKeep", 0.1, MANY],
    ["dropoutKeep", 0.999, MANY],
    ["dropoutKeep", 0, 5],
    ["dropoutKeep", 1, 5],
    ["rand64", MANY],
    ["embedding", 5, 3],
    ["embedding", 1001, 33],
    ["xavierUniform", 301, 203],
    ["linear", 512, 129],
    ["linear", 3, 2],
    ["manyRandn", 5000, 5],
    ["randn", MANY + 15],
    ["rand", 1],
]


def draw(torch, name, *arguments):
    """One call, by the name it has in web/engine/random/torch-random.js, as a contiguous tensor."""
    if name == "randn":
        return torch.randn(arguments[0])
    if name == "manyRandn":
        times, n = arguments
        return torch.cat([torch.randn(n) for _ in range(times)])
    if name == "rand":
        return torch.rand(arguments[0])
    if name == "rand64":
        return torch.rand(arguments[0], dtype=torch.float64)
    if name == "uniform":
        n, low, high = arguments
        return torch.empty(n).uniform_(low, high)
    if name == "randint":
        low, high, n = arguments
        return torch.randint(low, high, (n,)).to(torch.int32)
    if name == "randperm":
        return torch.randperm(arguments[0]).to(torch.int32)
    if name == "dropoutKeep":
        p, n = arguments
        return (torch.nn.functional.dropout(torch.ones(n), p) != 0).to(torch.float32)
    if name == "embedding":
        return torch.nn.Embedding(*arguments).weight.detach()
    if name == "xavierUniform":
        return torch.nn.init.xavier_uniform_(torch.empty(*arguments))
    if name == "linear":
        layer = torch.nn.Linear(*arguments)
        return torch.cat([layer.weight.detach().reshape(-1), layer.bias.detach()])
    raise ValueError(name)


def one_path():
    """The hashes of this process's path, and the normals in double precision, on standard output."""
    import torch

    hashes = []
    normals = []
    for seed in SEEDS:
        torch.manual_seed(seed)
        results = [draw(torch, *call).contiguous().numpy() for call in CALLS]
        hashes.append([hashlib.sha256(result.tobytes()).hexdigest()[:32] for result in results])
        torch.manual_seed(seed)
        normals.append([torch.randn(n, dtype=torch.float64).tolist() for n in (3, 37)])
    json.dump({"torch": torch.__version__, "hashes": hashes, "normals": normals}, sys.stdout)


def of_path(capability):
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": capability}
    result = subprocess.run(
        [sys.executable, __file__, "one-path"], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return json.loads(result.stdout)


def main():
    scalar, avx2 = of_path("default"), of_path("avx2")
    assert scalar["normals"] == avx2["normals"]
    # JSON numbers end at 2^53 for JavaScript, so seeds are strings; where both paths agree, one hash says so.
    seeds = [
        {
            "seed": str(seed),
            "sha256": [[a] if a == b else [a, b] for a, b in zip(scalar["hashes"][i], avx2["hashes"][i])],
            "randn64": scalar["normals"][i],
        }
        for i, seed in enumerate(SEEDS)
    ]
    print('{"about": "made by draws.py; sha256: first 128 bits, [both paths] or [scalar, avx2], one entry per call",')
    print(f'"torch": "{scalar["torch"]}",')
    print(f'"calls": {lines(CALLS)},')
    print(f'"seeds": {lines(seeds)}}}')


def lines(items):
    """A JSON array, one item a line."""
    return "[\n" + ",\n".join(json.dumps(item) for item in items) + "]"


if __name__ == "__main__":
    one_path() if sys.argv[1:] == ["one-path"] else main()
