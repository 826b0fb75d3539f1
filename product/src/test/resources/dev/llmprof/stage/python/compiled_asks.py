"""Requests to a compiled model: the first one pays for the compiler."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch
import tiny_model

model = tiny_model.TinyModel()
model.compile(backend="aot_eager")
with torch.inference_mode():
    for _ in range(4):
        ids = torch.arange(5).view(1, 5)
        for _ in range(4):
            ids = model(input_ids=ids)[:, -1:].argmax(-1)
