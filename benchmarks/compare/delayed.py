"""A transformers program whose decode waits DELAY_MS milliseconds a token before its second layer.

A busy machine sleeps longer than it is told: how long each wait really was goes to the file DELAY_LOG.
"""

import os
import time

import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(7)
torch.set_num_threads(1)
config = LlamaConfig(
    vocab_size=512, hidden_size=128, intermediate_size=352, num_hidden_layers=4, num_attention_heads=4, num_key_value_heads=2
)
model = LlamaForCausalLM(config).eval()
delay = float(os.environ.get("DELAY_MS", "0")) / 1000


waits = []


def wait(_, inputs):
    if delay and inputs[0].shape[1] == 1:
        begun = time.perf_counter()
        time.sleep(delay)
        waits.append(time.perf_counter() - begun)


model.model.layers[1].register_forward_pre_hook(wait)
prompt = torch.randint(3, 500, (1, 48))
with torch.inference_mode():
    for _ in range(4):
        model.generate(prompt, max_new_tokens=24, min_new_tokens=24, do_sample=False, pad_token_id=0)
if waits and "DELAY_LOG" in os.environ:
    with open(os.environ["DELAY_LOG"], "a") as log:
        print(1000 * sum(waits) / len(waits), file=log)
