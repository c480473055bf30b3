"""Attention in PyTorch as others write it, recorded by attention_case.py.

Arguments: the folder of attention_case.py, and the folder for the cases. Prints what was recorded, as JSON.
The modules have the names and the calls of Hugging Face's, and their own code.
"""

import json
import math
import os
import sys
from types import SimpleNamespace

import torch
from torch import nn

sys.path.insert(0, sys.argv[1])
from attention_case import record, save_case  # noqa: E402

folder = sys.argv[2]
torch.manual_seed(1)


def path(name):
    return os.path.join(folder, name)


class Rotary(nn.Module):
    """Grouped heads, norms of queries and keys, rotary positions by halves, a window: the names of Llama and Qwen 3."""

    def __init__(self, norm=False, window=None, sinks=False):
        super().__init__()
        self.config = SimpleNamespace(num_attention_heads=4, num_key_value_heads=2, rope_theta=100.0)
        self.head_dim, self.scaling, self.is_causal, self.sliding_window = 6, 6**-0.5, True, window
        self.q_proj, self.o_proj = nn.Linear(16, 24, bias=norm), nn.Linear(24, 16, bias=False)
        self.k_proj, self.v_proj = nn.Linear(16, 12, bias=norm), nn.Linear(16, 12, bias=norm)
        if norm:
            self.q_norm, self.k_norm = Norm(6), Norm(6)
        if sinks:
            self.sinks = nn.Parameter(torch.randn(4))

    def forward(self, hidden_states, position_embeddings, attention_mask=None, **kwargs):
        batch, n, _ = hidden_states.shape
        q, k, v = (layer(hidden_states).view(batch, n, -1, 6) for layer in (self.q_proj, self.k_proj, self.v_proj))
        if hasattr(self, "q_norm"):
            q, k = self.q_norm(q), self.k_norm(k)
        cos, sin = (angles.unsqueeze(1) for angles in position_embeddings)
        q, k, v = q.transpose(1, 2), k.transpose(1, 2).repeat_interleave(2, 1), v.transpose(1, 2).repeat_interleave(2, 1)
        q, k = (x * cos + torch.cat([-x[..., 3:], x[..., :3]], -1) * sin for x in (q, k))
        scores = q @ k.transpose(2, 3) * self.scaling
        ahead = torch.arange(n)[:, None] - torch.arange(n)
        if attention_mask is None:
            hidden = (ahead < 0) | (ahead >= (self.sliding_window or n))
            scores = scores.masked_fill(hidden, -math.inf)
        else:
            scores = scores + attention_mask
        if hasattr(self, "sinks"):
            sinks = self.sinks.view(1, 4, 1, 1).expand(batch, 4, n, 1)
            weights = torch.cat([scores, sinks], -1).softmax(-1)[..., :-1]
        else:
            weights = scores.softmax(-1)
        return self.o_proj((weights @ v).transpose(1, 2).reshape(batch, n, 24)), weights


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight, self.variance_epsilon = nn.Parameter(torch.rand(width) + 0.5), 1e-6

    def forward(self, x):
        return x * (x**2).mean(-1, keepdim=True).add(self.variance_epsilon).rsqrt() * self.weight


class Conv1D(nn.Module):
    """x·weight + bias, the matrix stored [in, out]."""

    def __init__(self, nf, nx):
        super().__init__()
        self.nf, self.weight, self.bias = nf, nn.Parameter(torch.randn(nx, nf) / nx**0.5), nn.Parameter(torch.randn(nf))

    def forward(self, x):
        return x @ self.weight + self.bias


class Joined(nn.Module):
    """One matrix for queries, keys and values, and a triangle as a buffer: the names of GPT-2."""

    def __init__(self):
        super().__init__()
        self.num_heads = 2
        self.c_attn, self.c_proj = Conv1D(24, 8), Conv1D(8, 8)
        self.register_buffer("bias", torch.tril(torch.ones(16, 16, dtype=torch.bool)).view(1, 1, 16, 16))

    def forward(self, hidden_states, layer_past=None, attention_mask=None):
        batch, n, _ = hidden_states.shape
        q, k, v = (x.view(batch, n, 2, 4).transpose(1, 2) for x in self.c_attn(hidden_states).split(8, 2))
        scores = (q @ k.transpose(2, 3) / 2).masked_fill(~self.bias[:, :, :n, :n], -math.inf)
        scores = scores if attention_mask is None else scores + attention_mask
        context = (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, n, 8)
        return self.c_proj(context), None


