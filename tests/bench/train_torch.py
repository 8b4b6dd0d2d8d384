"""The training step of training.js in PyTorch on one thread: prints the median milliseconds of a step."""

import math
import statistics
import sys
import time

import torch
import torch.nn.functional as F

VOCAB, TOKENS, BATCH, WIDTH, LAYERS, HEADS, HIDDEN = 128, 64, 16, 96, 3, 4, 384
torch.set_num_threads(1)
torch.manual_seed(1)


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm_1, self.norm_2 = torch.nn.LayerNorm(WIDTH), torch.nn.LayerNorm(WIDTH)
        self.qkv, self.out = torch.nn.Linear(WIDTH, 3 * WIDTH), torch.nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = torch.nn.Linear(WIDTH, HIDDEN), torch.nn.Linear(HIDDEN, WIDTH)

    def forward(self, x):
        q, k, v = (part.view(BATCH, TOKENS, HEADS, -1).transpose(1, 2) for part in self.qkv(self.norm_1(x)).split(WIDTH, -1))
        scores = q @ k.transpose(-1, -2) / math.sqrt(WIDTH / HEADS)
        scores = scores.masked_fill(torch.triu(torch.ones(TOKENS, TOKENS, dtype=torch.bool), 1), -math.inf)
        x = x + self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(BATCH, TOKENS, WIDTH))
        return x + self.outer(F.gelu(self.inner(self.norm_2(x))))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.position = torch.nn.Embedding(VOCAB, WIDTH), torch.nn.Embedding(TOKENS, WIDTH)
        self.blocks = torch.nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm, self.head = torch.nn.LayerNorm(WIDTH), torch.nn.Linear(WIDTH, VOCAB, bias=False)

    def forward(self, ids):
        return self.head(self.norm(self.blocks(self.embedding(ids) + self.position.weight)))


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.98), weight_decay=0.01)
times = []
for step in range(int(sys.argv[1]) if len(sys.argv) > 1 else 25):
    ids = torch.randint(0, VOCAB, (BATCH, TOKENS + 1))
    start = time.perf_counter()
    loss = F.cross_entropy(model(ids[:, :-1]).reshape(-1, VOCAB), ids[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    times.append(1000 * (time.perf_counter() - start))
print(statistics.median(times[5:]))
