"""make_models.py FOLDER: tiny random models, each saved as transformers saves it, with what transformers generates."""

import json
import pathlib
import sys

import torch
from transformers import (
    AutoModelForCausalLM,
    LlamaConfig,
    MistralConfig,
    MixtralConfig,
    Qwen2Config,
    Qwen3Config,
)

common = dict(vocab_size=384, hidden_size=64, intermediate_size=160, num_hidden_layers=3, num_attention_heads=4,
              num_key_value_heads=2, max_position_embeddings=1024, initializer_range=0.2, bos_token_id=0, eos_token_id=1)
yarn = dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=64, rope_theta=10000.0)
models = {
    "llama": LlamaConfig(**common),
    "llama-yarn": LlamaConfig(**common, rope_parameters=yarn),
    "llama-biased": LlamaConfig(**common, attention_bias=True, mlp_bias=True),
    "qwen2": Qwen2Config(**common),
    "qwen2-window": Qwen2Config(**common, use_sliding_window=True, sliding_window=16, max_window_layers=1),
    "qwen3": Qwen3Config(**common, head_dim=24, tie_word_embeddings=True),
    "mistral": MistralConfig(**common, head_dim=24, sliding_window=16),
    "mixtral": MixtralConfig(**common, num_local_experts=4, num_experts_per_tok=2, sliding_window=None),
}
folder = pathlib.Path(sys.argv[1])
torch.manual_seed(11)
torch.set_num_threads(1)
for name, config in models.items():
    model = AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval()
    for parameter in model.parameters():  # transformers begins biases at zero and norms at one
        parameter.data.add_(torch.randn_like(parameter) * 0.02)
    model.save_pretrained(folder / name, safe_serialization=True)
    prompt = torch.randint(2, 384, (1, 40))
    with torch.inference_mode():
        first = model(prompt).logits[0, -1]
        answer = model.generate(prompt, max_new_tokens=200, min_new_tokens=200, do_sample=False, pad_token_id=0,
                                eos_token_id=None, return_dict_in_generate=True, output_logits=True)
        top = torch.stack([step[0] for step in answer.logits]).topk(2).values
    last = answer.logits[-1][0]
    (folder / name / "expected.json").write_text(json.dumps({
        "prompt": prompt[0].tolist(),
        "greedy": answer.sequences[0, 40:].tolist(),
        "first_logits": first.tolist(),
        "last_logits": last.tolist(),
        "smallest_margin": (top[:, 0] - top[:, 1]).min().item(),
    }))
    print(name, "smallest margin", (top[:, 0] - top[:, 1]).min().item())
