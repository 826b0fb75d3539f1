"""A plain transformers program, with nothing in it about profiling.

    llmprof run -- python examples/transformers/generate.py [MODEL_FOLDER]

Without a folder it makes a tiny random Llama, so that it runs anywhere.
"""

import sys

import torch
from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM


def load(arguments):
    if arguments:
        return AutoModelForCausalLM.from_pretrained(arguments[0])
    config = LlamaConfig(
        vocab_size=512,
        hidden_size=128,
        intermediate_size=352,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    return LlamaForCausalLM(config)


torch.manual_seed(7)
model = load(sys.argv[1:]).eval()
prompt = torch.randint(3, 500, (1, 48))
with torch.inference_mode():
    answer = model.generate(prompt, max_new_tokens=24, min_new_tokens=24, do_sample=False, pad_token_id=0)
print("prompt", prompt.shape[1], "tokens, answer", answer.shape[1] - prompt.shape[1], "tokens")
