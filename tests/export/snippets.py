"""Runs snippets and compares every stage. Reads [{"name", "code", "folder", "stages": {id: {"shape", "data"}}}] as JSON
from standard input; writes {name: what went wrong, "" where nothing did}."""

import contextlib
import io
import json
import os
import sys
import traceback

import numpy as np


def run(case):
    os.chdir(case["folder"])
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(case["code"], case["name"], "exec"), names)
    # A weight's relative error is its score's absolute error; above 32 a few units in the last place exceed 1e-5.
    steep = max(1, max(abs(float(x)) for x in case["stages"]["scaled"]["data"]) / 32)
    for stage, wanted in case["stages"].items():
        got = np.asarray(names[stage], dtype=np.float64)
        want = np.array([float(x) for x in wanted["data"]]).reshape(wanted["shape"])
        if got.shape != want.shape:
            return f"{stage}: shape {got.shape}, wanted {want.shape}"
        odd = ~np.isfinite(want)
        if not np.array_equal(got[odd], want[odd], equal_nan=True):
            return f"{stage}: other infinities"
        # Where a row's largest number is above 1, relative to that number.
        size = np.maximum(np.where(odd, 0, abs(want)).max(-1, keepdims=True), 1)
        with np.errstate(invalid="ignore"):
            off = np.where(odd, 0, abs(got - want)) / size
        stages = list(case["stages"])
        after = stages.index(stage) > stages.index("scaled") and stage not in ("biased", "capped", "masked")
        if not off.max() <= 1e-5 * (steep if after else 1):
            return f"{stage}: off by {off.max()} of the row's largest, or of 1"
    return "" if printed.getvalue() else "it printed nothing"


results = {}
for case in json.load(sys.stdin):
    try:
        results[case["name"]] = run(case)
    except Exception:
        results[case["name"]] = traceback.format_exc() + case["code"]
print(json.dumps(results))
