"""Compares an attention of yours with golden vectors: python3 compare.py heads.npz (index.json beside it)."""

import json
import math
import os
import sys

import numpy as np

KNOWN = {"heads", "kv_heads", "d_k", "d_v", "scale", "causal", "align"}


def attention(spec, Q, K, V):
    """Put yours here: Q [heads, n_q, d_k], K and V [kv_heads, n_k, ...]; all is float32."""
    context = np.zeros((*Q.shape[:2], V.shape[2]), np.float32)
    log_sum_exp = np.full(Q.shape[:2], -np.inf, np.float32)
    for h, i in np.ndindex(Q.shape[:2]):
        group = h * spec["kv_heads"] // spec["heads"]
        last = i + (K.shape[1] - Q.shape[1] if spec.get("align") == "bottom_right" else 0)
        seen = max(0, min(K.shape[1], last + 1)) if spec["causal"] else K.shape[1]
        if seen > 0:
            scores = K[group, :seen] @ Q[h, i] * np.float32(spec["scale"])
            log_sum_exp[h, i] = scores.max() + np.log(np.exp(scores - scores.max()).sum())
            context[h, i] = np.exp(scores - log_sum_exp[h, i]) @ V[group, :seen]
    return {"context": context, "log_sum_exp": log_sum_exp}


def compare(path):
    with open(os.path.join(os.path.dirname(path), "index.json"), encoding="utf-8") as file:
        bounds = next(one for one in json.load(file) if one["file"] == os.path.basename(path))["bounds"]["float32"]
    with np.load(path) as vector:
        spec = json.loads(vector["spec"].tobytes())
        if not KNOWN.issuperset(spec) or {"key_valid", "allow"} & set(vector.files):
            return print(f"{path}: skipped, it needs more than this attention has") or True
        found = attention(spec, vector["Q"], vector["K"], vector["V"])
        for name, got in found.items():
            want = vector[f"expected.{name}"]
            away = float(np.where(got == want, 0, abs(got - np.where(np.isinf(want), 0, want))).max())
            if not away <= bounds[f"expected.{name}"]:
                return print(f"{path}: {name} differs by {away:.3g}, allowed are {bounds[f'expected.{name}']:.3g}")
    return print(f"{path}: ok") or True


if __name__ == "__main__":
    sys.exit(0 if all([compare(path) for path in sys.argv[1:]]) else 1)
