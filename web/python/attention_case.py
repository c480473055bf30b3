"""Attention from Python as cases of Attention Stepper: files whose numbers `attention-stepper check` computes again.

    save_case("layer.json", {"heads": 2, "causal": True}, {"X": x, "Wq": wq, "Wk": wk, "Wv": wv}, {"output": output})

    with record(model.layers[3].self_attn, "layer.json", weights=True):
        model(tokens)                 # PyTorch: what goes into the attention, its weights, and what comes out

    show("layer.json")                # in a notebook: the figure, stage by stage, without a request to anyone

NumPy only; record needs PyTorch, show needs attention-stepper.js beside this file or beside the notebook. MIT licence.
"""

import html
import inspect
import io
import json
import math
import os
import re

import numpy as np

__all__ = ["save_case", "record", "show"]

# ---- a case as a file ----


def save_case(path, spec, inputs, expected=None, gradients=None):
    """Writes a case: .json, or .npz with the arrays as they are. What spec and inputs may hold, the engine's README says.

    inputs, expected and gradients: arrays or tensors by name. Gradients belong to inputs["dOutput"], the gradient of
    the loss with respect to the output. Nothing is written where something is wrong.
    """
    parts = {"": inputs, "expected.": expected or {}, "gradients.": gradients or {}}
    arrays = {place + name: _array(place + name, value) for place, part in parts.items() for name, value in part.items()}
    for name in arrays:
        if not re.fullmatch(r"((expected|gradients)\.)?[A-Za-z]\w*", name, re.ASCII) or name == "spec":
            raise ValueError(f"{ascii(name)}: must be the name of an input or of a stage")
    if not isinstance(spec, dict):
        raise ValueError(f"spec: must be a dict, got {type(spec).__name__}")
    if bool(gradients) != ("dOutput" in inputs):
        raise ValueError("gradients: must be given together with inputs['dOutput']")
    text = json.dumps(spec, allow_nan=False)
    kind = os.path.splitext(os.fspath(path))[1]
    if kind == ".npz":
        packed = io.BytesIO()
        np.savez(packed, spec=np.array(text), **arrays)
        contents = packed.getvalue()
    elif kind == ".json":
        contents = _json_case(json.loads(text), arrays).encode()
    else:
        raise ValueError(f"path: must end in .json or .npz, got {ascii(os.fspath(path))}")
    with open(path, "wb") as file:
        file.write(contents)