class Interleaved(nn.Module):
    """One matrix in which each head's queries, keys and values stand together, a part of them turned: the names of GPT-NeoX."""

    def __init__(self, bias=True):
        super().__init__()
        self.config = SimpleNamespace(num_attention_heads=3, rotary_emb_base=100.0)
        self.is_causal = True
        self.query_key_value, self.dense = nn.Linear(16, 72, bias=bias), nn.Linear(24, 16, bias=bias)

    def forward(self, hidden_states, attention_mask=None, position_embeddings=None, **kwargs):
        batch, n, _ = hidden_states.shape
        q, k, v = self.query_key_value(hidden_states).view(batch, n, 3, 3 * 8).transpose(1, 2).chunk(3, -1)
        cos, sin = (angles.unsqueeze(1) for angles in position_embeddings)
        turn = lambda x: x[..., :6] * cos + torch.cat([-x[..., 3:6], x[..., :3]], -1) * sin
        q, k = (torch.cat([turn(x), x[..., 6:]], -1) for x in (q, k))
        later = torch.ones(n, n).triu(1).bool()
        weights = (q @ k.transpose(2, 3) / 8**0.5).masked_fill(later, -math.inf).softmax(-1)
        return self.dense((weights @ v).transpose(1, 2).reshape(batch, n, 24)), weights


class Stacked(nn.Module):
    """One matrix of all queries, then grouped keys, then values: the names of Phi-3."""

    def __init__(self):
        super().__init__()
        self.config = SimpleNamespace(num_attention_heads=4, num_key_value_heads=2, rope_theta=100.0)
        self.head_dim, self.is_causal = 6, True
        self.qkv_proj, self.o_proj = nn.Linear(16, 48, bias=False), nn.Linear(24, 16, bias=False)

    def forward(self, hidden_states, position_embeddings, attention_mask=None, **kwargs):
        batch, n, _ = hidden_states.shape
        qkv = self.qkv_proj(hidden_states)
        q, k, v = (x.view(batch, n, -1, 6).transpose(1, 2) for x in (qkv[..., :24], qkv[..., 24:36], qkv[..., 36:]))
        cos, sin = (angles.unsqueeze(1) for angles in position_embeddings)
        q, k = (x * cos + torch.cat([-x[..., 3:], x[..., :3]], -1) * sin for x in (q, k))
        k, v = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        later = torch.ones(n, n).triu(1).bool()
        weights = (q @ k.transpose(2, 3) / 6**0.5).masked_fill(later, -math.inf).softmax(-1)
        return self.o_proj((weights @ v).transpose(1, 2).reshape(batch, n, 24)), weights


class Separate(nn.Module):
    """Without an output matrix, with a second sequence: the names of BERT."""

    def __init__(self):
        super().__init__()
        self.num_attention_heads = 2
        self.query, self.key, self.value = nn.Linear(8, 8), nn.Linear(6, 8), nn.Linear(6, 8)

    def forward(self, hidden_states, attention_mask=None, encoder_hidden_states=None):
        heads = lambda x: x.view(*x.shape[:2], 2, 4).transpose(1, 2)
        q, k, v = heads(self.query(hidden_states)), heads(self.key(encoder_hidden_states)), heads(self.value(encoder_hidden_states))
        weights = (q @ k.transpose(2, 3) / 2 + attention_mask).softmax(-1)
        return ((weights @ v).transpose(1, 2).reshape(hidden_states.shape[0], -1, 8),)


def angles(places, base=100.0):
    theta = places[:, None].float() * base ** (-2 * torch.arange(3).float() / 6)
    return torch.cat([theta, theta], -1).cos()[None], torch.cat([theta, theta], -1).sin()[None]


