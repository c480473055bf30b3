"""Backward passes through attention and whole layers with usual mistakes, in PyTorch: mistakes_backward.json.

Each case has the gradients of a right pass, which autograd checks or gives, or of one with a mistake. Run: /usr/bin/python3 mistakes_backward.py"""
import json
from pathlib import Path

import torch

torch.manual_seed(11)
torch.set_default_dtype(torch.float64)


def tensor(value):
    return {"shape": list(value.shape), "data": [float(f"{float(v):.9g}") for v in value.float().flatten()]}


def rotate(x, sign=1):
    n, d = x.shape[-2:]
    angle = torch.arange(n)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d) * sign
    even, odd = x[..., ::2], x[..., 1::2]
    return torch.stack([even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()], -1).flatten(-2)


def case(mistake, heads=4, kv_heads=2, n=5, d=4, rope=False, p=0.0, cap=None):
    d_model, group = 6, heads // kv_heads
    draw = lambda *shape: torch.randn(*shape).float().double()
    X, Wq, Wk, Wv, Wo = draw(n, d_model), draw(d_model, heads * d), draw(d_model, kv_heads * d), draw(d_model, kv_heads * d), draw(heads * d, d_model)
    dO = draw(n, d_model)
    keep = (torch.rand(heads, n, n) >= p).double()
    leaves = [t.clone().requires_grad_() for t in (X, Wq, Wk, Wv)]
    split = lambda t, h: t.view(n, h, d).transpose(0, 1)
    Q, K, V = (split(leaves[0] @ w, h) for w, h in zip(leaves[1:], (heads, kv_heads, kv_heads)))
    for t in (Q, K, V):
        t.retain_grad()
    Qr, Kr = (rotate(Q), rotate(K)) if rope else (Q, K)
    scale = d**-0.5
    S = Qr @ Kr.repeat_interleave(group, 0).transpose(1, 2) * scale
    if cap:
        S = cap * torch.tanh(S / cap)
    hidden = torch.triu(torch.ones(n, n, dtype=torch.bool), 1)
    P = S.masked_fill(hidden, -torch.inf).softmax(-1)
    dropped = P * keep / (1 - p)
    context = dropped @ V.repeat_interleave(group, 0)
    output = context.transpose(0, 1).reshape(n, -1) @ Wo
    output.backward(dO)
    truth = {"Q": Q.grad, "K": K.grad, "V": V.grad, **{k: t.grad for k, t in zip(("X", "Wq", "Wk", "Wv"), leaves)}}
    with torch.no_grad():
        P_, E = P, torch.exp(S - S.masked_fill(hidden, -torch.inf).amax(-1, keepdim=True)) * ~hidden
        if mistake == "mask-backward":
            P_ = S.softmax(-1)
        dC = (dO @ Wo.T).view(n, heads, d).transpose(0, 1)
        dP = dC @ V.repeat_interleave(group, 0).transpose(1, 2)
        if mistake != "dropout-backward":
            dP = dP * keep / (1 - p)
        dS = P_ * (dP - (0 if mistake == "softmax-backward" else (P_ * dP).sum(-1, keepdim=True)))
        if cap and mistake != "softcap-backward":
            dS = dS * (1 - (S / cap) ** 2)
        dR = dS * (1 if mistake == "scale-backward" else scale)
        dQ = dR @ Kr.repeat_interleave(group, 0)
        dK = (dR if mistake == "transposed-backward" else dR.transpose(1, 2)) @ Qr
        values = E if mistake == "unnormalised-backward" else P_
        dV = (values * keep / (1 - p)).transpose(1, 2) @ dC
        if mistake == "group-backward":
            dK, dV = (t.view(kv_heads, group, n, d)[:, -1] for t in (dK, dV))
        else:
            dK, dV = (t.view(kv_heads, group, n, d).sum(1) for t in (dK, dV))
        if rope and mistake != "rope-backward":
            dQ, dK = rotate(dQ, -1), rotate(dK, -1)
        flat = lambda t: t.transpose(0, 1).reshape(n, -1)
        made = {"Q": dQ, "K": dK, "V": dV, "Wq": X.T @ flat(dQ), "Wk": X.T @ flat(dK), "Wv": X.T @ flat(dV)}
        made["X"] = flat(dQ) @ Wq.T + flat(dK) @ Wk.T + flat(dV) @ Wv.T
        if mistake is None:
            for name, value in made.items():
                torch.testing.assert_close(value, truth[name])
    spec = {"heads": heads, "kv_heads": kv_heads, "d_k": d, "causal": True}
    if rope:
        spec["position"] = {"kind": "rope"}
    if cap:
        spec["softcap"] = cap
    inputs = {"X": X, "Wq": Wq, "Wk": Wk, "Wv": Wv, "Wo": Wo}
    if p:
        spec["dropout"], inputs["keep"] = {"p": p}, keep
    return {
        "mistake": mistake,
        "case": {
            "spec": spec,
            "inputs": {k: tensor(v) for k, v in inputs.items()},
            "dOutput": tensor(dO),
            "expected": {"output": tensor(output.detach()), "gradients": {k: tensor(v) for k, v in made.items()}},
        },
    }


