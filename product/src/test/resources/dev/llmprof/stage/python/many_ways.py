"""Generates in the ways that programs do, one after the other; each prompt has another length."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(1)
config = LlamaConfig(vocab_size=64, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2)
model = LlamaForCausalLM(config).eval()


def prompt(tokens, sequences=1):
    return torch.randint(3, 60, (sequences, tokens))


def generate(tokens, **kwargs):
    answer = model.generate(max_new_tokens=tokens, min_new_tokens=tokens, do_sample=False, pad_token_id=0, **kwargs)
    print(len(answer), "x", tokens, flush=True)


with torch.inference_mode():
    generate(4, input_ids=prompt(11), cache_implementation="static")
    generate(3, inputs_embeds=model.get_input_embeddings()(prompt(12)))
    generate(5, input_ids=prompt(13, 3))
    generate(2, input_ids=prompt(14), use_cache=False)
    try:
        model(input_ids=torch.full((1, 15), 1000))
    except IndexError:
        print("no such token", flush=True)
    for _ in range(3):
        generate(2, input_ids=prompt(16))
    # A long prompt in two parts, then one token, by hand and by position.
    ids = prompt(17)
    cache = model(ids[:, :9], use_cache=True).past_key_values
    cache = model(ids[:, 9:], None, None, cache, use_cache=True).past_key_values
    model(ids[:, :1], None, None, cache)
