"""Writes tests/reference/tensors/: cases whose tensors are in files, as PyTorch and NumPy write them.
Usage: /usr/bin/python3 tests/reference/tensors.py

The layer is torch.nn.MultiheadAttention in float64 (its weights are those of its state_dict, so that a case has to take
rows of in_proj_weight and transpose them); stages and gradients are PyTorch's.
"""

import json
from pathlib import Path

import numpy as np
import torch

folder = Path(__file__).parent / "tensors"
N, D, HEADS = 5, 8, 2


def write_safetensors(name, tensors):
    """The format as its documentation says it: the header's length, the header in JSON, the numbers."""
    header, numbers = {}, b""
    kinds = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64"}
    for key, tensor in tensors.items():
        bits = tensor.contiguous()
        stored = (bits.view(torch.int16) if bits.element_size() == 2 else bits).numpy().tobytes()
        header[key] = {
            "dtype": kinds[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [len(numbers), len(numbers) + len(stored)],
        }
        numbers += stored
    text = json.dumps(header).encode()
    (folder / name).write_bytes(len(text).to_bytes(8, "little") + text + numbers)


def attention(x, wq, wk, wv, wo, bq, bk, bv, bo, key_valid):
    """Vaswani et al. 2017, eq. 1, causal and with padding, on matrices that multiply from the right."""
    heads = lambda y: y.reshape(N, HEADS, D // HEADS).transpose(0, 1)
    q, k, v = heads(x @ wq + bq), heads(x @ wk + bk), heads(x @ wv + bv)
    hidden = torch.ones(N, N, dtype=torch.bool).triu(1) | ~key_valid
    weights = (q @ k.transpose(1, 2) / (D // HEADS) ** 0.5).masked_fill(hidden, -torch.inf).softmax(-1)
    context = weights @ v
    return weights, context.transpose(0, 1).reshape(N, D) @ wo + bo


def layer():
    torch.manual_seed(5)
    module = torch.nn.MultiheadAttention(D, HEADS, batch_first=True)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape) / 2)
    x32 = torch.randn(N, D)
    key_valid = torch.tensor([True, True, True, True, False])
    positions = torch.arange(N, dtype=torch.int64)
    state = {name: tensor.detach().clone() for name, tensor in module.state_dict().items()}

    module = module.double()
    x = x32.double().requires_grad_()
    hidden = torch.ones(N, N, dtype=torch.bool).triu(1)
    output, weights = module(
        x[None], x[None], x[None], attn_mask=hidden, key_padding_mask=~key_valid[None], average_attn_weights=False
    )
    d_output = torch.randn(N, D).double()
    output[0].backward(d_output)
    d_in = module.in_proj_weight.grad

    # The formula agrees with the module.
    wq, wk, wv = (state["in_proj_weight"].double()[i * D : (i + 1) * D].T for i in range(3))
    bq, bk, bv = (state["in_proj_bias"].double()[i * D : (i + 1) * D] for i in range(3))
    wo, bo = state["out_proj.weight"].double().T, state["out_proj.bias"].double()
    own = attention(x, wq, wk, wv, wo, bq, bk, bv, bo, key_valid)
    assert torch.allclose(own[0], weights[0]) and torch.allclose(own[1], output[0])

    arrays = {name: tensor.numpy() for name, tensor in state.items()}
    np.savez_compressed(folder / "state.npz", X=x32.numpy(), key_valid=key_valid.numpy(), **arrays)
    np.savez(
        folder / "expected.npz",
        weights=weights[0].detach().numpy(),
        output=np.asfortranarray(output[0].detach().numpy()).astype(">f8"),
        d_output=d_output.numpy().astype(np.float32),
        d_X=x.grad.numpy(),
        d_in_proj_weight=d_in.numpy(),
    )
    take = lambda name, **part: {"file": "state.npz", "name": name, **part}
    part = lambda i: [i * D, (i + 1) * D]
    case = {
        "spec": {"heads": HEADS, "causal": True},
        "inputs": {
            "X": take("X"),
            **{w: take("in_proj_weight", rows=part(i), transpose=True) for i, w in enumerate(["Wq", "Wk", "Wv"])},
            **{b: take("in_proj_bias", rows=part(i)) for i, b in enumerate(["bq", "bk", "bv"])},
            "Wo": take("out_proj.weight", transpose=True),
            "bo": take("out_proj.bias"),
            "key_valid": take("key_valid"),
        },
        "dOutput": {"file": "expected.npz", "name": "d_output"},
        "expected": {
            "weights": {"file": "expected.npz", "name": "weights"},
            "output": {"file": "expected.npz", "name": "output"},
            "gradients": {
                "X": {"file": "expected.npz", "name": "d_X"},
                "Wv": {"file": "expected.npz", "name": "d_in_proj_weight", "rows": part(2), "transpose": True},
            },
        },
    }
    (folder / "layer.json").write_text(json.dumps(case, indent=1) + "\n")

    # GPT-2 has one matrix for all three, in x out: its columns are taken. float16 and bfloat16, the rest in float32.
    half = {"c_attn.weight": torch.cat([wq, wk, wv], 1).bfloat16(), "c_attn.bias": state["in_proj_bias"].half()}
    write_safetensors("layer.safetensors", {**half, "c_proj.weight": wo.float(), "c_proj.bias": bo, "X": x32})
    weight, bias = half["c_attn.weight"].double(), half["c_attn.bias"].double()
    columns = [weight[:, i * D : (i + 1) * D] for i in range(3)], [bias[i * D : (i + 1) * D] for i in range(3)]
    all_valid = torch.ones(N, dtype=torch.bool)
    weights, output = attention(x32.double(), *columns[0], wo, *columns[1], bo, all_valid)
    np.save(folder / "output.npy", output.detach().numpy().astype(np.float32))
    take = lambda name, **part: {"file": "layer.safetensors", "name": name, **part}
    case = {
        "spec": {"heads": HEADS, "causal": True},
        "inputs": {
            "X": take("X"),
            **{w: take("c_attn.weight", columns=part(i)) for i, w in enumerate(["Wq", "Wk", "Wv"])},
            **{b: take("c_attn.bias", rows=part(i)) for i, b in enumerate(["bq", "bk", "bv"])},
            "Wo": take("c_proj.weight"),
            "bo": take("c_proj.bias"),
        },
        "expected": {"output": {"file": "output.npy"}},
    }
    (folder / "gpt2.json").write_text(json.dumps(case, indent=1) + "\n")

    # The first layer once more, as one archive.
    spec = json.dumps({"heads": HEADS, "causal": True})
    inputs = {"X": x32, "Wq": wq, "Wk": wk, "Wv": wv, "Wo": wo, "bq": bq, "bk": bk, "bv": bv, "bo": bo}
    arrays = {name: tensor.detach().numpy().astype(np.float32) for name, tensor in inputs.items()}
    arrays |= {"expected.output": own[1].detach().numpy(), "gradients.X": x.grad.numpy()}
    arrays |= {"dOutput": d_output.numpy().astype(np.float32), "key_valid": key_valid.numpy()}
    np.savez(folder / "text.npz", spec=spec, **arrays)
    np.savez_compressed(folder / "bytes.npz", spec=np.array(spec.encode()), **arrays)
    np.savez(folder / "uint8.npz", spec=np.frombuffer(spec.encode(), np.uint8), **arrays)


def types():
    """One array in every type and order that a case may name, and the float32 that NumPy makes of it."""
    values = (np.arange(12).reshape(3, 4) - 5) / 7
    arrays = {
        "f2": values.astype("<f2"),
        "f2 big": values.astype(">f2"),
        "f4": values.astype("<f4"),
        "f4 big, Fortran": np.asfortranarray(values.astype(">f4")),
        "f8": values,
        "f8 big, Fortran": np.asfortranarray(values.astype(">f8")),
        "f8 exact": np.round(values * 7) / 8,
        "i8": np.arange(12).reshape(3, 4) - 6,
        "u1": np.arange(12, dtype=np.uint8).reshape(3, 4),
    }
    np.savez_compressed(folder / "types.npz", **arrays)
    wanted = {name: {"shape": list(a.shape), "data": a.astype(np.float32).ravel().tolist()} for name, a in arrays.items()}
    (folder / "types.json").write_text(json.dumps(wanted, indent=1) + "\n")
    np.savez(folder / "objects.npz", X=np.array([[1, None], ["a", 2]], dtype=object))


folder.mkdir(exist_ok=True)
layer()
types()