def _array(name, value):
    """An array or tensor of 1 to 3 dimensions; bfloat16, which NumPy does not have, as float32."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        value = value.float() if str(value.dtype) == "torch.bfloat16" else value
        value = value.numpy()
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name}: must hold numbers, got {array.dtype}")
    if not 1 <= array.ndim <= 3 or array.size == 0:
        raise ValueError(f"{name}: must have 1 to 3 dimensions, each of some numbers, got {list(array.shape)}")
    return array


def _json_case(spec, arrays):
    case = {"spec": spec, "inputs": {}, "expected": {}}
    for name, array in arrays.items():
        tensor = {"shape": list(array.shape), "data": [_number(value) for value in array.reshape(-1)]}
        place, _, own = name.rpartition(".")
        if place == "gradients":
            case["expected"].setdefault("gradients", {})[own] = tensor
        elif name == "dOutput":
            case["dOutput"] = tensor
        else:
            case[place or "inputs"][own] = tensor
    if not case["expected"]:
        del case["expected"]
    return json.dumps(case, allow_nan=False) + "\n"


def _number(value):
    """With the fewest digits that read back as the same number; infinities and NaN, which JSON has not, by name."""
    if isinstance(value, (np.bool_, np.integer)):
        return int(value)
    if not np.isfinite(value):
        return "nan" if np.isnan(value) else "inf" if value > 0 else "-inf"
    return float(str(value))


# ---- what a PyTorch module computes ----


class record:
    """Records each attention that runs within a `with` block, and writes one case for each when the block ends.

    module: an nn.MultiheadAttention, an attention of Hugging Face's kind (q_proj, k_proj, v_proj and o_proj or out_proj;
    c_attn and c_proj; qkv_proj and o_proj; query_key_value and dense; query, key, value), or a model that has some. None, or a model without such modules: each call of
    F.scaled_dot_product_attention.
    path: of the file; with several cases "layer.json" becomes "layer-1.json", "layer-2.json", … in the order of the calls.
    batch: which example. weights: whether attention weights are recorded too, where the module can return them.
    After the block, .paths lists the files. What cannot be said in a case is an error that names it, never left out.
    """

    def __init__(self, module, path, batch=0, weights=False):
        self.module, self.path, self.batch, self.weights = module, os.fspath(path), batch, weights
        self.paths, self._cases, self._undo = [], [], []

    def __enter__(self):
        import torch.nn.functional as functional

        found = [(one, _reader_of(one)) for one in ([] if self.module is None else self.module.modules())]
        found = [(one, reader) for one, reader in found if reader is not None]
        for one, reader in found:
            self._replace(one, "forward", reader, one)
        if not found:
            if not hasattr(functional, "scaled_dot_product_attention"):
                raise ValueError("module: must have an attention; this PyTorch has no F.scaled_dot_product_attention")
            self._replace(functional, "scaled_dot_product_attention", _read_dot_product, None)
        return self

    def _replace(self, owner, name, reader, module):
        original, was_own = getattr(owner, name), name in vars(owner)

        def recorded(*args, **kwargs):
            result, (spec, *parts) = reader(self, module, original, args, kwargs)
            # Copied now: a program may go on in the same memory.
            copies = [{key: np.array(_array(key, value)) for key, value in part.items()} for part in parts]
            self._cases.append((spec, *copies))
            return result

        setattr(owner, name, recorded)
        self._undo.append(lambda: setattr(owner, name, original) if was_own else delattr(owner, name))

    def __exit__(self, kind, error, trace):
        while self._undo:
            self._undo.pop()()
        if kind is not None:
            return
        if not self._cases:
            raise ValueError("module: no attention ran (in eval mode PyTorch's TransformerEncoderLayer may pass it by)")
        stem, ending = os.path.splitext(self.path)
        one = len(self._cases) == 1
        for at, case in enumerate(self._cases, 1):
            path = self.path if one else f"{stem}-{at}{ending}"
            save_case(path, *case)
            self.paths.append(path)


def _reader_of(module):
    """The function that reads a module of this kind, or None."""
    if any(kind.__name__ == "MultiheadAttention" for kind in type(module).__mro__):
        return _read_multihead
    return _read_projections if any(all(hasattr(module, name) for name in each) for each in _PROJECTIONS) else None


def _read_multihead(recorder, module, original, args, kwargs):
    """nn.MultiheadAttention: true in its masks means hidden."""
    given = _arguments(original, args, kwargs)
    _refuse({"dropout": module.training and module.dropout > 0})
    query, key, value = (given[name].detach().clone() for name in ("query", "key", "value"))
    wanted = given.get("need_weights", True)
    average = given.get("average_attn_weights", True)
    if recorder.weights:
        given.update(need_weights=True, average_attn_weights=False)
    output, weights = original(**given)
    row = _row_of(recorder.batch, 1 if module.batch_first else 0, query.dim() == 3)
    width = module.embed_dim
    if module.in_proj_weight is not None:
        weights_in = module.in_proj_weight.split(width)
    else:
        weights_in = module.q_proj_weight, module.k_proj_weight, module.v_proj_weight
    biases = () if module.in_proj_bias is None else module.in_proj_bias.split(width)
    more = (module.bias_k is not None) + module.add_zero_attn  # keys that no token has
    if more or not _same(value, key):  # a case has one C for keys and values: it starts at what is made of them
        inputs = _heads_with_more(module, [row(one) for one in (query, key, value)], weights_in, biases)
    else:
        inputs = {"X": row(query)} if _same(key, query) else {"X": row(query), "C": row(key)}
        inputs.update({name: one.T for name, one in zip(("Wq", "Wk", "Wv"), weights_in)})
        inputs.update(zip(("bq", "bk", "bv"), biases))
    inputs["Wo"] = module.out_proj.weight.T
    if module.out_proj.bias is not None:
        inputs["bo"] = module.out_proj.bias
    spec = {"heads": module.num_heads}
    padding, mask = (_with_columns(given.get(name), more) for name in ("key_padding_mask", "attn_mask"))
    if padding is not None:
        padding = padding[recorder.batch] if padding.dim() == 2 else padding
        if padding.is_floating_point() and bool(((padding != 0) & ~padding.isinf()).any()):
            raise ValueError("key_padding_mask: must be 0 or -inf, got other numbers")
        inputs["key_valid"] = padding == 0
    if mask is not None:
        if mask.dim() == 3:  # [batch·heads, n_q, n_k]
            mask = mask[recorder.batch * module.num_heads :][: module.num_heads]
        _add_mask(spec, inputs, ~mask if str(mask.dtype) == "torch.bool" else mask)
    expected = {"output": row(output)}
    if recorder.weights:
        expected["weights"] = weights[recorder.batch] if weights.dim() == 4 else weights
        weights = (weights.mean(-3) if average else weights) if wanted else None
    return (output, weights), (spec, inputs, expected)


def _heads_with_more(module, rows, weights, biases):
    """Queries, keys and values of each head; add_bias_kv and add_zero_attn add a key and a value after the others."""
    from torch import cat

    q, k, v = (x @ weight.T + bias for x, weight, bias in zip(rows, weights, biases or (0, 0, 0)))
    if module.bias_k is not None:
        k, v = cat([k, module.bias_k.reshape(1, -1)]), cat([v, module.bias_v.reshape(1, -1)])
    if module.add_zero_attn:
        k, v = cat([k, 0 * k[:1]]), cat([v, 0 * v[:1]])
    return {name: x.unflatten(-1, (module.num_heads, -1)).transpose(0, 1) for name, x in zip("QKV", (q, k, v))}


def _with_columns(mask, more):
    """A mask with columns for more keys, which are seen."""
    from torch.nn.functional import pad

    return mask if mask is None else pad(mask, (0, more))


def _read_dot_product(recorder, _, original, args, kwargs):
    """F.scaled_dot_product_attention: true in its mask means visible; its causal mask is aligned at the top left."""
    given = _arguments(original, args, kwargs, ["query", "key", "value", "attn_mask", "dropout_p", "is_causal"])
    _refuse({"dropout_p": given.get("dropout_p", 0) > 0})
    before = {name: given[name].detach().clone() for name in ("query", "key", "value")}
    result = original(**given)
    query, key, value = (_heads_of(before[name], recorder.batch) for name in ("query", "key", "value"))
    spec = {"heads": query.shape[0], "kv_heads": key.shape[0]}
    inputs = {"Q": query, "K": key, "V": value}
    if given.get("scale") is not None:
        spec["scale"] = float(given["scale"])
    if given.get("is_causal"):
        spec.update(causal=True, align="top_left")
    if given.get("attn_mask") is not None:
        mask = given["attn_mask"]
        mask = mask if mask.dim() == 2 else _heads_of(mask, recorder.batch)
        _add_mask(spec, inputs, mask.expand(*mask.shape[:-2], query.shape[1], key.shape[1]))
    return result, (spec, inputs, {"context": _heads_of(result, recorder.batch)})


_SEPARATE = (("q_proj", "k_proj", "v_proj"), ("query", "key", "value"))
_FUSED = (("c_attn", "c_proj"), ("qkv_proj", "o_proj"), ("query_key_value", "dense"))  # with the output matrix
_PROJECTIONS = _SEPARATE + _FUSED


def _read_projections(recorder, module, original, args, kwargs):
    """An attention of Hugging Face's kind."""
    given = _arguments(original, args, kwargs)
    x = next(iter(given.values())) if "hidden_states" not in given else given["hidden_states"]
    c = _first(given, "key_value_states", "encoder_hidden_states")
    cache = _first(given, "past_key_values", "past_key_value", "layer_past")
    _refuse({"a cache": cache is not None and (not hasattr(cache, "get_seq_length") or cache.get_seq_length() > 0)})
    _refuse({"dropout": module.training and any(getattr(one, "p", 0) > 0 for one in module.modules())})
    _refuse({name: given.get(name) is not None for name in ("alibi", "residual")})  # BLOOM's
    x, c = (one if one is None else one.detach().clone() for one in (x, c))
    result = original(**given)
    config = getattr(module, "config", None)

    def setting(*names):
        places = [place for place in (module, config) if place is not None]
        found = (getattr(place, name, None) for name in names for place in places)
        return next((value for value in found if value is not None), None)

    heads = setting("num_heads", "num_attention_heads", "n_head", "n_heads")
    if heads is None:
        raise ValueError("module: must say its heads as num_heads, num_attention_heads or n_head, here or in its config")
    parts = _projections(module, heads)
    d_k = setting("head_dim") or parts["Wq"].shape[1] // heads
    spec = {"heads": heads, "kv_heads": parts["Wk"].shape[1] // d_k, "d_k": d_k}
    row = _row_of(recorder.batch, 1, x.dim() == 3)
    inputs = {"X": row(x), **({} if c is None else {"C": row(c)}), **parts}
    if setting("scaling") is not None:
        spec["scale"] = float(setting("scaling"))
    _add_norms(spec, inputs, module)
    _add_rotation(spec, inputs, module, given, setting, recorder.batch)
    mask = given.get("attention_mask")
    always = any(name == "bias" and value.dim() == 4 for name, value in module.named_buffers(recurse=False))  # GPT-2's triangle
    if c is None and (always or (mask is None and getattr(module, "is_causal", False))):
        spec["causal"] = True
        if getattr(module, "sliding_window", None) is not None and mask is None:
            spec["window"] = module.sliding_window
    if mask is not None and mask.dim() == 2:
        inputs["key_valid"] = mask[recorder.batch] != 0
    elif mask is not None:
        _add_mask(spec, inputs, _heads_of(mask, recorder.batch))
    if setting("attn_logit_softcapping") is not None:
        spec["softcap"] = float(setting("attn_logit_softcapping"))
    if getattr(module, "sinks", None) is not None:
        spec["softmax_sink"], inputs["sink"] = True, module.sinks
    results = result if isinstance(result, tuple) else (result,)
    expected = {"output": row(results[0])}
    if recorder.weights:
        found = [one for one in results[1:] if hasattr(one, "dim") and one.dim() == 4 and one.shape[1] == heads]
        if not found:
            raise ValueError("weights: the module returned none (transformers: attn_implementation='eager')")
        expected["weights"] = found[0][recorder.batch]
    return result, (spec, inputs, expected)


def _projections(module, heads):
    """The weights [in, out] and biases by the engine's names."""

    def matrix(layer):  # GPT-2's Conv1D, which has nf, stores [in, out]; nn.Linear [out, in]
        return layer.weight if hasattr(layer, "nf") else layer.weight.T

    names = next(each for each in _PROJECTIONS if all(hasattr(module, name) for name in each))
    layers = [getattr(module, name) for name in names]
    if names in _FUSED:
        layer, output = layers
        cut = _cut(names[0], heads, matrix(layer).shape[1], matrix(output).shape[0])
        weights, biases = cut(matrix(layer)), () if layer.bias is None else cut(layer.bias)
    else:
        weights, biases = [matrix(layer) for layer in layers], [layer.bias for layer in layers]
        output = getattr(module, "o_proj", getattr(module, "out_proj", None))
    found = dict(zip(("Wq", "Wk", "Wv"), weights))
    found.update({name: bias for name, bias in zip(("bq", "bk", "bv"), biases) if bias is not None})
    if output is not None:
        found["Wo"] = matrix(output)
        if output.bias is not None:
            found["bo"] = output.bias
    return found


def _cut(name, heads, width, width_q):
    """What cuts queries, keys and values out of one matrix for all: their columns, of which there are so many."""
    if name != "query_key_value":  # all queries first; where there are fewer keys, as many values
        width_k = (width - width_q) // 2
        return lambda x: x.split([width_q, width_k, width_k], -1)
    _refuse({"query_key_value with fewer keys than queries": width != 3 * width_q})
    # Each head's queries, keys and values stand together.
    return lambda x: [part.flatten(-2) for part in x.unflatten(-1, (heads, 3, width_q // heads)).unbind(-2)]


def _add_norms(spec, inputs, module):
    """Norms of each head's queries and keys, as Qwen 3 has them."""
    for name in ("q_norm", "k_norm"):
        norm = getattr(module, name, None)
        if norm is not None:
            _refuse({name: not hasattr(norm, "variance_epsilon") or norm.weight.shape[0] != spec["d_k"]})
            spec.update(qk_norm="rmsnorm", norm_epsilon=float(norm.variance_epsilon))
            inputs[f"{name}_weight"] = norm.weight


def _add_rotation(spec, inputs, module, given, setting, batch):
    """Rotary positions, whose angles must be those of the base that the module names."""
    angles, ids = given.get("position_embeddings"), given.get("position_ids")
    if angles is None and getattr(module, "rotary_emb", None) is None:
        return
    scaling = setting("rope_parameters", "rope_scaling") or {}
    base = scaling.get("rope_theta") or setting("rope_theta", "rotary_emb_base") or getattr(getattr(module, "rotary_emb", None), "base", None)
    if base is None:
        raise ValueError("rotary positions: the module must name their base (rope_theta)")
    _refuse({"rope scaling": scaling.get("rope_type", scaling.get("type", "default")) != "default"})
    n = inputs["X"].shape[0]
    places = np.arange(n) if ids is None else _array("position_ids", ids.reshape(-1, n)[batch if ids.numel() > n else 0])
    dims = spec["d_k"] if angles is None else angles[0].shape[-1]
    if angles is not None:
        cos = _array("position_embeddings", angles[0].reshape(-1, n, dims)[batch if angles[0].numel() > n * dims else 0])
        wanted = np.cos(places[:, None] * float(base) ** (-2 * np.arange(dims // 2) / dims))
        if np.abs(cos[:, : dims // 2] - wanted).max() > 1e-2:
            raise ValueError(f"position_embeddings: must be those of positions and base {base}, got other angles")
    spec["position"] = {"kind": "rope", "style": "half_split", "base": float(base)}
    if dims != spec["d_k"]:
        spec["position"]["dims"] = dims
    if not np.array_equal(places, np.arange(n)):
        inputs["positions"] = places


def _add_mask(spec, inputs, mask):
    """A mask of what is visible, or one that is added to the scores, [n_q, n_k] or [heads, n_q, n_k]."""
    mask = _array("attn_mask", mask)
    if mask.dtype == bool:
        allow, added = mask, np.zeros(1)
    else:
        allow = mask > np.finfo(mask.dtype).min / 2
        added = np.where(allow, mask, 0)
    if allow.ndim == 3 and (allow == allow[:1]).all():
        allow = allow[0]
    if not allow.all():
        inputs["allow"] = np.broadcast_to(allow, (spec["heads"], *allow.shape[1:])) if allow.ndim == 3 else allow
    if added.any():
        if added.ndim == 3 and not (added == added[:1]).all():
            raise ValueError("attn_mask: must add the same numbers in each head")
        _refuse({"a mask that is added beside rotary positions": "position" in spec})
        spec["position"] = {"kind": "distance", "form": "matrix"}
        inputs["bias_matrix"] = added[0] if added.ndim == 3 else added


def _arguments(function, args, kwargs, names=None):
    """What a function is called with, by name."""
    if names is not None:  # of a built-in function, which tells no signature
        return {**dict(zip(names, args)), **kwargs}
    bound = inspect.signature(function).bind(*args, **kwargs).arguments
    more = bound.pop("kwargs", {})
    return {**bound, **more}


def _first(given, *names):
    return next((given[name] for name in names if given.get(name) is not None), None)


def _row_of(batch, axis, has_batch):
    """The function that takes one example, [n, d]."""
    return lambda x: x if not has_batch else x[batch] if axis == 1 else x[:, batch]


def _heads_of(x, batch):
    """[heads, n, d] of [batch, heads, n, d], [heads, n, d] or [n, d]."""
    return x[None] if x.dim() == 2 else x if x.dim() == 3 else x[batch if x.shape[0] > 1 else 0]


def _same(one, other):
    return one is other or (one.shape == other.shape and bool((one == other).all()))


def _refuse(reasons):
    for name, is_so in reasons.items():
        if is_so:
            raise ValueError(f"{name}: cannot be recorded in a case")


# ---- a case as a figure ----


def show(path, stage="output", height=860):
    """The figure of a .json or .npz case, for a notebook: in a frame that holds the whole element, without a request.

    For cases of one X, with Wq, Wk, Wv and Wo, and of settings that the element has; what it cannot show is an error.
    """
    state = {**_state_of(*_read_case(path)), "stage": stage, "head": 0, "cell": None}
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attention-stepper.js")
    with open(beside if os.path.exists(beside) else "attention-stepper.js", encoding="utf-8") as file:
        text = file.read()
    data = json.dumps(state, allow_nan=False).replace("<", "\\u003c")
    page = f"""<!doctype html><meta charset="utf-8"><style>body {{ margin: 0 }}</style>
<script type="module">{text}</script>
<attention-stepper controls="stage head"></attention-stepper>
<script type="module">
const element = document.querySelector("attention-stepper");
await element.ready;
element.change({data});
</script>"""
    title = html.escape(os.path.basename(os.fspath(path)))
    size = f'width="100%" height="{height}" frameborder="0"'
    return _Figure(f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" title="{title}" {size}></iframe>')


class _Figure:
    """What notebooks show: Jupyter asks for _repr_html_."""

    def __init__(self, text):
        self.text = text

    def _repr_html_(self):
        return self.text


def _read_case(path):
    """The spec and the inputs of a file that save_case wrote."""
    if os.path.splitext(os.fspath(path))[1] == ".npz":
        with np.load(path) as archive:
            inputs = {name: archive[name] for name in archive.files if name != "spec" and "." not in name}
            spec = archive["spec"]
            return json.loads(spec.tobytes() if spec.dtype == np.uint8 else str(spec)), inputs
    with open(path, encoding="utf-8") as file:
        case = json.load(file)
    tensors = case["inputs"].items()
    return case.get("spec", {}), {name: np.array(t["data"], np.float64).reshape(t["shape"]) for name, t in tensors}


_MATRICES = ("Wq", "Wk", "Wv", "Wo")
_BIASES = {"bq", "bk", "bv", "bo"}
_STATE_FIELDS = {"window": "window", "sink_tokens": "sink_tokens", "softcap": "softcap", "mask_mode": "mask_mode"}


def _state_of(spec, inputs):
    """The element's settings, with every number of the inputs as if set by hand."""
    known = {"heads", "kv_heads", "d_k", "d_v", "d_model", "d_context", "scale", "causal", "align", "position", *_STATE_FIELDS}
    for name in sorted(set(spec) - known) + sorted(set(inputs) - {"X", "allow", "key_valid", *_MATRICES, *_BIASES}):
        raise ValueError(f"{name}: cannot be shown by the element")
    for name in ("X", *_MATRICES):
        if name not in inputs:
            raise ValueError(f"{name}: must be there to be shown")
    (n, d_model), heads = inputs["X"].shape, spec.get("heads", 1)
    kv_heads = spec.get("kv_heads", heads)
    d_k, d_v = inputs["Wq"].shape[1] // heads, inputs["Wv"].shape[1] // kv_heads
    state = {"sentence": " ".join(str(at) for at in range(1, n + 1)), "recipe": "random", "d_model": d_model, "d_k": d_k}
    state.update(d_v=d_v, heads=heads, kv_heads=kv_heads, causal=bool(spec.get("causal", False)), position="none")
    scale = spec.get("scale", d_k**-0.5)
    _refuse({"scale": scale != 1 and not math.isclose(scale, d_k**-0.5, rel_tol=1e-6)})
    _refuse({"Wo": inputs["Wo"].shape[1] != d_model, "allow": inputs.get("allow", np.ones((1, 1))).ndim != 2})
    state["scaling"] = d_k == 1 or scale != 1
    state.update({name: spec[field] for field, name in _STATE_FIELDS.items() if field in spec})
    position = dict(spec.get("position", {}))
    kind = position.pop("kind", "none")
    names = {"style": "rope_style", "base": "rope_base", "first": "first_position"}
    _refuse({"position": kind not in ("none", "rope", "alibi") or bool(set(position) - set(names))})
    state.update(position=kind, **{names[name]: value for name, value in position.items()})
    state["ignored_keys"] = np.flatnonzero(inputs.get("key_valid", np.ones(n)) == 0).tolist()
    state["hidden_pairs"] = np.argwhere(inputs.get("allow", np.ones((n, n))) == 0).reshape(-1).tolist()
    state["projection_bias"] = bool(_BIASES & set(inputs))
    by_heads = {"Wq": (heads, d_k), "Wk": (kv_heads, d_k), "Wv": (kv_heads, d_v)}
    edits = {"X": _edits(inputs["X"]), "Wo": _edits(inputs["Wo"].reshape(heads, d_v, -1))}
    for name, sizes in by_heads.items():
        edits[name] = _edits(inputs[name].reshape(-1, *sizes).transpose(1, 0, 2))
        if state["projection_bias"]:
            bias = name.replace("W", "b")
            edits[bias] = _edits(inputs.get(bias, np.zeros(math.prod(sizes))).reshape(sizes))
    if state["projection_bias"]:
        edits["bo"] = _edits(inputs.get("bo", np.zeros(d_model)))
    return {**state, "edits": edits}


def _edits(array):
    """Each number after its indices."""
    return [number for index, value in np.ndenumerate(array) for number in (*index, float(value))]
