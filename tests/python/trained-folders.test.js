/** Folders that train has written are what transformers opens: names, shapes, types, and the numbers of a model trained in PyTorch. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { run } from "../../web/node/cli.js";
import { npyOf } from "../../web/tensors/npy.js";
import { reference } from "../support/checkpoints.js";
import { root } from "../support/machine.js";
import { pythonSkip, runPython } from "../support/python.js";

const folder = mkdtempSync(join(tmpdir(), "attention-trained-"));
after(() => rmSync(folder, { recursive: true }));

test(
  "a trained folder of each family is opened as transformers opens it, and goes on as in PyTorch",
  { skip: pythonSkip("torch") },
  async () => {
    const truth = JSON.parse(readFileSync(new URL("../reference/checkpoint_training.json", import.meta.url), "utf8"));
    const { tokens, batch, steps, optimizer } = truth;
    const rows = join(folder, "rows.npy");
    writeFileSync(rows, npyOf({ shape: [tokens.length, tokens[0].length], data: Int32Array.from(tokens.flat()) }));
    const names = Object.keys(truth.losses);
    assert.ok(names.length > 12);
    const asked = [];
    for (const name of names) {
      const out = join(folder, name);
      const {
        status,
        out: lines,
        err,
      } = await run([
        ...[
          "train",
          fileURLToPath(new URL(name, reference)),
          "--tokens",
          rows,
          "--steps",
          `${steps}`,
          "--batch",
          `${batch}`,
        ],
        ...[
          "--learning-rate",
          `${optimizer.lr}`,
          "--betas",
          optimizer.betas.join(","),
          "--epsilon",
          `${optimizer.eps}`,
        ],
        ...["--weight-decay", `${optimizer.weight_decay}`, "--out", out],
      ]);
      assert.deepEqual([status, err], [0, ""], name);
      assert.equal([...lines].length, steps, name); // the folder is written once all lines are read
      asked.push([name, out, Array.from({ length: batch }, (_, b) => tokens[(steps * batch + b) % tokens.length])]);
    }
    const seen = JSON.parse(runPython([`${root}tests/python/trained_folders.py`, JSON.stringify(asked)]));
    for (const [at, name] of names.entries()) {
      const { loss, ...others } = seen[at];
      assert.deepEqual(others, { missing: [], unexpected: [], dtype: "float32" }, name);
      assert.ok(Math.abs(loss - truth.losses[name][steps]) < 5e-6, `${name}: ${loss}, ${truth.losses[name][steps]}`);
    }
  },
);
