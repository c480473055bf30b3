"""What numpy says of rows of weights, in float64: python3 meters.py > meters.json"""

import json
import numpy as np

random = np.random.default_rng(5)


def row(p):
    jacobian = np.diag(p) - np.outer(p, p)
    seen = p[p > 0]
    return {
        "weights": p.tolist(),
        "sum": float(p.sum()),
        "largest": float(p.max()),
        "entropy": float(-(seen * np.log2(seen)).sum()) + 0.0,
        "gradient": float(np.linalg.norm(jacobian)),
    }


def softmax(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


rows = [softmax(random.normal(size=n) * spread) for n in (1, 2, 5, 16, 80) for spread in (0.01, 1, 8, 60)]
rows += [np.zeros(4), np.array([1.0, 0, 0]), np.array([0.25] * 4), np.array([0.3, 0.2, 0, 0])]
values = [random.normal(size=n) * scale + shift for n in (1, 7, 60) for scale in (1, 16) for shift in (0, 1e6)]
spreads = [{"values": v.tolist(), "mean": float(v.mean()), "variance": float(v.var())} for v in values]
print(json.dumps({"rows": [row(p) for p in rows], "spreads": spreads}))
