"""Writes tests/golden/*.txt: every operation of the core in float64, computed twice, with PyTorch and with NumPy, by
different code, which must agree to 1e-12. Run once and committed; the tests only read the files.

    apt-get install python3-torch python3-numpy && /usr/bin/python3 tools/golden/generate.py

Format, for readers of fifteen lines: "name rows cols", then that many numbers with 17 digits, row by row.
"""
import math
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden"
rng = np.random.default_rng(2026)


class Golden:
    """One file. put() takes the number from NumPy and the number from PyTorch and insists that they agree."""

    def __init__(self, name, about):
        self.path, self.lines, self.about = OUT / f"{name}.txt", [], about

    def put(self, name, value, torch_value=None):
        value = np.atleast_2d(np.asarray(value, dtype=np.float64))
        if torch_value is not None:
            other = np.atleast_2d(torch_value.detach().numpy())
            assert other.shape == value.shape, (name, other.shape, value.shape)
            same = (value == other) | (np.isnan(value) & np.isnan(other))
            gap = np.where(same, 0, np.abs(value - other)).max() if value.size else 0
            assert gap <= 1e-12, f"{self.path.name} {name}: NumPy and PyTorch differ by {gap}"
        self.lines.append(f"{name} {value.shape[0]} {value.shape[1]}")
        self.lines += [" ".join(f"{v:.17g}" for v in row) for row in value]

    def write(self):
        self.path.write_text(f"# {self.about}\n" + "\n".join(self.lines) + "\n")


def tensor(a):
    return torch.from_numpy(np.array(a, dtype=np.float64))


# ---- NumPy: loops and definitions ------------------------------------------------------------------------------


def np_softmax(scores, temperature=1.0):
    out = np.zeros_like(scores)
    for i, row in enumerate(scores):
        top = row.max()
        if top == -np.inf:
            continue
        e = np.exp((row - top) / temperature)
        out[i] = e / e.sum()
    return out


def np_mask(kind, n, size=0):
    sees = {
        "none": lambda i, j: True,
        "causal": lambda i, j: j <= i,
        "padding": lambda i, j: j < size,
        "window": lambda i, j: i - size < j <= i,
        "prefix": lambda i, j: j <= i or (i < size and j < size),
    }[kind]
    return np.array([[0.0 if sees(i, j) else -np.inf for j in range(n)] for i in range(n)])