def multihead(name, module, *args, weights=True, batch=0, **kwargs):
    """An nn.MultiheadAttention, which must return what it returns without being recorded."""
    want = module(*args, **kwargs)
    with record(module, path(name), weights=weights, batch=batch):
        got = module(*args, **kwargs)
        kept = got[0].clone()
        got[0].zero_()
    got = (kept, got[1])
    for one, other in zip(got, want):
        assert (one is None) == (other is None)
        assert one is None or torch.allclose(one, other, atol=1e-6), name


torch.set_grad_enabled(False)
x, y = torch.randn(2, 5, 8), torch.randn(2, 7, 6)
multihead("mha.json", nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True).eval(), x, x, x)
multihead("mha-second.json", nn.MultiheadAttention(8, 2, bias=False, batch_first=True), x, x, x, batch=1)
multihead("mha-unbatched.json", nn.MultiheadAttention(8, 4), x[0], x[0], x[0], need_weights=False)
y8 = torch.randn(7, 2, 8)
multihead("mha-sequence-first.json", nn.MultiheadAttention(8, 2), x.transpose(0, 1), y8, y8, batch=1)
multihead("mha-cross.json", nn.MultiheadAttention(8, 2, kdim=6, vdim=6, batch_first=True), x, y, y, weights=False)
later = torch.ones(5, 5).triu(1).bool()
padding = torch.tensor([[False] * 5, [False, False, False, True, True]])
multihead("mha-causal.json", nn.MultiheadAttention(8, 2, batch_first=True), x, x, x, attn_mask=later)
both = {"attn_mask": later, "key_padding_mask": padding}
multihead("mha-padding.npz", nn.MultiheadAttention(8, 2, batch_first=True), x, x, x, batch=1, **both)
multihead("mha-padding.json", nn.MultiheadAttention(8, 2, batch_first=True), x, x, x, batch=1, **both)
added = torch.randn(5, 5).masked_fill(later, -math.inf)
multihead("mha-added.json", nn.MultiheadAttention(8, 2, batch_first=True), x, x, x, attn_mask=added)
by_heads = torch.rand(4, 5, 5) > 0.7
by_heads[:, :, 0] = False
averaged = {"attn_mask": by_heads, "average_attn_weights": False}
multihead("mha-heads.json", nn.MultiheadAttention(8, 2, batch_first=True), x, x, x, batch=1, **averaged)
other = torch.randn(2, 7, 4)
three = nn.MultiheadAttention(8, 2, kdim=6, vdim=4, batch_first=True)
multihead("mha-three.json", three, x, y, other, batch=1)
multihead("mha-values.npz", nn.MultiheadAttention(8, 4), x[0], x[0], x[0] + 1, need_weights=False)
zero_key = nn.MultiheadAttention(8, 2, add_zero_attn=True, bias=False, batch_first=True)
multihead("mha-zero-key.json", zero_key, x, x, x, batch=1, **both)
more_keys = nn.MultiheadAttention(8, 2, add_zero_attn=True, add_bias_kv=True, batch_first=True)
multihead("mha-more-keys.json", more_keys, x, y8.transpose(0, 1), y8.transpose(0, 1))
multihead("mha-more-keys-added.json", more_keys, x, x, x, attn_mask=added)

hidden = torch.randn(2, 6, 16)
places = torch.arange(6)
for name, module in {
    "rotary": Rotary(), "rotary-norm": Rotary(norm=True), "rotary-window": Rotary(window=3), "rotary-sinks": Rotary(sinks=True),
    "interleaved": Interleaved(), "interleaved-plain": Interleaved(bias=False), "stacked": Stacked(),
}.items():  # fmt: skip
    with record(module.eval(), path(f"{name}.json"), weights=True):
        stream = hidden.clone()
        output, _ = module(hidden_states=stream, position_embeddings=angles(places))
        stream += output.mul_(2)  # as a residual connection in place: what is recorded must not change
lower = torch.finfo(torch.float32).min
mask = torch.zeros(2, 1, 6, 6).masked_fill(torch.ones(6, 6).triu(1).bool(), lower)
mask[1, :, 2:, :2] = lower
shifted = torch.tensor([0, 1, 2, 5, 6, 9])
with record(Rotary().eval(), path("rotary-mask.json"), batch=1) as seen:
    seen.module(hidden, position_embeddings=angles(shifted), attention_mask=mask, position_ids=shifted[None])
