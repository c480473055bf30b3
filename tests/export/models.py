"""Runs the code of models, and compares what they answer, and the losses of the steps that they are then trained for. Reads
[{"name", "code", "expected": rows, "batches", "losses"}] as JSON from standard input; writes {name: what went wrong, "" where nothing did}."""

import contextlib
import io
import json
import sys
import traceback

import numpy as np


def run(case):
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(case["code"], case["name"], "exec"), names)
    got = np.asarray(names["probabilities" if "probabilities" in names else "logits"], dtype=np.float64)
    want = np.array(case["expected"])
    if got.shape != want.shape:
        return f"shape {got.shape}, wanted {want.shape}"
    # Where a row's largest number is above 1, relative to that number.
    off = (abs(got - want) / np.maximum(abs(want).max(-1, keepdims=True), 1)).max()
    if not off <= 1e-5:
        return f"off by {off}"
    losses = names["train"](case["batches"])
    if len(losses) != len(case["losses"]) or any(abs(a - b) > 1e-4 * abs(b) for a, b in zip(losses, case["losses"])):
        return f"losses {losses}, wanted {case['losses']}"
    answers = str([int(row.argmax()) for row in want])
    return "" if printed.getvalue().strip().endswith(f"answers {answers}") else f"printed {printed.getvalue()}"


results = {}
for case in json.load(sys.stdin):
    try:
        results[case["name"]] = run(case)
    except Exception:
        results[case["name"]] = traceback.format_exc() + case["code"]
print(json.dumps(results))
