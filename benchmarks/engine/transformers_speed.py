"""transformers_speed.py FOLDER THREADS TOKENS REPEATS: seconds of prefill and decode of each repeat, and the tokens."""

import json
import pathlib
import sys
import time

import torch
from tokenizers import Tokenizer
from transformers import AutoModelForCausalLM

folder, threads, tokens, repeats = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:])
torch.set_num_threads(threads)
model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
text = (folder / "prompts" / "prompt.txt").read_text().strip()
prompt = torch.tensor([Tokenizer.from_file(str(folder / "tokenizer.json")).encode(text).ids])


def generate(count):
    begin = time.perf_counter()
    with torch.inference_mode():
        answer = model.generate(prompt, max_new_tokens=count, min_new_tokens=count, do_sample=False, pad_token_id=0)
    return time.perf_counter() - begin, answer[0, prompt.shape[1]:].tolist()


generate(8), generate(8)
runs = []
for _ in range(repeats):
    first, _ = generate(1)
    whole, answer = generate(tokens)
    runs.append({"prefill": first, "decode": whole - first})
print(json.dumps({"runs": runs, "tokens": answer}))