def np_rope(x, d_head, theta, half_split):
    out = x.copy()
    for i in range(x.shape[0]):
        for head in range(0, x.shape[1], d_head):
            for c in range(d_head // 2):
                a, b = (c, c + d_head // 2) if half_split else (2 * c, 2 * c + 1)
                angle = i * theta ** (-2 * c / d_head)
                z = complex(x[i, head + a], x[i, head + b]) * complex(math.cos(angle), math.sin(angle))
                out[i, head + a], out[i, head + b] = z.real, z.imag
    return out


def np_layer_norm(x, gain, bias, eps):
    return np.array([(r - r.mean()) / math.sqrt(((r - r.mean()) ** 2).mean() + eps) for r in x]) * gain + bias


def np_rms_norm(x, gain, eps):
    return np.array([r / math.sqrt((r * r).mean() + eps) for r in x]) * gain


np_activations = {
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: np.array([[0.5 * v * math.erfc(-v / math.sqrt(2)) for v in row] for row in x]),
    "gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "silu": lambda x: x / (1 + np.exp(-x)),
}

# ---- PyTorch: the library's own functions ----------------------------------------------------------------------

torch_activations = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def torch_softmax(masked, temperature=1.0):
    return torch.nan_to_num((masked / temperature).softmax(-1), nan=0.0)


def torch_rope(x, d_head, theta, half_split):
    n = x.shape[0]
    y = x.view(n, -1, d_head)
    angle = torch.arange(n, dtype=torch.float64)[:, None] * theta ** (
        -torch.arange(0, d_head, 2, dtype=torch.float64) / d_head
    )
    cos, sin = angle.cos()[:, None], angle.sin()[:, None]
    if half_split:
        a, b = y.chunk(2, -1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1).reshape(n, -1)
    a, b = y[..., 0::2], y[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).reshape(n, -1)


def torch_rms_norm(x, gain, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gain


# ---- one head ---------------------------------------------------------------------------------------------------


def head(golden, prefix, q, k, v, mask, scale=None, temperature=1.0):
    """All steps of a head, NumPy beside PyTorch."""
    scale = 1 / math.sqrt(q.shape[1]) if scale is None else scale
    scores = np.array([[sum(a * b for a, b in zip(qi, kj)) for kj in k] for qi in q])
    scaled, masked = scores * scale, scores * scale + mask
    top = masked.max(1, keepdims=True)
    exps = np.where(masked == -np.inf, 0.0, np.exp((masked - np.where(top == -np.inf, 0, top)) / temperature))
    weights = np_softmax(masked, temperature)
    t_scores = tensor(q) @ tensor(k).T
    t_masked = (t_scores * scale).masked_fill(tensor(mask) != 0, -math.inf)
    t_weights = torch_softmax(t_masked, temperature)
    golden.put(prefix + "scores", scores, t_scores)
    golden.put(prefix + "scaled", scaled, t_scores * scale)
    golden.put(prefix + "masked", masked, t_masked)
    golden.put(prefix + "row_max", top, t_masked.max(1, keepdim=True).values)
    golden.put(prefix + "exps", exps, torch.nan_to_num(((t_masked - t_masked.max(1, keepdim=True).values) / temperature).exp(), nan=0.0))
    golden.put(prefix + "row_sum", exps.sum(1, keepdims=True))
    golden.put(prefix + "weights", weights, t_weights)
    golden.put(prefix + "output", weights @ v, t_weights @ tensor(v))
    return weights @ v


def annual_leave():
    g = Golden("annual_leave", "The hand calculation: four tokens, four features, heads of two dimensions.")
    x = np.array([[0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], dtype=float)
    w_q = np.array([[0, 1], [1, 1], [1, 0], [2, 0]], dtype=float)
    w_k = np.array([[1, 0], [1, 0], [0, 1], [0, 0]], dtype=float)
    w_v = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=float)
    for name, value in [("x", x), ("w_q", w_q), ("w_k", w_k), ("w_v", w_v)]:
        g.put(name, value)
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    g.put("q", q, tensor(x) @ tensor(w_q)), g.put("k", k, tensor(x) @ tensor(w_k)), g.put("v", v, tensor(x) @ tensor(w_v))
    head(g, "", q, k, v, np_mask("causal", 4))
    head(g, "unmasked.", q, k, v, np_mask("none", 4))
    head(g, "unscaled.", q, k, v, np_mask("causal", 4), scale=1.0)
    g.write()


def operations():
    g = Golden("softmax", "Rows of scores, their softmax at three temperatures.")
    scores = rng.normal(size=(6, 5)) * 3
    scores[0] = [1.1, 4.8, 0.7, -0.2, -np.inf]
    scores[1] = [500, -500, 499, 0, 88.8]
    scores[2] = 7.25
    scores[3, 1:4] = -np.inf
    scores[4] = -np.inf
    g.put("scores", scores)
    for name, t in [("weights", 1.0), ("cold", 0.25), ("hot", 8.0)]:
        g.put(name, np_softmax(scores, t), torch_softmax(tensor(scores), t))
    g.write()

    g = Golden("masks", "0 allows, -inf forbids; n = 5.")
    for name, size in [("none", 0), ("causal", 0), ("padding", 3), ("window", 2), ("prefix", 3)]:
        i, j = torch.meshgrid(torch.arange(5), torch.arange(5), indexing="ij")
        allowed = {"none": i >= 0, "causal": torch.ones(5, 5).tril() > 0, "padding": j < size,
                   "window": (torch.ones(5, 5).tril() - torch.ones(5, 5).tril(-size)) > 0,
                   "prefix": (torch.ones(5, 5).tril() > 0) | ((i < size) & (j < size))}[name]
        g.put(name, np_mask(name, 5, size), torch.zeros(5, 5, dtype=torch.float64).masked_fill(~allowed, -math.inf))
    g.write()

    g = Golden("attention", "One head: five queries, seven keys, and a square case under every mask.")
    q, k, v = rng.normal(size=(5, 6)), rng.normal(size=(7, 6)), rng.normal(size=(7, 3))
    for name, value in [("cross.q", q), ("cross.k", k), ("cross.v", v)]:
        g.put(name, value)
    head(g, "cross.", q, k, v, np.zeros((5, 7)), temperature=0.5)
    q, k, v = (rng.normal(size=(5, 4)) * 2 for _ in range(3))
    for name, value in [("q", q), ("k", k), ("v", v)]:
        g.put(name, value)
    for name, size in [("none", 0), ("causal", 0), ("padding", 3), ("window", 2), ("prefix", 3)]:
        head(g, name + ".", q, k, v, np_mask(name, 5, size))
    blocked = np_mask("causal", 5)
    blocked[2] = -np.inf
    g.put("blocked.mask", blocked)
    head(g, "blocked.", q, k, v, blocked, scale=0.75)
    g.write()

    g = Golden("positional", "Sinusoidal positions (7 x 6); RoPE of two heads of six.")
    pos = np.array([[(math.sin if c % 2 == 0 else math.cos)(i / 10000 ** (2 * (c // 2) / 6)) for c in range(6)] for i in range(7)])
    angle = torch.arange(7, dtype=torch.float64)[:, None] * torch.exp(torch.arange(0, 6, 2, dtype=torch.float64) * (-math.log(10000.0) / 6))
    t_pos = torch.stack([angle.sin(), angle.cos()], -1).reshape(7, 6)
    g.put("sinusoidal", pos, t_pos)
    x = rng.normal(size=(9, 12))
    g.put("x", x)
    for name, half in [("interleaved", False), ("half_split", True)]:
        for theta in (50.0, 10000.0):
            g.put(f"{name}.{theta:.0f}", np_rope(x, 6, theta, half), torch_rope(tensor(x), 6, theta, half))
    g.write()

    g = Golden("layers", "Norms and activations; a plain and a gated feed-forward layer.")
    x, gain, bias = rng.normal(size=(4, 8)) * 2 + 0.5, rng.normal(size=(1, 8)), rng.normal(size=(1, 8))
    for name, value in [("x", x), ("gain", gain), ("bias", bias)]:
        g.put(name, value)
    g.put("layer_norm", np_layer_norm(x, gain, bias, 1e-5), F.layer_norm(tensor(x), (8,), tensor(gain[0]), tensor(bias[0]), 1e-5))
    g.put("rms_norm", np_rms_norm(x, gain, 1e-5), torch_rms_norm(tensor(x), tensor(gain), 1e-5))
    span = np.linspace(-6, 6, 25)[None]
    g.put("span", span)
    for name in np_activations:
        g.put(name, np_activations[name](span), torch_activations[name](tensor(span)))
    w_in, w_gate, w_out, b_in, b_out = rng.normal(size=(8, 6)), rng.normal(size=(8, 6)), rng.normal(size=(6, 8)), rng.normal(size=(1, 6)), rng.normal(size=(1, 8))
    for name, value in [("w_in", w_in), ("w_gate", w_gate), ("w_out", w_out), ("b_in", b_in), ("b_out", b_out)]:
        g.put(name, value)
    g.put("plain", np_activations["gelu"](x @ w_in + b_in) @ w_out + b_out,
          F.linear(F.gelu(F.linear(tensor(x), tensor(w_in.T), tensor(b_in[0]))), tensor(w_out.T), tensor(b_out[0])))
    g.put("gated", (np_activations["silu"](x @ w_gate) * (x @ w_in)) @ w_out,
          F.linear(F.silu(F.linear(tensor(x), tensor(w_gate.T))) * F.linear(tensor(x), tensor(w_in.T)), tensor(w_out.T)))
    g.write()


# ---- whole models -----------------------------------------------------------------------------------------------


def model(name, about, c):
    """A random model of the config c; parameter names and shapes are those of src/model/parameters.h."""
    g = Golden(name, about)
    d, dh, nh, nk, ff, V, T = (c[key] for key in ("d_model", "d_head", "n_heads", "n_kv_heads", "d_ff", "n_vocab", "max_tokens"))
    p = {}

    def par(key, rows, cols, centre=0.0):
        p[key] = centre + rng.normal(size=(rows, cols)) * 0.4
        g.put(key, p[key])

    def norm_par(key):
        par(key + ".gain", 1, d, 1.0)
        if c["norm"] == "layer":
            par(key + ".bias", 1, d)

    par("token_embedding", V, d)
    if c["position"] == "learned":
        par("position_embedding", T, d)
    for l in range(c["n_layers"]):
        b = f"blocks.{l}."
        norm_par(b + "norm_1")
        for key, rows, cols in [("q", d, nh * dh), ("k", d, nk * dh), ("v", d, nk * dh), ("o", nh * dh, d)]:
            par(b + "attention.w_" + key, rows, cols)
            if c["biases"]:
                par(b + "attention.b_" + key, 1, cols)
        norm_par(b + "norm_2")
        if c["gated"]:
            par(b + "feed_forward.w_gate", d, ff)
        par(b + "feed_forward.w_in", d, ff)
        if c["biases"]:
            par(b + "feed_forward.b_in", 1, ff)
        par(b + "feed_forward.w_out", ff, d)
        if c["biases"]:
            par(b + "feed_forward.b_out", 1, d)
    norm_par("final_norm")
    if not c["tied"]:
        par("unembedding", d, V)

    ids = np.array(c["ids"])
    n = len(ids)
    g.put("ids", ids)
    t = {key: tensor(value).requires_grad_() for key, value in p.items()}
    bias = lambda key, x: x + p[key] if key in p else x
    t_bias = lambda key, x: x + t[key] if key in t else x
    norm = lambda key, x: np_layer_norm(x, p[key + ".gain"], p[key + ".bias"], 1e-5) if c["norm"] == "layer" else np_rms_norm(x, p[key + ".gain"], 1e-5)
    t_norm = lambda key, x: F.layer_norm(x, (d,), t[key + ".gain"][0], t[key + ".bias"][0], 1e-5) if c["norm"] == "layer" else torch_rms_norm(x, t[key + ".gain"], 1e-5)

    x, tx = p["token_embedding"][ids], F.embedding(torch.from_numpy(ids), t["token_embedding"])
    if c["position"] == "learned":
        x, tx = x + p["position_embedding"][:n], tx + t["position_embedding"][:n]
    g.put("embedded", x, tx)
    causal = np_mask("causal", n)
    for l in range(c["n_layers"]):
        b = f"blocks.{l}."
        a, ta = norm(b + "norm_1", x), t_norm(b + "norm_1", tx)
        g.put(b + "norm_1", a, ta)
        q, k, v = (bias(f"{b}attention.b_{key}", a @ p[f"{b}attention.w_{key}"]) for key in "qkv")
        tq, tk, tv = (t_bias(f"{b}attention.b_{key}", ta @ t[f"{b}attention.w_{key}"]) for key in "qkv")
        if c["position"] == "rope":
            half = c["rope_layout"] == "half_split"
            q, k = np_rope(q, dh, c["rope_theta"], half), np_rope(k, dh, c["rope_theta"], half)
            tq, tk = torch_rope(tq, dh, c["rope_theta"], half), torch_rope(tk, dh, c["rope_theta"], half)
        concat = np.zeros((n, nh * dh))
        for h in range(nh):
            kv = h // (nh // nk)
            w = np_softmax(q[:, h * dh:(h + 1) * dh] @ k[:, kv * dh:(kv + 1) * dh].T / math.sqrt(dh) + causal)
            concat[:, h * dh:(h + 1) * dh] = w @ v[:, kv * dh:(kv + 1) * dh]
            g.put(f"{b}heads.{h}.weights", w)
        # PyTorch: all heads at once, keys and values repeated.
        hq, hk, hv = (z.view(n, -1, dh).transpose(0, 1) for z in (tq, tk, tv))
        hk, hv = hk.repeat_interleave(nh // nk, 0), hv.repeat_interleave(nh // nk, 0)
        t_w = (hq @ hk.transpose(1, 2) / math.sqrt(dh)).masked_fill(torch.ones(n, n).triu(1) > 0, -math.inf).softmax(-1)
        t_concat = (t_w @ hv).transpose(0, 1).reshape(n, -1)
        g.put(b + "concat", concat, t_concat)
        projected = bias(b + "attention.b_o", concat @ p[b + "attention.w_o"])
        t_projected = t_bias(b + "attention.b_o", t_concat @ t[b + "attention.w_o"])
        x, tx = x + projected, tx + t_projected
        g.put(b + "residual", x, tx)
        a, ta = norm(b + "norm_2", x), t_norm(b + "norm_2", tx)
        pre, t_pre = bias(b + "feed_forward.b_in", a @ p[b + "feed_forward.w_in"]), t_bias(b + "feed_forward.b_in", ta @ t[b + "feed_forward.w_in"])
        if c["gated"]:
            hidden = np_activations[c["activation"]](a @ p[b + "feed_forward.w_gate"]) * pre
            t_hidden = torch_activations[c["activation"]](ta @ t[b + "feed_forward.w_gate"]) * t_pre
        else:
            hidden, t_hidden = np_activations[c["activation"]](pre), torch_activations[c["activation"]](t_pre)
        g.put(b + "hidden", hidden, t_hidden)
        x = x + bias(b + "feed_forward.b_out", hidden @ p[b + "feed_forward.w_out"])
        tx = tx + t_bias(b + "feed_forward.b_out", t_hidden @ t[b + "feed_forward.w_out"])
        g.put(b + "output", x, tx)
    last, t_last = norm("final_norm", x), t_norm("final_norm", tx)
    g.put("final_norm", last, t_last)
    logits = last @ (p["token_embedding"].T if c["tied"] else p["unembedding"])
    t_logits = t_last @ (t["token_embedding"].T if c["tied"] else t["unembedding"])
    g.put("logits", logits, t_logits)
    g.put("probabilities", np_softmax(logits), t_logits.softmax(-1))
    g.write()
    learn(name, t, p, t_logits, logits, ids)


def learn(name, t, p, t_logits, logits, ids):
    """The loss of the next tokens (the second is not asked), every gradient, and the parameters after a step of AdamW."""
    g = Golden(name + "_step", f"What {name}.txt learns from its own ids: loss, gradients, parameters after one step of AdamW.")
    targets = np.append(ids[1:], -1)
    targets[1] = -1
    asked = targets >= 0
    g.put("targets", targets)
    loss = F.cross_entropy(t_logits, torch.from_numpy(targets), ignore_index=-1)
    g.put("loss", -np.log(np_softmax(logits)[asked, targets[asked]]).mean(), loss)
    loss.backward()
    for key in p:
        g.put("d." + key, t[key].grad.numpy())
    # epsilon is large, so that what is only rounding in float32 (the gradient of a key's bias is 0) stays small.
    rate, beta_1, beta_2, epsilon, decay, limit = 0.01, 0.9, 0.98, 1e-3, 0.1, 1.0
    norm = math.sqrt(sum((t[key].grad.numpy() ** 2).sum() for key in p))
    g.put("norm", norm, torch.nn.utils.clip_grad_norm_(t.values(), limit).reshape(1, 1))
    optimizer = torch.optim.AdamW(t.values(), lr=rate, betas=(beta_1, beta_2), eps=epsilon, weight_decay=decay)
    optimizer.step()
    for key in p:
        grad = t[key].grad.numpy()
        mean, square = (1 - beta_1) * grad / (1 - beta_1), (1 - beta_2) * grad**2 / (1 - beta_2)
        g.put("after." + key, p[key] * (1 - rate * decay) - rate * mean / (np.sqrt(square) + epsilon), t[key])
    g.write()


def linear():
    """Causal linear attention with elu + 1: NumPy token by token, PyTorch as a whole; gradients by hand and by autograd."""
    g = Golden("linear", "Causal linear attention, elu + 1 (7 tokens, d_head 4, d_v 3), with its state and its gradients.")
    n, d, d_v = 7, 4, 3
    q, k, v, d_output = (rng.standard_normal((n, width)) for width in (d, d, d_v, d_v))
    tq, tk, tv = (tensor(a).requires_grad_() for a in (q, k, v))
    similarity = (F.elu(tq) + 1) @ (F.elu(tk) + 1).T * torch.tril(torch.ones(n, n, dtype=torch.float64))
    weights = similarity / similarity.sum(-1, keepdim=True)
    output = weights @ tv
    output.backward(tensor(d_output))
    phi = lambda x: np.where(x > 0, x + 1, np.exp(x))
    slope = lambda x: np.where(x > 0, 1, np.exp(x))
    seen = np.tril(phi(q) @ phi(k).T)
    state, features, rows = np.zeros((d, d_v)), np.zeros(d), []
    d_q, d_k, d_v_ = np.zeros((n, d)), np.zeros((n, d)), np.zeros((n, d_v))
    for i in range(n):
        state, features = state + np.outer(phi(k[i]), v[i]), features + phi(k[i])
        total = phi(q[i]) @ features
        rows.append(phi(q[i]) @ state / total)
        for j in range(i + 1):  # what token j gave to the output of token i
            share = d_output[i] @ (v[j] - rows[i]) / total
            d_q[i] += share * phi(k[j]) * slope(q[i])
            d_k[j] += share * phi(q[i]) * slope(k[j])
            d_v_[j] += phi(q[i]) @ phi(k[j]) / total * d_output[i]
    for name, value, other in (("q", q, None), ("k", k, None), ("v", v, None), ("d_output", d_output, None),
                               ("weights", seen / seen.sum(1, keepdims=True), weights),
                               ("output", np.array(rows), output), ("state", state, (F.elu(tk) + 1).T @ tv),
                               ("features", features, (F.elu(tk) + 1).sum(0)),
                               ("d_q", d_q, tq.grad), ("d_k", d_k, tk.grad), ("d_v", d_v_, tv.grad)):
        g.put(name, value, other)
    g.write()


def window():
    """Causal attention with a window, two query heads on one of keys: gradients by hand in NumPy and by autograd."""
    g = Golden("window", "Causal attention with a window of 3 (7 tokens, 2 heads on 1, d_head 4), with its gradients.")
    n, d, w = 7, 4, 3
    q, d_output = rng.standard_normal((n, 2 * d)), rng.standard_normal((n, 2 * d))
    k, v = rng.standard_normal((n, d)), rng.standard_normal((n, d))
    tq, tk, tv = (tensor(a).requires_grad_() for a in (q, k, v))
    at = np.arange(n)
    hidden = (at[None, :] > at[:, None]) | (at[None, :] <= at[:, None] - w)
    mask = np.where(hidden, -np.inf, 0)
    outputs, t_outputs, d_q, d_k, d_v = [], [], [], np.zeros((n, d)), np.zeros((n, d))
    for h in range(2):
        cols = slice(h * d, (h + 1) * d)
        p = np_softmax(q[:, cols] @ k.T / np.sqrt(d) + mask)
        d_p = d_output[:, cols] @ v.T
        d_s = p * (d_p - (p * d_p).sum(1, keepdims=True)) / np.sqrt(d)
        outputs.append(p @ v), d_q.append(d_s @ k)
        d_k += d_s.T @ q[:, cols]
        d_v += p.T @ d_output[:, cols]
        t_outputs.append(torch.softmax(tq[:, cols] @ tk.T / d ** 0.5 + tensor(mask), -1) @ tv)
    t_output = torch.cat(t_outputs, 1)
    t_output.backward(tensor(d_output))
    for name, value, other in (("q", q, None), ("k", k, None), ("v", v, None), ("d_output", d_output, None),
                               ("output", np.concatenate(outputs, 1), t_output), ("d_q", np.concatenate(d_q, 1), tq.grad),
                               ("d_k", d_k, tk.grad), ("d_v", d_v, tv.grad)):
        g.put(name, value, other)
    g.write()


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    annual_leave()
    operations()
    model("gpt2", "GPT-2 family: LayerNorm, learned positions, tanh-GELU, biases, tied; 2 layers, 3 heads.",
          dict(d_model=12, d_head=4, n_heads=3, n_kv_heads=3, d_ff=20, n_vocab=11, max_tokens=9, n_layers=2, norm="layer",
               position="learned", activation="gelu_tanh", gated=False, biases=True, tied=True, ids=[3, 1, 4, 1, 5, 9, 2]))
    model("llama", "Llama family: RMSNorm, half-split RoPE (theta 50), gated SiLU, no biases, untied; 2 layers, 4 heads on 2.",
          dict(d_model=12, d_head=4, n_heads=4, n_kv_heads=2, d_ff=18, n_vocab=13, max_tokens=16, n_layers=2, norm="rms",
               position="rope", rope_layout="half_split", rope_theta=50.0, activation="silu", gated=True, biases=False,
               tied=False, ids=[12, 0, 7, 7, 3, 10]))
    linear()
    window()
    print("written to", OUT, "with NumPy", np.__version__, "and PyTorch", torch.__version__)