model = nn.ModuleDict({"first": Joined(), "second": Joined()}).eval()
with record(model, path("joined.json")) as layers:
    model["second"](model["first"](x)[0], attention_mask=mask[1:, :, :5, :5])
with record(Separate().eval(), path("separate.json")) as seen:
    seen.module(x, attention_mask=torch.tensor([0, 0, 0, 0, 0, 0, -10000.0]).view(1, 1, 1, 7).expand(2, 1, 5, 7), encoder_hidden_states=y)

# Gradients, by autograd.
with torch.enable_grad():
    leaf, wq, wk, wv = (torch.randn(*shape, requires_grad=True) for shape in ((5, 4), (4, 4), (4, 4), (4, 4)))
    scores = (leaf @ wq) @ (leaf @ wk).T / 2
    output = scores.softmax(-1) @ (leaf @ wv)
    d_output = torch.randn(5, 4)
    output.backward(d_output)
given = {"X": leaf, "Wq": wq, "Wk": wk, "Wv": wv, "dOutput": d_output}
gradients = {"X": leaf.grad, "Wq": wq.grad, "Wk": wk.grad, "Wv": wv.grad}
save_case(path("gradients.json"), {"heads": 1}, given, {"output": output}, gradients)

# F.scaled_dot_product_attention, where this PyTorch has it; an equal of it where not.
functional = torch.nn.functional
had = hasattr(functional, "scaled_dot_product_attention")


def dot_product(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa:
        key, value = (x.repeat_interleave(query.shape[-3] // x.shape[-3], -3) for x in (key, value))
    scores = query @ key.transpose(-1, -2) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:]).tril().bool(), -math.inf)
    return (scores if attn_mask is None else scores.masked_fill(~attn_mask, -math.inf)).softmax(-1) @ value


if not had:
    functional.scaled_dot_product_attention = dot_product
before = functional.scaled_dot_product_attention
q, k, v = torch.randn(2, 3, 4, 6), torch.randn(2, 3, 5, 6), torch.randn(2, 3, 5, 2)
visible = torch.rand(2, 1, 4, 5) > 0.3
visible[..., 0], visible[..., 1, 2] = True, False
with record(None, path("dot.json"), batch=1) as calls:
    functional.scaled_dot_product_attention(q, k, v)
    functional.scaled_dot_product_attention(q, k, v, attn_mask=visible)
    functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.2)
    functional.scaled_dot_product_attention(q[0, 0], k[0, 0], v[0, 0])
    if not had:  # from PyTorch 2.5 on
        functional.scaled_dot_product_attention(torch.randn(2, 6, 4, 6), k, v, enable_gqa=True)
assert functional.scaled_dot_product_attention is before, "everything is as it was"
assert "forward" not in vars(model["first"])


def refusal(call):
    try:
        call()
    except ValueError as error:
        return str(error)
    return None


def recorded(module, *args, **kwargs):
    with record(module, path("never.json")):
        module(*args, **kwargs)


one_key, with_alibi = Interleaved(), Interleaved()
one_key.query_key_value = nn.Linear(16, 40)  # one head of keys and of values, as Falcon has them
one_key.forward = lambda hidden_states: (hidden_states, None)
with_alibi.forward = lambda hidden_states, alibi: (hidden_states, None)
refusals = [
    refusal(lambda: recorded(nn.MultiheadAttention(8, 2, dropout=0.1, batch_first=True), x, x, x)),
    refusal(lambda: recorded(Rotary().eval(), hidden, position_embeddings=angles(places, base=50.0))),
    refusal(lambda: recorded(nn.Linear(8, 8), x)),
    refusal(lambda: recorded(one_key, hidden)),
    refusal(lambda: recorded(with_alibi, hidden, alibi=torch.zeros(1))),
    refusal(lambda: save_case(path("never.json"), {}, {"X": x[None]})),
    refusal(lambda: save_case(path("never.json"), {}, {"X\n": x[0]})),
    refusal(lambda: save_case(path("never.txt"), {}, {"X": x[0]})),
    refusal(lambda: save_case(path("never.json"), {}, {"X": x[0]}, None, {"X": x[0]})),
]
print(json.dumps({"layers": layers.paths, "calls": calls.paths, "refusals": refusals}))
