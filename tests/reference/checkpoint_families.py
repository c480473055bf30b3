"""The families of checkpoints.py, each written out from its published definition: config fields, names of tensors, stages.

A family is a function of its config, of `w` (a tensor by its name and shape), of the token ids, of `put` (which keeps a
stage) and of how the model is stored. Linear(x) is x · weight transposed + bias; RMSNorm and LayerNorm are written out.
Papers: GPT-2 (Radford 2019), BERT (Devlin 2019), RoBERTa (Liu 2019), Llama (Touvron 2023; 3.1: Dubey 2024), YaRN (Peng 2023),
Mistral 7B (2023), Qwen2 and Qwen3 (2024, 2025), Gemma 2 and 3 (2024, 2025), GPT-NeoX (Black 2022), OPT (Zhang 2022), BLOOM
(2022), T5 (Raffel 2020; gated: Shazeer 2020).
"""

import math

import torch

INF = float("inf")


# ---- Pieces ----------------------------------------------------------------------------------------------------------


def gelu(x):
    return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


ACTIVATIONS = {
    "gelu": gelu, "gelu_new": gelu_tanh, "gelu_pytorch_tanh": gelu_tanh, "relu": lambda x: x.clamp(min=0),
    "silu": lambda x: x / (1 + torch.exp(-x)),
}  # fmt: skip


def linear(w, x, name, out, bias=False, prefix=None):
    y = x @ w(f"{name}.weight", out, x.shape[-1], prefix=prefix).T
    return y + w(f"{name}.bias", out, prefix=prefix) if bias else y


def layernorm(w, x, name, epsilon, names=("weight", "bias")):
    centred = x - x.mean(-1, keepdim=True)
    row = centred / torch.sqrt((centred**2).mean(-1, keepdim=True) + epsilon)
    return row * w(f"{name}.{names[0]}", x.shape[-1], about=1.0) + w(f"{name}.{names[1]}", x.shape[-1])


def rmsnorm(w, x, name, epsilon, offset=False):
    row = x / torch.sqrt((x**2).mean(-1, keepdim=True) + epsilon)
    weight = w(f"{name}.weight", x.shape[-1], about=0.0 if offset else 1.0)
    return row * (1 + weight) if offset else row * weight


def heads_of(x, heads):
    return x.reshape(x.shape[0], heads, -1).transpose(0, 1)


