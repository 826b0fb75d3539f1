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
llama3 = dict(rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
              original_max_position_embeddings=32, rope_theta=500000.0)
models = {
    "llama": LlamaConfig(**common),
    "llama-yarn": LlamaConfig(**common, rope_parameters=yarn),
    "llama-untruncated": LlamaConfig(**common, rope_parameters=dict(yarn, truncate=False, attention_factor=1.3)),
    "llama-linear": LlamaConfig(**common, rope_parameters=dict(rope_type="linear", factor=3.0, rope_theta=10000.0)),
    "llama-dynamic": LlamaConfig(**common, rope_parameters=dict(rope_type="dynamic", factor=2.0, rope_theta=10000.0)),
    "llama-classic": LlamaConfig(**common, rope_parameters=llama3),
    "llama-sharded": LlamaConfig(**common, head_dim=24),
    "llama-bf16": LlamaConfig(**common, tie_word_embeddings=True),
    "llama-fp16": LlamaConfig(**common),
    "llama-biased": LlamaConfig(**common, attention_bias=True, mlp_bias=True),
    "qwen2": Qwen2Config(**common),
    "qwen2-window": Qwen2Config(**common, use_sliding_window=True, sliding_window=16, max_window_layers=1),
    "qwen3": Qwen3Config(**common, head_dim=24, tie_word_embeddings=True),
    "mistral": MistralConfig(**common, head_dim=24, sliding_window=16),
    "qwen3-window": Qwen3Config(**common, head_dim=16, use_sliding_window=True, sliding_window=12, max_window_layers=2),
    "mistral-whole": MistralConfig(**common, sliding_window=None),
    "mixtral": MixtralConfig(**common, num_local_experts=4, num_experts_per_tok=2, sliding_window=None),
    "mixtral-three": MixtralConfig(**common, num_local_experts=6, num_experts_per_tok=3, sliding_window=16),
}
folder = pathlib.Path(sys.argv[1])
torch.manual_seed(11)
torch.set_num_threads(1)
for name, config in models.items():
    model = AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval()
    for parameter in model.parameters():  # transformers begins biases at zero and norms at one
        parameter.data.add_(torch.randn_like(parameter) * 0.02)
    stored = {"llama-bf16": torch.bfloat16, "llama-fp16": torch.float16}.get(name, torch.float32)
    model = model.to(stored)
    model.save_pretrained(folder / name, max_shard_size="100KB" if name == "llama-sharded" else "5GB")
    if stored != torch.float32:  # converting back would keep rounded rotation frequencies
        model = AutoModelForCausalLM.from_pretrained(folder / name, dtype=torch.float32, attn_implementation="eager")
    if name == "llama-classic":  # as before transformers 5
        file = folder / name / "config.json"
        config = json.loads(file.read_text())
        rope = config.pop("rope_parameters")
        config["rope_theta"] = rope.pop("rope_theta")
        config["rope_scaling"] = dict(rope, type=rope.pop("rope_type"))
        file.write_text(json.dumps(config))
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