gelu = torch.nn.functional.gelu
ACTIVATIONS = {"gelu": gelu, "gelu_tanh": lambda x: gelu(x, approximate="tanh"), "silu": torch.nn.functional.silu}


class Attention(torch.autograd.Function):
    """Causal attention of heads, from queries, keys and values to what they mix, with a mistake in its backward pass."""

    @staticmethod
    def forward(ctx, Q, K, V, keep, mistake, rope):
        heads, n, d = Q.shape
        group, scale = heads // K.shape[0], d**-0.5
        Qr, Kr = (rotate(Q), rotate(K)) if rope else (Q, K)
        S = Qr @ Kr.repeat_interleave(group, 0).transpose(1, 2) * scale
        hidden = torch.triu(torch.ones(n, n, dtype=torch.bool), 1)
        P = S.masked_fill(hidden, -torch.inf).softmax(-1)
        ctx.save_for_backward(Qr, Kr, V, S, P, keep)
        ctx.rest = group, scale, hidden, mistake, rope
        return (P * keep) @ V.repeat_interleave(group, 0)

    @staticmethod
    def backward(ctx, dC):
        Qr, Kr, V, S, P, keep = ctx.saved_tensors
        group, scale, hidden, mistake, rope = ctx.rest
        E = torch.exp(S - S.masked_fill(hidden, -torch.inf).amax(-1, keepdim=True)) * ~hidden
        if mistake == "mask-backward":
            P = S.softmax(-1)
        dP = dC @ V.repeat_interleave(group, 0).transpose(1, 2)
        if mistake != "dropout-backward":
            dP = dP * keep
        dS = P * (dP - (0 if mistake == "softmax-backward" else (P * dP).sum(-1, keepdim=True)))
        dR = dS * (1 if mistake == "scale-backward" else scale)
        dQ = dR @ Kr.repeat_interleave(group, 0)
        dK = (dR if mistake == "transposed-backward" else dR.transpose(1, 2)) @ Qr
        dV = ((E if mistake == "unnormalised-backward" else P) * keep).transpose(1, 2) @ dC
        groups = [t.view(-1, group, *t.shape[1:]) for t in (dK, dV)]
        dK, dV = (t[:, -1] if mistake == "group-backward" else t.sum(1) for t in groups)
        if rope and mistake != "rope-backward":
            dQ, dK = rotate(dQ, -1), rotate(dK, -1)
        return dQ, dK, dV, None, None, None


