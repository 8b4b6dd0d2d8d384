"""Trains the pronoun model: which noun does 它 / "it" mean? One layer, one head, no feed-forward; it reads sentences like

    <s> 奖杯 放不进 箱子 , 因为 它 太 大          -> 奖杯      (too big: what does not go in)
    <s> the trophy does not fit in the suitcase because it is too small   -> suitcase

and is asked at the adjective. A fifth of all noun pairs is never trained on; the result is measured there.

    apt-get install python3-torch python3-numpy libopenblas0-pthread
    /usr/bin/python3 tools/models/train_pronoun.py        # one minute; writes web/models/pronoun.{safetensors,json}
"""
import json
import math
import pathlib
import struct

import numpy as np
import torch
import torch.nn.functional as F

OUT = pathlib.Path(__file__).resolve().parents[2] / "web" / "models"
SEED, STEPS, BATCH, RATE, WIDTH = 2, 1200, 64, 3e-3, 32

LANGUAGES = {
    "zh": dict(
        nouns="奖杯 箱子 书 书包 雕像 柜子 沙发 房间 钢琴 货车 花瓶 盒子 画 抽屉".split(),
        too_much="大 长 宽 高 厚".split(),
        too_little="小 短 窄 矮 薄".split(),
        sentence="{x} 放不进 {y} , 因为 它 太 {adjective}",
    ),
    "en": dict(
        nouns="trophy suitcase book bag statue cabinet sofa room piano truck vase box painting drawer".split(),
        too_much="big long wide tall thick".split(),
        too_little="small short narrow low thin".split(),
        sentence="the {x} does not fit in the {y} because it is too {adjective}",
    ),
}


def sentences(language):
    """All (words, place of the right noun, place of the other, (x, y)) of one language."""
    for x in language["nouns"]:
        for y in language["nouns"]:
            for adjective in language["too_much"] + language["too_little"]:
                if x == y:
                    continue
                words = ["<s>"] + language["sentence"].format(x=x, y=y, adjective=adjective).split()
                right, other = (x, y) if adjective in language["too_much"] else (y, x)
                yield words, words.index(right), words.index(other), (x, y)


