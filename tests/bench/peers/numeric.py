"""NumPy and PyTorch, on one thread: takes one job as JSON, and prints the measurements as JSON."""

import json
import os
import resource
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import blas
import numpy as np

job = json.loads(sys.argv[1])
workload = job["workload"]
n, heads, kv_heads, d = workload["n"], workload["heads"], workload["kv_heads"], workload["d"]
kind, causal = workload["kind"], workload["causal"] and workload["kind"] != "decode"


def load():
    manifest = json.load(open(os.path.join(job["inputs"], "manifest.json")))
    inputs = np.fromfile(os.path.join(job["inputs"], "inputs.bin"), np.float32)
    reference = np.fromfile(os.path.join(job["inputs"], "reference.bin"), np.float64)
    tensors = {t["name"]: inputs[t["at"] : t["at"] + t["count"]].reshape(t["shape"]) for t in manifest["tensors"]}
    rows = [(r["tensor"], r["row"], reference[r["at"] : r["at"] + r["count"]]) for r in manifest["reference"]]
    return tensors, rows


def rotations():
    """Cosines and sines of RoPE's angles, by position and pair of neighbouring components."""
    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def with_numpy(tensors):
    mask = np.triu(np.full((n, n), -np.inf, np.float32), 1) if causal else None
    scale = np.float32(1 / np.sqrt(d))

    def attend(q, k, v):
        """The query heads that share keys and values are multiplied in one product."""
        scores = (q.reshape(kv_heads, -1, d) * scale) @ k.transpose(0, 2, 1)
        scores = scores.reshape(heads, -1, n)
        if mask is not None:
            scores += mask
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        return (scores.reshape(kv_heads, -1, n) @ v).reshape(heads, -1, d)

    def split_heads(rows, count):
        return rows.reshape(-1, count, d).transpose(1, 0, 2)

    cosines, sines = rotations()

    def rotate(x):
        if not workload.get("rope"):
            return x
        c, s = cosines[n - x.shape[1] :], sines[n - x.shape[1] :]
        left, right = x[..., 0::2], x[..., 1::2]
        result = np.empty(x.shape, np.float32)
        result[..., 0::2], result[..., 1::2] = left * c - right * s, left * s + right * c
        return result

    def layer():
        x = tensors["X"][-1:] if kind == "decode" else tensors["X"]
        q, k, v = (split_heads(x @ tensors[name], count) for name, count in (("Wq", heads), ("Wk", kv_heads), ("Wv", kv_heads)))
        q, k = rotate(q), rotate(k)
        if kind == "decode":
            k, v = tensors["K"], tensors["V"]
        context = attend(q, k, v)
        return context.transpose(1, 0, 2).reshape(len(x), -1) @ tensors["Wo"]

    if kind == "attention":
        return (lambda: attend(tensors["Q"], tensors["K"], tensors["V"])), (lambda context: {"context": context})
    return layer, (lambda output: {"output": output})


def with_torch(tensors):
    import torch

    torch.set_num_threads(1)
    if kind == "model":
        import torch_model

        return torch_model.prepare(workload, tensors)
    torch_tensors = {name: torch.from_numpy(tensor.copy()) for name, tensor in tensors.items()}
    mask = torch.triu(torch.full((n, n), float("-inf")), 1) if causal else None
    fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
    group_size = heads // kv_heads

    def attend(q, k, v):
        if fused and group_size == 1:
            return fused(q[None], k[None], v[None], is_causal=causal)[0]
        scores = (q.reshape(kv_heads, -1, d) / d**0.5) @ k.transpose(1, 2)
        scores = scores.reshape(heads, -1, n)
        weights = (scores if mask is None else scores + mask).softmax(-1)
        return (weights.reshape(kv_heads, -1, n) @ v).reshape(heads, -1, d)

    def split_heads(rows, count):
        return rows.reshape(-1, count, d).transpose(0, 1)

    cosines, sines = (torch.from_numpy(table) for table in rotations())

    def rotate(x):
        if not workload.get("rope"):
            return x
        c, s = cosines[n - x.shape[1] :], sines[n - x.shape[1] :]
        left, right = x[..., 0::2], x[..., 1::2]
        return torch.stack([left * c - right * s, left * s + right * c], -1).flatten(-2)

    def layer(x, wq, wk, wv, wo):
        q, k, v = split_heads(x @ wq, heads), split_heads(x @ wk, kv_heads), split_heads(x @ wv, kv_heads)
        q, k = rotate(q), rotate(k)
        if kind == "decode":
            k, v = torch_tensors["K"], torch_tensors["V"]
        context = attend(q, k, v)
        return context.transpose(0, 1).reshape(len(x), -1) @ wo

    names = ["X", "Wq", "Wk", "Wv", "Wo"]

    def forward():
        with torch.no_grad():
            if kind == "attention":
                return attend(torch_tensors["Q"], torch_tensors["K"], torch_tensors["V"])
            rows = torch_tensors["X"][-1:] if kind == "decode" else torch_tensors["X"]
            return layer(rows, *(torch_tensors[name] for name in names[1:]))

    def train():
        inputs = [torch_tensors[name].requires_grad_() for name in names]
        output = layer(*inputs)
        return [output, *torch.autograd.grad(output, inputs, torch_tensors["dOutput"])]

    if kind == "training":
        return train, (lambda results: {name: one.detach().numpy() for name, one in zip(["output", *names], results)})
    return forward, (lambda results: {"context" if kind == "attention" else "output": results.numpy()})


def error_of(results, rows):
    def of(tensor, row, values):
        return np.abs(results[tensor].reshape(-1, len(values))[row] - values).max() / np.abs(values).max()

    return float(np.max([of(*row) for row in rows]))


def measure():
    tensors, rows = load()
    peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    clock = lambda: (time.process_time() if job["cpu"] else time.perf_counter()) * 1000
    if job["variant"] == "torch":
        import torch  # noqa: F401, imported before memory is measured
    before = peak()
    begun = clock()
    run, read = (with_torch if job["variant"] == "torch" else with_numpy)(tensors)
    setup = clock() - begun
    start = clock()
    result = run()
    first = clock() - start
    error = error_of(read(result), rows)
    if not error <= 1e-4:
        raise ValueError(f"wrong by {error:.1e} of the row's largest number")
    samples = [first]
    if first <= 10 * job["budget"]:
        end = clock() + job["budget"] / 3
        calls = 0
        while calls < 1 or clock() < end:
            run()
            calls += 1
        samples, end = [], clock() + job["budget"]
        while (clock() < end or len(samples) < (3 if first < job["budget"] else 2)) and len(samples) < 500:
            start = clock()
            run()
            samples.append(clock() - start)
    return {"setup": setup, "first": first, "samples": samples, "error": error, "peak": peak() - before, "blas": blas.facts()}


try:
    print(json.dumps(measure()))
except Exception as problem:  # a peer that cannot do a workload is reported
    print(json.dumps({"problem": f"{type(problem).__name__}: {problem}".splitlines()[0][:200]}))