def layer_case(mistake, wrong=(), activation="gelu_tanh", slope=None, kind="layernorm", gated=False, attention=None, place="pre", kv_heads=2, rope=False, p=0.0, parallel=False, qk_norm=False):
    """A layer. What a mistake takes for constant is detached: autograd then leaves out its gradient. attention: the mistake in its own pass."""
    n, d, heads, d_ff, epsilon = 5, 8, 2, 8, 1e-5
    heads = 4 if kv_heads != heads or rope else heads
    width, kv_width = d, d // heads * kv_heads
    draw = lambda *shape: (torch.randn(*shape) * shape[0] ** -0.5).float().double().requires_grad_()
    names = {"X": (n, d), "Wq": (d, width), "Wk": (d, kv_width), "Wv": (d, kv_width), "Wo": (d, d)}
    names |= {"norm_1_weight": (d,), "norm_2_weight": (d,)}
    names |= {"W_up": (d, d_ff), "W_down": (d_ff, d)} | ({"W_gate": (d, d_ff)} if gated else {})
    names |= {"norm_1_bias": (d,), "norm_2_bias": (d,), "b_up": (d_ff,), "b_down": (d,)} if kind == "layernorm" else {}
    names |= {"bq": (width,), "bk": (kv_width,), "bv": (kv_width,)} if attention and kind == "layernorm" else {}
    names |= {"q_norm_weight": (d // heads,), "k_norm_weight": (d // heads,)} if qk_norm else {}
    names |= {"output_norm_weight": (d,), "mlp_output_norm_weight": (d,)} if place == "both" else {}
    w = {name: draw(*shape) for name, shape in names.items()}
    keep = (torch.rand(heads, n, n) >= p).double()
    s = {}

    def keep_stage(name, value):
        value.retain_grad()
        s[name] = value
        return value

    constant = lambda mistake, value: value.detach() if mistake in wrong else value

    def norm(place, x):
        mean = constant(f"mean {place}", x.mean(-1, keepdim=True)) if kind == "layernorm" else 0
        root = constant(f"root {place}", ((x - mean) ** 2).mean(-1, keepdim=True).add(epsilon).sqrt())
        names = f"norm_{place}" if place in (1, 2) else place
        return (x - mean) / root * w[f"{names}_weight"] + w.get(f"{names}_bias", 0)

    def of_head(letter, x):
        return x / (x**2).mean(-1, keepdim=True).add(epsilon).sqrt() * w[f"{letter}_norm_weight"] if qk_norm else x

    y = w["X"] if place == "post" else keep_stage("norm_1", norm(1, w["X"]))
    q, k, v = ((y @ w["W" + c] + w.get("b" + c, 0)).view(n, -1, d // heads).transpose(0, 1) for c in "qkv")
    q, k, v = keep_stage("Q", of_head("q", q)), keep_stage("K", of_head("k", k)), keep_stage("V", v)
    mixed = Attention.apply(q, k, v, keep / (1 - p), attention, rope)
    output = keep_stage("output", mixed.transpose(0, 1).reshape(n, d) @ w["Wo"])
    if place == "both":
        output = keep_stage("output_norm", norm("output_norm", output))
    first = w["X"] if parallel else keep_stage("residual_1", constant("residual 1", w["X"]) + output)
    y = keep_stage("norm_1", norm(1, first)) if place == "post" else keep_stage("norm_2", norm(2, first))
    before = y if place == "post" else first
    hidden = keep_stage("mlp_hidden", y @ w["W_gate" if gated else "W_up"] + (0 if gated else w.get("b_up", 0)))
    activated = ACTIVATIONS[activation](hidden)
    if slope == "none":
        activated = hidden - hidden.detach() + activated.detach()
    elif slope:
        other = ACTIVATIONS[slope](hidden)
        activated = other - other.detach() + activated.detach()
    activated = keep_stage("mlp_activated", activated * (y @ w["W_up"] if gated else 1))
    added = activated @ w["W_down"] + w.get("b_down", 0)
    if place == "both":
        added = norm("mlp_output_norm", added)
    last = keep_stage("residual_2", constant("residual 2", before) + added + (output if parallel else 0))
    if place == "post":
        last = keep_stage("norm_2", norm(2, last))
    dO = torch.randn(n, d).float().double()
    last.backward(dO)
    spec = {"heads": heads, "kv_heads": kv_heads, "d_k": d // heads, "d_v": d // heads, "causal": True}
    spec |= {"norm": kind, "norm_epsilon": epsilon, "norm_place": place, "residual": "parallel" if parallel else "sequential"}
    spec |= {"mlp": "gated" if gated else "plain", "activation": activation, "d_ff": d_ff}
    spec |= ({"position": {"kind": "rope"}} if rope else {}) | ({"qk_norm": "rmsnorm"} if qk_norm else {})
    inputs = {name: tensor(value.detach()) for name, value in w.items()}
    if p:
        spec["dropout"], inputs["keep"] = {"p": p}, tensor(keep)
    gradients = {name: value.grad for name, value in (s | w).items()}
    if attention:
        reached = [*"QKVX", "norm_1", "norm_1_weight", "norm_1_bias", "q_norm_weight", "k_norm_weight"]
        reached += [f"{of}{letter}" for of in "Wb" for letter in "qkv"]
        gradients = {name: gradients[name] for name in reached if name in gradients}
    return {
        "mistake": mistake or attention,
        "case": {
            "spec": spec,
            "inputs": inputs,
            "dOutput": tensor(dO),
            "expected": {
                "norm_2" if place == "post" else "residual_2": tensor(last.detach()),
                "gradients": {name: tensor(g) for name, g in gradients.items()},
            },
        },
    }


cases = [case(None), case(None, rope=True), case(None, p=0.25)]
plain = ["softmax", "scale", "transposed", "mask", "unnormalised", "group"]
cases += [case(f"{name}-backward") for name in plain]
cases += [case("rope-backward", rope=True), case("dropout-backward", p=0.25), case("scale-backward", heads=2)]
cases += [case(mistake, cap=1.5) for mistake in (None, "softcap-backward", "softmax-backward")]
llama = {"kind": "rmsnorm", "gated": True, "activation": "silu"}
cases += [layer_case(None), layer_case(None, activation="gelu"), layer_case(None, **llama)]
for wrong in (["mean 1", "mean 2"], ["mean 2"], ["root 1", "root 2"], ["root 1"]):
    cases.append(layer_case("norm-backward", wrong))
for wrong in (["residual 1"], ["residual 2"], ["residual 1", "residual 2"]):
    cases.append(layer_case("residual-backward", wrong))
cases += [layer_case("norm-backward", ["root 2"], **llama), layer_case("residual-backward", ["residual 2"], **llama)]
cases += [layer_case("activation-backward", slope="gelu"), layer_case("activation-backward", slope="gelu_tanh", activation="gelu")]
cases += [layer_case("activation-backward", slope="none"), layer_case("activation-backward", slope="gelu", **llama)]
around = [{}, {**llama, "rope": True, "kv_heads": 2}, {"place": "post"}, {"place": "both", "kv_heads": 1}, {"parallel": True, "p": 0.25}, {**llama, "qk_norm": True}]
for how in around:
    cases.append(layer_case(None, **how))
    cases += [layer_case(None, attention=f"{name}-backward", **how) for name in plain if name != "group" or how.get("kv_heads", 0) == 1]
cases += [layer_case(None, attention="group-backward", rope=True, **llama), layer_case(None, attention="rope-backward", rope=True, **llama)]
cases += [layer_case(None, attention="dropout-backward", p=0.25), layer_case(None, attention="dropout-backward", p=0.25, place="post")]
Path(__file__).with_suffix(".json").write_text(json.dumps(cases) + "\n")
