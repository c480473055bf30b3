"""Opens folders that `attention-stepper train` has written, as transformers opens them, and computes a loss in float64.

Arguments: a JSON list of [name in checkpoints.py, folder, rows of tokens]. Prints for each what from_pretrained would warn of
(tensors that are missing, and those that nobody asks for), the type that the config names, and the mean loss of the next tokens.
"""

import json
import os
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference"))
from checkpoint_families import FAMILIES  # noqa: E402
from checkpoints import MODELS  # noqa: E402

torch.set_default_dtype(torch.float64)


def read_safetensors(path):
    """As the library safetensors reads: the bytes of the tensors follow each other without a gap, up to the end of the file."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header, body = json.loads(data[8 : 8 + length]), data[8 + length :]
    assert header.pop("__metadata__")["format"] == "pt", "transformers refuses what is not of PyTorch"
    tensors, at = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        assert begin == at and entry["dtype"] == "F32" and end - begin == 4 * int(np.prod(entry["shape"])), name
        numbers = np.frombuffer(body[begin:end], "<f4").reshape(entry["shape"])
        tensors[name], at = torch.tensor(numbers.astype(np.float64)), end
    assert at == len(body)
    return tensors


def look(name, folder, rows):
    with open(f"{folder}/config.json") as file:
        config = json.load(file)
    family, _, stored = MODELS[name]
    assert config["model_type"] == family
    assert not os.path.exists(f"{folder}/model.safetensors.index.json"), "one file, no shards"
    tensors, asked, missing = read_safetensors(f"{folder}/model.safetensors"), set(), []

    def weight(name, *shape, about=0.0, prefix=None):
        whole = (stored["prefix"] if prefix is None else prefix) + name
        asked.add(whole)
        if whole not in tensors:
            missing.append(whole)
            return torch.zeros(*shape)
        assert list(tensors[whole].shape) == list(shape), whole
        return tensors[whole]

    losses = []
    for row in torch.tensor(rows):
        stages = {}
        put = lambda stage, value, layer=None: stages.update({stage: value}) or value
        FAMILIES[family](config, weight, row[:-1], put, {**stored, "buffers": False})
        losses.append(F.cross_entropy(stages["logits"], row[1:]))
    loss = torch.stack(losses).mean().item()
    unexpected = sorted(set(tensors) - asked)
    return {"missing": missing, "unexpected": unexpected, "dtype": config.get("dtype", config.get("torch_dtype")), "loss": loss}


print(json.dumps([look(*each) for each in json.loads(sys.argv[1])]))
