"""A generation on a model with random weights: layers, hidden size, tokens, requests. Prints the CPU time of each step."""

import json
import sys
import time

import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.set_num_threads(1)
layers, hidden, tokens, requests = (int(word) for word in sys.argv[1:])
config = LlamaConfig(
    vocab_size=32000,
    hidden_size=hidden,
    intermediate_size=hidden * 8 // 3,
    num_hidden_layers=layers,
    num_attention_heads=hidden // 64,
    num_key_value_heads=hidden // 64,
    max_position_embeddings=4096,
)
model = LlamaForCausalLM(config).eval()
marks = [time.process_time()]


def mark(ids, scores):
    marks.append(time.process_time())
    return scores


with torch.inference_mode():
    for _ in range(requests):
        model.generate(
            torch.arange(32).view(1, -1),
            max_new_tokens=tokens,
            min_new_tokens=tokens,
            do_sample=False,
            pad_token_id=0,
            logits_processor=[mark],
        )
marks.append(time.process_time())
json.dump([after - before for before, after in zip(marks, marks[1:])], sys.stdout)
