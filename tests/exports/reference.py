"""Reads an exported model with code that is not ours to check, and prints its logits as JSON, one row per token.

    python3 tests/exports/reference.py model.safetensors|model.bin id id id …      NumPy, float64
    python3 tests/exports/reference.py --torch model.safetensors id id id …        the tensors through PyTorch

The formats are read as their descriptions say: github.com/huggingface/safetensors, github.com/karpathy/llama2.c (export.py).
"""

import json
import struct
import sys

import numpy as np


def read_safetensors(path, use_torch):
    data = open(path, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    config = json.loads(header.pop("__metadata__")["config"])
    body = data[8 + length :]
    tensors = {}
    for name, about in header.items():
        start, end = about["data_offsets"]
        kind = {"F32": "<f4", "F16": "<f2"}[about["dtype"]]
        if use_torch:
            import torch

            flat = torch.frombuffer(bytearray(body[start:end]), dtype={"F32": torch.float32, "F16": torch.float16}[about["dtype"]])
            tensors[name] = flat.reshape(about["shape"]).double().numpy()
        else:
            tensors[name] = np.frombuffer(body[start:end], kind).reshape(about["shape"]).astype(np.float64)
    return config, tensors


def read_llama2c(path):
    data = open(path, "rb").read()
    dim, hidden, layers, heads, kv_heads, vocab, length = struct.unpack("<7i", data[:28])
    numbers = np.frombuffer(data[28:], "<f4").astype(np.float64)
    at = 0

    def take(*shape):
        nonlocal at
        count = int(np.prod(shape))
        at += count
        return numbers[at - count : at].reshape(shape)

    size, kv = abs(vocab), dim // heads * kv_heads
    t = {"token_embedding": take(size, dim)}

    def each(name, rows, cols=None):
        for layer, m in enumerate(take(layers, rows, cols) if cols else take(layers, 1, rows)):
            t[f"blocks.{layer}.{name}"] = m.T if cols else m

    each("norm_1.gain", dim)
    each("attention.w_q", dim, dim), each("attention.w_k", kv, dim), each("attention.w_v", kv, dim), each("attention.w_o", dim, dim)
    each("norm_2.gain", dim)
    each("feed_forward.w_gate", hidden, dim), each("feed_forward.w_out", dim, hidden), each("feed_forward.w_in", hidden, dim)
    t["final_norm.gain"] = take(1, dim)
    half = dim // heads // 2
    cosine, sine = take(length, half), take(length, half)
    angle = np.outer(np.arange(length), 10000.0 ** (-np.arange(half) / half))
    assert np.abs(cosine - np.cos(angle)).max() < 1e-6 and np.abs(sine - np.sin(angle)).max() < 1e-6, "RoPE tables"
    if vocab < 0:
        t["unembedding"] = take(size, dim).T
    assert at == len(numbers), "bytes are left over"
    return dict(n_layers=layers, n_heads=heads, n_kv_heads=kv_heads, d_head=dim // heads, norm="rms", norm_epsilon=1e-5, position="rope",
                rope_theta=10000.0, gated=True, activation="silu", d_ff=hidden, causal=True, scaled=True, tied=vocab > 0), t


def norm(c, t, name, x):
    if c["norm"] == "none":
        return x
    gain = t[name + ".gain"]
    if c["norm"] == "rms":
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + c["norm_epsilon"]) * gain
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + c["norm_epsilon"]) * gain + t[name + ".bias"]


def turned(c, x):
    n, d = x.shape
    angle = np.outer(np.arange(n), float(c["rope_theta"]) ** (-np.arange(0, d, 2) / d))
    a, b, result = x[:, 0::2], x[:, 1::2], np.empty_like(x)
    result[:, 0::2], result[:, 1::2] = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)
    return result


def activation(c, x):
    if c["activation"] == "silu":
        return x / (1 + np.exp(-x))
    from math import erf

    return x * 0.5 * (1 + np.vectorize(erf)(x / np.sqrt(2)))


def forward(c, t, ids):
    x = t["token_embedding"][ids]
    if c["position"] == "learned":
        x = x + t["position_embedding"][: len(ids)]
    d, group = c["d_head"], c["n_heads"] // c["n_kv_heads"]
    for layer in range(c["n_layers"]):
        w = lambda name: t[f"blocks.{layer}.{name}"]
        plus = lambda y, name: y + t.get(f"blocks.{layer}.{name}", 0)
        y = norm(c, t, f"blocks.{layer}.norm_1", x)
        q, k, v = (plus(y @ w("attention.w_" + s), "attention.b_" + s) for s in "qkv")
        outputs = []
        for head in range(c["n_heads"]):
            part = lambda m, h: m[:, h * d : (h + 1) * d]
            one, two, three = part(q, head), part(k, head // group), part(v, head // group)
            if c["position"] == "rope":
                one, two = turned(c, one), turned(c, two)
            scores = one @ two.T / (np.sqrt(d) if c["scaled"] else 1)
            if c["causal"]:
                scores = np.where(np.tril(np.ones(scores.shape)) > 0, scores, -np.inf)
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            outputs.append(weights / weights.sum(-1, keepdims=True) @ three)
        x = x + plus(np.concatenate(outputs, 1) @ w("attention.w_o"), "attention.b_o")
        if c["d_ff"]:
            y = norm(c, t, f"blocks.{layer}.norm_2", x)
            inner = plus(y @ w("feed_forward.w_in"), "feed_forward.b_in")
            inner = activation(c, y @ w("feed_forward.w_gate")) * inner if c["gated"] else activation(c, inner)
            x = x + plus(inner @ w("feed_forward.w_out"), "feed_forward.b_out")
    x = norm(c, t, "final_norm", x)
    return x @ (t["token_embedding"].T if c["tied"] else t["unembedding"])


arguments = sys.argv[1:]
use_torch = arguments[0] == "--torch"
path, *ids = arguments[1:] if use_torch else arguments
config, tensors = read_llama2c(path) if path.endswith(".bin") else read_safetensors(path, use_torch)
print(json.dumps(forward(config, tensors, [int(i) for i in ids]).tolist()))
