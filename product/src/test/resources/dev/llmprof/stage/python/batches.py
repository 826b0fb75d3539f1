"""Generates as often as its first argument says, for as many sequences as its second; the model says what it is."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model
import torch


class Config:
    def to_dict(self):
        return {
            "model_type": "llama",
            "hidden_size": 16,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "intermediate_size": 32,
            "vocab_size": 64,
        }


model = tiny_model.TinyModel()
model.config = Config()
torch.set_float32_matmul_precision("high")
for _ in range(int(sys.argv[1])):
    cache, ids = tiny_model.Cache(), torch.ones(int(sys.argv[2]), 5, dtype=torch.long)
    with torch.inference_mode():
        for _ in range(4):
            ids = model(input_ids=ids, past_key_values=cache)[:, -1:].argmax(-1)