def dataset():
    rows = [(name, *row) for name, language in LANGUAGES.items() for row in sentences(language)]
    vocabulary = list(dict.fromkeys(word for row in rows for word in row[1]))
    ids = {word: i for i, word in enumerate(vocabulary)}
    pairs = sorted({row[4] for row in rows})
    np.random.default_rng(SEED).shuffle(pairs)
    held_out = set(map(tuple, pairs[: len(pairs) // 5]))
    longest = max(len(row[1]) for row in rows)
    tokens = torch.zeros(len(rows), longest, dtype=torch.long)  # what follows the adjective is not seen: causal mask
    for i, row in enumerate(rows):
        tokens[i, : len(row[1])] = torch.tensor([ids[w] for w in row[1]])
    last = torch.tensor([len(row[1]) - 1 for row in rows])
    right, other = torch.tensor([row[2] for row in rows]), torch.tensor([row[3] for row in rows])
    test = torch.tensor([row[4] in held_out for row in rows])
    return vocabulary, tokens, last, right, other, test, [row[0] for row in rows]


def init(rows, cols, deviation):
    return torch.nn.Parameter(torch.randn(rows, cols) * deviation)


def forward(p, tokens):
    """Logits (batch, n, n_vocab) and attention weights (batch, n, n); the names are those of src/model/parameters.h."""
    n = tokens.shape[1]
    norm = lambda x, name: F.layer_norm(x, (WIDTH,), p[name + ".gain"][0], p[name + ".bias"][0], 1e-5)
    x = p["token_embedding"][tokens] + p["position_embedding"][:n]
    a = norm(x, "blocks.0.norm_1")
    q, k, v = (a @ p[f"blocks.0.attention.w_{c}"] for c in "qkv")
    scores = (q @ k.transpose(1, 2) / math.sqrt(WIDTH)).masked_fill(torch.ones(n, n).triu(1) > 0, -math.inf)
    weights = scores.softmax(-1)
    x = x + weights @ v @ p["blocks.0.attention.w_o"]
    return norm(x, "final_norm") @ p["unembedding"], weights


def write_safetensors(path, parameters, metadata):
    header, blobs, at = {"__metadata__": metadata}, [], 0
    for name, value in sorted(parameters.items()):
        blob = value.detach().numpy().astype("<f2").tobytes()
        header[name] = dict(dtype="F16", shape=list(value.shape), data_offsets=[at, at + len(blob)])
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def main():
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    vocabulary, tokens, last, right, other, test, language = dataset()
    n_vocab, n = len(vocabulary), tokens.shape[1]
    deviation = 1 / math.sqrt(WIDTH)
    p = {
        "token_embedding": init(n_vocab, WIDTH, deviation),
        "position_embedding": init(n, WIDTH, 0.02),
        "unembedding": init(WIDTH, n_vocab, deviation),
        **{f"blocks.0.attention.w_{c}": init(WIDTH, WIDTH, deviation) for c in "qkvo"},
    }
    for name in ("blocks.0.norm_1", "final_norm"):
        p[name + ".gain"] = torch.nn.Parameter(torch.ones(1, WIDTH))
        p[name + ".bias"] = torch.nn.Parameter(torch.zeros(1, WIDTH))

    every = torch.arange(len(tokens))
    answer = tokens[every, right]
    optimizer = torch.optim.AdamW(p.values(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    train = every[~test]
    for step in range(1, STEPS + 1):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, step / 50)
        batch = train[torch.randint(0, len(train), (BATCH,))]
        logits, _ = forward(p, tokens[batch])
        loss = F.cross_entropy(logits[torch.arange(BATCH), last[batch]], answer[batch])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(p.values(), 1.0)
        optimizer.step()
        if step % 100 == 0:
            print(f"step {step}: loss {loss.item():.4f}")

    with torch.no_grad():
        rounded = {name: value.half().float() for name, value in p.items()}  # measure what is shipped
        logits, weights = forward(rounded, tokens)
        correct = logits[every, last].argmax(-1) == answer
        mass, wrong = weights[every, last, right], weights[every, last, other]
    result = {}
    for name in LANGUAGES:
        part = test & torch.tensor([l == name for l in language])
        result[name] = dict(
            held_out_sentences=int(part.sum()),
            accuracy=round(correct[part].float().mean().item(), 4),
            weight_on_the_right_noun_mean=round(mass[part].mean().item(), 4),
            weight_on_the_right_noun_min=round(mass[part].min().item(), 4),
            weight_on_the_other_noun_mean=round(wrong[part].mean().item(), 4),
        )
    print(json.dumps(result, indent=1))
    config = dict(n_vocab=n_vocab, max_tokens=n, d_model=WIDTH, n_layers=1, n_heads=1, n_kv_heads=1, d_head=WIDTH, d_ff=0,
                  norm="layer", norm_epsilon=1e-5, position="learned", rope_layout="interleaved", rope_theta=10000,
                  activation="gelu", gated=False, biases=False, tied=False, causal=True, scaled=True)
    metadata = dict(config=json.dumps(config), vocabulary=json.dumps(vocabulary, ensure_ascii=False), name="pronoun", license="MIT")
    write_safetensors(OUT / "pronoun.safetensors", p, metadata)
    count = sum(v.numel() for v in p.values())
    card = dict(
        name="pronoun",
        task=dict(
            zh="“它”指的是哪个名词？在形容词处读出答案：太大、太长……指放不进去的东西；太小、太短……指被放的地方。",
            en="Which noun does “it” mean? Read at the adjective: too big, long … means what does not go in; too small, short … what it does not go into.",
        ),
        data=dict(
            zh="脚本按两个句型造出的全部句子，中英文各一个句型：两个位置各 14 个名词，10 个形容词；五分之一的名词对从不参加训练，只用来检验。",
            en="Every sentence of two templates, one Chinese and one English, made by the script: 14 nouns in each place, 10 adjectives; a fifth of the noun pairs is held out for the test.",
        ),
        size=dict(
            zh=f"{count} 个参数：1 层 1 头，d_model {WIDTH}，没有前馈层，{n_vocab} 个词",
            en=f"{count} parameters: 1 layer, 1 head, d_model {WIDTH}, no feed-forward layer, {n_vocab} words",
        ),
        training=dict(
            zh=f"AdamW，学习率 {RATE}，每批 {BATCH} 句，{STEPS} 步，种子 {SEED}，只在形容词处计算损失",
            en=f"AdamW, learning rate {RATE}, batches of {BATCH}, {STEPS} steps, seed {SEED}, loss at the adjective only",
        ),
        command="/usr/bin/python3 tools/models/train_pronoun.py",
        result=result,
        caution=dict(
            zh="它只懂这一种语法，别的一概不懂。它的头看着哪个名词就答哪个名词，这是这个模型测出来的事实，不是注意力的普遍规律。",
            en="The model knows this grammar and nothing else. That its head looks at the noun it answers with is true of this model, as measured above; it is no law of attention.",
        ),
        words={name: dict(nouns=l["nouns"], too_much=l["too_much"], too_little=l["too_little"], sentence=l["sentence"]) for name, l in LANGUAGES.items()},
        license="MIT",
    )
    (OUT / "pronoun.json").write_text(json.dumps(card, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