def frequencies(rope, width):
    """How far each pair of components turns from one position to the next, and the factor on cos and sin."""
    base = rope["rope_theta"]
    plain = base ** (-torch.arange(0, width, 2) / width)
    kind = rope.get("rope_type", "default")
    if kind == "default":
        return plain, 1.0
    factor = rope["factor"]
    if kind == "linear":
        return plain / factor, 1.0
    original = rope["original_max_position_embeddings"]
    turns = original * plain / (2 * math.pi)  # of a pair within the length of training
    if kind == "llama3":
        low, high = rope["low_freq_factor"], rope["high_freq_factor"]
        share = ((turns - low) / (high - low)).clamp(0, 1)
        return (1 - share) * plain / factor + share * plain, 1.0
    fast, slow = rope.get("beta_fast", 32), rope.get("beta_slow", 1)
    pair_of = lambda count: width * math.log(original / (count * 2 * math.pi)) / (2 * math.log(base))
    first, last = max(math.floor(pair_of(fast)), 0), min(math.ceil(pair_of(slow)), width - 1)
    stretched = ((torch.arange(width // 2) - first) / max(last - first, 1e-3)).clamp(0, 1)
    grow = lambda scale: 0.1 * scale * math.log(factor) + 1
    both = "mscale" in rope
    attention = grow(rope["mscale"]) / grow(rope["mscale_all_dim"]) if both else grow(1)
    return plain * (1 - stretched) + plain / factor * stretched, attention


def rotated(x, rope, width):
    """The first `width` components of each head: component c turns with component c + width/2."""
    speed, factor = frequencies(rope, width)
    angle = torch.arange(x.shape[-2], dtype=torch.float64)[:, None] * speed
    cos, sin = angle.cos() * factor, angle.sin() * factor
    a, b, rest = x[..., : width // 2], x[..., width // 2 : width], x[..., width:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin, rest], dim=-1)


def attention(put, layer, q, k, v, scale=None, causal=True, window=None, cap=None, bias=None, rope=None, rotary=None):
    """q, k, v: [heads, n, width]; returns the heads beside each other, [n, heads · width]."""
    width = q.shape[-1]
    for name, part in zip("QKV", (q, k, v)):
        put(name, part, layer)
    if rope:
        q = put("Q_rot", rotated(q, rope, rotary or width), layer)
        k = put("K_rot", rotated(k, rope, rotary or width), layer)
    group = q.shape[0] // k.shape[0]
    k, v = k.repeat_interleave(group, 0), v.repeat_interleave(group, 0)
    scores = put("raw", q @ k.transpose(1, 2), layer)
    scores = put("scaled", scores * (width**-0.5 if scale is None else scale), layer)
    if bias is not None:
        scores = put("biased", scores + bias, layer)
    if cap:
        scores = put("capped", cap * torch.tanh(scores / cap), layer)
    distance = torch.arange(q.shape[1])[:, None] - torch.arange(q.shape[1])
    if causal:
        hidden = distance < 0 if window is None else (distance < 0) | (distance >= window)
        scores = scores.masked_fill(hidden, -INF)
    weights = put("weights", torch.softmax(scores, -1), layer)
    context = put("context", weights @ v, layer)
    return put("concat", context.transpose(0, 1).reshape(q.shape[1], -1), layer)


def mlp_plain(put, layer, w, x, up, down, act, d_ff, bias=True):
    hidden = put("mlp_hidden", linear(w, x, up, d_ff, bias), layer)
    activated = put("mlp_activated", ACTIVATIONS[act](hidden), layer)
    return put("mlp_output", linear(w, activated, down, x.shape[-1], bias), layer)


def mlp_gated(put, layer, w, x, gate, up, down, act, d_ff, bias=False):
    hidden = put("mlp_hidden", linear(w, x, gate, d_ff, bias), layer)
    other = put("mlp_up", linear(w, x, up, d_ff, bias), layer)
    activated = put("mlp_activated", ACTIVATIONS[act](hidden) * other, layer)
    return put("mlp_output", linear(w, activated, down, x.shape[-1], bias), layer)


# ---- Families --------------------------------------------------------------------------------------------------------


def gpt2(c, w, tokens, put, stored):
    d, epsilon = c["n_embd"], c["layer_norm_epsilon"]
    wte = w("wte.weight", c["vocab_size"], d)
    x = put("embeddings", wte[tokens] + w("wpe.weight", c["n_positions"], d)[: len(tokens)])
    conv = lambda x, name, out: x @ w(f"{name}.weight", x.shape[-1], out) + w(f"{name}.bias", out)  # stored in x out
    for l in range(c["n_layer"]):
        h = f"h.{l}"
        y = put("norm_1", layernorm(w, x, f"{h}.ln_1", epsilon), l)
        q, k, v = (heads_of(part, c["n_head"]) for part in conv(y, f"{h}.attn.c_attn", 3 * d).split(d, dim=-1))
        scale = (d // c["n_head"]) ** -0.5 / (l + 1 if c.get("scale_attn_by_inverse_layer_idx") else 1)
        y = put("output", conv(attention(put, l, q, k, v, scale), f"{h}.attn.c_proj", d), l)
        x = put("residual_1", x + y, l)
        y = put("norm_2", layernorm(w, x, f"{h}.ln_2", epsilon), l)
        y = put("mlp_hidden", conv(y, f"{h}.mlp.c_fc", c.get("n_inner") or 4 * d), l)
        y = put("mlp_activated", ACTIVATIONS[c["activation_function"]](y), l)
        x = put("residual_2", x + put("mlp_output", conv(y, f"{h}.mlp.c_proj", d), l), l)
        if stored.get("buffers"):  # masks that old files hold, and nothing reads
            w.tensors[f"{h}.attn.bias"] = torch.ones(1, 1, 4, 4).tril().half()
    x = put("final_norm", layernorm(w, x, "ln_f", epsilon))
    tied = c.get("tie_word_embeddings", True)
    put("logits", x @ (wte if tied else w("lm_head.weight", c["vocab_size"], d, prefix="")).T)


def bert(c, w, tokens, put, stored, positions=None):
    d, epsilon, heads = c["hidden_size"], c["layer_norm_eps"], c["num_attention_heads"]
    names = ("gamma", "beta") if stored.get("old_norms") else ("weight", "bias")
    norm = lambda x, name: layernorm(w, x, name, epsilon, names)
    positions = torch.arange(len(tokens)) if positions is None else positions
    x = w("embeddings.word_embeddings.weight", c["vocab_size"], d)[tokens]
    x = x + w("embeddings.position_embeddings.weight", c["max_position_embeddings"], d)[positions]
    x = x + w("embeddings.token_type_embeddings.weight", c["type_vocab_size"], d)[0]
    x = put("embeddings", norm(x, "embeddings.LayerNorm"))
    for l in range(c["num_hidden_layers"]):
        h = f"encoder.layer.{l}"
        q, k, v = (heads_of(linear(w, x, f"{h}.attention.self.{part}", d, True), heads) for part in ("query", "key", "value"))
        y = attention(put, l, q, k, v, causal=False)
        y = put("output", linear(w, y, f"{h}.attention.output.dense", d, True), l)
        x = put("norm_1", norm(put("residual_1", x + y, l), f"{h}.attention.output.LayerNorm"), l)
        y = mlp_plain(put, l, w, x, f"{h}.intermediate.dense", f"{h}.output.dense", c["hidden_act"], c["intermediate_size"])
        x = put("norm_2", norm(put("residual_2", x + y, l), f"{h}.output.LayerNorm"), l)
    if stored.get("head"):  # what stands at a masked token: dense, activation, norm, then the embeddings and a bias
        dense, norm_name, bias, act, decoder = stored["head"]
        outside = lambda name, *shape, about=0.0, prefix=None: w(name, *shape, about=about, prefix="")
        y = ACTIVATIONS[act](linear(outside, x, dense, d, True))
        y = layernorm(outside, y, norm_name, epsilon, names)
        embed = w("embeddings.word_embeddings.weight", c["vocab_size"], d)
        table = embed if c.get("tie_word_embeddings", True) else outside(decoder, c["vocab_size"], d)
        put("logits", y @ table.T + outside(bias, c["vocab_size"]))


def roberta(c, w, tokens, put, stored):
    """Positions count from padding_idx + 1; a padding token stands at padding_idx itself and is not counted."""
    padding = c["pad_token_id"]
    real = (tokens != padding).long()
    bert(c, w, tokens, put, stored, positions=real.cumsum(0) * real + padding)


def llama(c, w, tokens, put, stored, windows=None, qk_norm=False, biases=()):
    """Also Mistral, Qwen2 and Qwen3. windows: by layer; biases: letters of q k v o that have one."""
    d, epsilon, heads, kv = c["hidden_size"], c["rms_norm_eps"], c["num_attention_heads"], c["num_key_value_heads"]
    width = c.get("head_dim") or d // heads
    if c.get("attention_bias"):
        biases = "qkvo"
    rope = c.get("rope_parameters")
    if not rope:
        scaling = c.get("rope_scaling") or {}
        rope = {"rope_theta": c.get("rope_theta", 10000.0), **scaling, "rope_type": scaling.get("type", "default")}
    embed = w("embed_tokens.weight", c["vocab_size"], d)
    x = put("embeddings", embed[tokens])
    for l in range(c["num_hidden_layers"]):
        h = f"layers.{l}"
        y = put("norm_1", rmsnorm(w, x, f"{h}.input_layernorm", epsilon), l)
        part = lambda p, count: heads_of(linear(w, y, f"{h}.self_attn.{p}_proj", count * width, p in biases), count)
        q, k, v = part("q", heads), part("k", kv), part("v", kv)
        if qk_norm:
            q, k = (rmsnorm(w, t, f"{h}.self_attn.{p}_norm", epsilon) for t, p in ((q, "q"), (k, "k")))
        y = attention(put, l, q, k, v, window=windows[l] if windows else None, rope=rope)
        x = put("residual_1", x + put("output", linear(w, y, f"{h}.self_attn.o_proj", d, "o" in biases), l), l)
        y = put("norm_2", rmsnorm(w, x, f"{h}.post_attention_layernorm", epsilon), l)
        gate, up, down = (f"{h}.mlp.{p}_proj" for p in ("gate", "up", "down"))
        y = mlp_gated(put, l, w, y, gate, up, down, c["hidden_act"], c["intermediate_size"], bool(c.get("mlp_bias")))
        x = put("residual_2", x + y, l)
    x = put("final_norm", rmsnorm(w, x, "norm", epsilon))
    put("logits", x @ (embed if c["tie_word_embeddings"] else w("lm_head.weight", c["vocab_size"], d, prefix="")).T)


def mistral(c, w, tokens, put, stored):
    llama(c, w, tokens, put, stored, windows=[c["sliding_window"]] * c["num_hidden_layers"])


def qwen2(c, w, tokens, put, stored):
    """The first max_window_layers layers see everything."""
    windows = [c["sliding_window"] if l >= c["max_window_layers"] else None for l in range(c["num_hidden_layers"])]
    llama(c, w, tokens, put, stored, windows=windows, biases="qkv")


def qwen3(c, w, tokens, put, stored):
    windows = [c["sliding_window"] if kind == "sliding_attention" else None for kind in c["layer_types"]]
    llama(c, w, tokens, put, stored, windows=windows, qk_norm=True)


def gemma(c, w, tokens, put, stored, kinds, ropes, qk_norm):
    d, epsilon, heads, kv, width = (
        c[k] for k in ("hidden_size", "rms_norm_eps", "num_attention_heads", "num_key_value_heads", "head_dim")
    )
    norm = lambda x, name: rmsnorm(w, x, name, epsilon, offset=True)
    embed = w("embed_tokens.weight", c["vocab_size"], d)
    x = put("embeddings", embed[tokens] * d**0.5)
    for l in range(c["num_hidden_layers"]):
        h = f"layers.{l}"
        y = put("norm_1", norm(x, f"{h}.input_layernorm"), l)
        part = lambda p, count: heads_of(linear(w, y, f"{h}.self_attn.{p}_proj", count * width), count)
        q, k, v = part("q", heads), part("k", kv), part("v", kv)
        if qk_norm:
            q, k = norm(q, f"{h}.self_attn.q_norm"), norm(k, f"{h}.self_attn.k_norm")
        window = c["sliding_window"] if kinds[l] == "sliding_attention" else None
        y = attention(put, l, q, k, v, c["query_pre_attn_scalar"] ** -0.5, window=window, cap=c["attn_logit_softcapping"],
                      rope=ropes[kinds[l]])  # fmt: skip
        y = put("output", linear(w, y, f"{h}.self_attn.o_proj", d), l)
        x = put("residual_1", x + put("output_norm", norm(y, f"{h}.post_attention_layernorm"), l), l)
        y = put("norm_2", norm(x, f"{h}.pre_feedforward_layernorm"), l)
        gate, up, down = (f"{h}.mlp.{p}_proj" for p in ("gate", "up", "down"))
        y = mlp_gated(put, l, w, y, gate, up, down, c["hidden_activation"], c["intermediate_size"])
        x = put("residual_2", x + put("mlp_output_norm", norm(y, f"{h}.post_feedforward_layernorm"), l), l)
    x = put("final_norm", norm(x, "norm"))
    logits, cap = x @ embed.T, c["final_logit_softcapping"]
    put("logits", cap * torch.tanh(logits / cap) if cap else logits)


def gemma2(c, w, tokens, put, stored):
    """Every other layer has the window, beginning with the first."""
    kinds = ["full_attention" if l % 2 else "sliding_attention" for l in range(c["num_hidden_layers"])]
    rope = {"rope_theta": c["rope_theta"]}
    gemma(c, w, tokens, put, stored, kinds, {kind: rope for kind in kinds}, qk_norm=False)


def gemma3(c, w, tokens, put, stored):
    """Every sliding_window_pattern-th layer sees everything, with a base and a scaling of its own."""
    kinds, ropes = c.get("layer_types"), c.get("rope_parameters")
    if not kinds:
        every = c["sliding_window_pattern"]
        kinds = ["sliding_attention" if (l + 1) % every else "full_attention" for l in range(c["num_hidden_layers"])]
    if not ropes:
        full = {"rope_theta": c["rope_theta"], **c["rope_scaling"]}
        ropes = {"sliding_attention": {"rope_theta": c["rope_local_base_freq"]}, "full_attention": full}
    gemma(c, w, tokens, put, stored, kinds, ropes, qk_norm=True)


def gpt_neox(c, w, tokens, put, stored):
    d, epsilon, heads = c["hidden_size"], c["layer_norm_eps"], c["num_attention_heads"]
    width = d // heads
    new = c.get("rope_parameters") or {"rope_theta": c["rotary_emb_base"], "partial_rotary_factor": c["rotary_pct"]}
    rope, bias = {"rope_theta": new["rope_theta"]}, c.get("attention_bias", True)
    x = put("embeddings", w("embed_in.weight", c["vocab_size"], d)[tokens])
    for l in range(c["num_hidden_layers"]):
        h = f"layers.{l}"
        y = put("norm_1", layernorm(w, x, f"{h}.input_layernorm", epsilon), l)
        mixed = linear(w, y, f"{h}.attention.query_key_value", 3 * d, bias).reshape(len(tokens), heads, 3, width)
        q, k, v = (mixed[:, :, at].transpose(0, 1) for at in range(3))
        y = attention(put, l, q, k, v, rope=rope, rotary=int(width * new["partial_rotary_factor"]))
        y = put("output", linear(w, y, f"{h}.attention.dense", d, bias), l)
        between = x if c["use_parallel_residual"] else put("residual_1", x + y, l)
        z = put("norm_2", layernorm(w, between, f"{h}.post_attention_layernorm", epsilon), l)
        up, down = f"{h}.mlp.dense_h_to_4h", f"{h}.mlp.dense_4h_to_h"
        z = mlp_plain(put, l, w, z, up, down, c["hidden_act"], c["intermediate_size"])
        x = put("residual_2", x + y + z, l)
    x = put("final_norm", layernorm(w, x, "final_layer_norm", epsilon))
    put("logits", x @ w("embed_out.weight", c["vocab_size"], d, prefix="").T)


def opt(c, w, tokens, put, stored):
    d, inner, heads = c["hidden_size"], c["word_embed_proj_dim"], c["num_attention_heads"]
    before, epsilon = c["do_layer_norm_before"], 1e-5
    embed = w("decoder.embed_tokens.weight", c["vocab_size"], inner)
    x = embed[tokens]
    if inner != d:
        x = linear(w, x, "decoder.project_in", d)
    x = put("embeddings", x + w("decoder.embed_positions.weight", c["max_position_embeddings"] + 2, d)[2 : 2 + len(tokens)])
    for l in range(c["num_hidden_layers"]):
        h = f"decoder.layers.{l}"
        norm_1 = lambda x: put("norm_1", layernorm(w, x, f"{h}.self_attn_layer_norm", epsilon), l)
        norm_2 = lambda x: put("norm_2", layernorm(w, x, f"{h}.final_layer_norm", epsilon), l)
        y = norm_1(x) if before else x
        q, k, v = (heads_of(linear(w, y, f"{h}.self_attn.{part}_proj", d, True), heads) for part in "qkv")
        y = put("output", linear(w, attention(put, l, q, k, v), f"{h}.self_attn.out_proj", d, True), l)
        x = put("residual_1", x + y, l)
        if not before:
            x = norm_1(x)
        y = norm_2(x) if before else x
        y = mlp_plain(put, l, w, y, f"{h}.fc1", f"{h}.fc2", c["activation_function"], c["ffn_dim"])
        x = put("residual_2", x + y, l)
        if not before:
            x = norm_2(x)
    if before:
        x = put("final_norm", layernorm(w, x, "decoder.final_layer_norm", epsilon))
    if inner != d:
        x = linear(w, x, "decoder.project_out", inner)
    put("logits", x @ embed.T)


def alibi(heads, n):
    """Slopes of a power of two heads are 2^(-8/count)^(1, 2, …); further heads take every other slope of twice that power."""
    power = 2 ** math.floor(math.log2(heads))
    slopes = [2 ** (-8 * (h + 1) / power) for h in range(power)]
    slopes += [2 ** (-8 * (2 * h + 1) / (2 * power)) for h in range(heads - power)]
    distance = (torch.arange(n)[:, None] - torch.arange(n)).abs()
    return -torch.tensor(slopes)[:, None, None] * distance


def bloom(c, w, tokens, put, stored):
    d, epsilon, heads = c["hidden_size"], c["layer_norm_epsilon"], c["n_head"]
    embed = w("word_embeddings.weight", c["vocab_size"], d)
    x = put("embeddings", layernorm(w, embed[tokens], "word_embeddings_layernorm", epsilon))
    for l in range(c["n_layer"]):
        h = f"h.{l}"
        y = put("norm_1", layernorm(w, x, f"{h}.input_layernorm", epsilon), l)
        mixed = linear(w, y, f"{h}.self_attention.query_key_value", 3 * d, True).reshape(len(tokens), heads, 3, d // heads)
        q, k, v = (mixed[:, :, at].transpose(0, 1) for at in range(3))
        y = attention(put, l, q, k, v, bias=alibi(heads, len(tokens)))
        x = put("residual_1", x + put("output", linear(w, y, f"{h}.self_attention.dense", d, True), l), l)
        y = put("norm_2", layernorm(w, x, f"{h}.post_attention_layernorm", epsilon), l)
        y = mlp_plain(put, l, w, y, f"{h}.mlp.dense_h_to_4h", f"{h}.mlp.dense_4h_to_h", "gelu_new", 4 * d)
        x = put("residual_2", x + y, l)
    put("logits", put("final_norm", layernorm(w, x, "ln_f", epsilon)) @ embed.T)


def buckets_of(distance, buckets, furthest):
    """T5's buckets of j - i: half of them for later keys; in each half one for each small distance, then logarithmic."""
    half = buckets // 2
    exact = half // 2
    size = distance.abs()
    far = exact + (torch.log(size.clamp(min=1) / exact) / math.log(furthest / exact) * (half - exact)).floor().long()
    return (distance > 0).long() * half + torch.where(size < exact, size, far.clamp(max=half - 1))


def t5(c, w, tokens, put, stored):
    d, epsilon, heads, width = c["d_model"], c["layer_norm_epsilon"], c["num_heads"], c["d_kv"]
    embed = w(f"{stored.get('tied_name', 'shared')}.weight", c["vocab_size"], d)
    x = put("embeddings", embed[tokens])
    table = w("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
              c["relative_attention_num_buckets"], heads)  # fmt: skip
    distance = torch.arange(len(tokens)) - torch.arange(len(tokens))[:, None]
    bucket = buckets_of(distance, c["relative_attention_num_buckets"], c["relative_attention_max_distance"])
    bias = table[bucket].permute(2, 0, 1)
    for l in range(c["num_layers"]):
        h = f"encoder.block.{l}.layer"
        y = put("norm_1", rmsnorm(w, x, f"{h}.0.layer_norm", epsilon), l)
        q, k, v = (heads_of(linear(w, y, f"{h}.0.SelfAttention.{part}", heads * width), heads) for part in "qkv")
        y = attention(put, l, q, k, v, scale=1.0, causal=False, bias=bias)
        x = put("residual_1", x + put("output", linear(w, y, f"{h}.0.SelfAttention.o", d), l), l)
        y = put("norm_2", rmsnorm(w, x, f"{h}.1.layer_norm", epsilon), l)
        dense = f"{h}.1.DenseReluDense"
        if c["feed_forward_proj"] == "relu":
            y = mlp_plain(put, l, w, y, f"{dense}.wi", f"{dense}.wo", "relu", c["d_ff"], bias=False)
        else:
            y = mlp_gated(put, l, w, y, f"{dense}.wi_0", f"{dense}.wi_1", f"{dense}.wo", "gelu_new", c["d_ff"])
        x = put("residual_2", x + y, l)
    put("final_norm", rmsnorm(w, x, "encoder.final_layer_norm", epsilon))
    if stored.get("decoder"):  # the other half of the model, which an encoder does not read
        w("decoder.final_layer_norm.weight", d, about=1.0)


FAMILIES = {
    "gpt2": gpt2, "bert": bert, "roberta": roberta, "llama": llama, "mistral": mistral, "qwen2": qwen2, "qwen3": qwen3,
    "gemma2": gemma2, "gemma3_text": gemma3, "gpt_neox": gpt_neox, "opt": opt, "bloom": bloom, "t5": t5,
}  # fmt: skip
