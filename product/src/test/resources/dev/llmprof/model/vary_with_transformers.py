"""Builds several small models of each type named on the command line, without memory, and prints for each its
parameters and the configuration: COUNT JSON. Usage: vary_with_transformers.py SEED VARIANTS TYPE...

Sizes are drawn as by count_with_transformers.py; besides, switches of the configuration class are turned and
intervals, shared experts, ratios and kernels drawn anew, some keys are left out, and some models have no language
head. The seed and the type decide, so that a type's variants do not depend on the others. What transformers
itself cannot build is left out."""
import json
import logging
import random
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch
from drawn_sizes import runnable, sizes
from transformers import CONFIG_MAPPING, AutoModel, AutoModelForCausalLM, AutoModelForSequenceClassification

# Switches that choose a kernel, a task or an output, and no tensor.
QUIET = ("use_cache", "output_", "return_dict", "torchscript", "is_encoder_decoder", "is_decoder", "gradient_", "scale_",
         "cross", "use_mamba_kernels", "use_mambapy", "use_associative", "tie_", "chunk", "fused", "bfloat", "tf_", "remove_")
WIDTHS = {
    "moe_layer_freq": [1, 2, 3], "decoder_sparse_step": [1, 2, 3], "moe_layer_interval": [1, 2, 3],
    "interleave_moe_layer_step": [1, 2, 3], "first_k_dense_replace": [0, 1, 2], "num_dense_layers": [0, 1, 2],
    "moe_layer_start_index": [0, 1, 2], "n_shared_experts": [0, 1, 2], "num_shared_experts": [0, 1, 2],
    "moe_num_shared_experts": [0, 1, 2], "shared_expert_intermediate_size": [0, 16, 40], "shared_intermediate_size": [0, 32],
    "expert_layer_period": [1, 2, 3], "expert_layer_offset": [0, 1], "attn_layer_period": [2, 3], "attn_layer_offset": [0, 1],
    "full_attention_interval": [2, 3, 4], "sliding_window": [16, 32], "expansion_ratio": [2, 3, 4], "conv_L_cache": [2, 3, 4],
    "mamba_d_state": [8, 16], "mamba_d_conv": [2, 4], "mamba_expand": [2], "state_size": [8, 16], "conv_kernel": [2, 4],
    "linear_conv_kernel_dim": [2, 4], "linear_num_key_heads": [2, 4], "linear_num_value_heads": [4, 8],
    "linear_key_head_dim": [8, 16], "linear_value_head_dim": [8, 16], "lru_width": [64, 96], "conv1d_width": [2, 4],
    "global_head_dim": [16, 32], "num_kv_shared_layers": [0, 1, 2], "hidden_size_per_layer_input": [8, 16],
    "num_ln_in_parallel_attn": [1, 2], "num_kv_heads": [1, 2], "moe_latent_size": [8, 16], "index_n_heads": [2, 4],
    "index_head_dim": [16], "index_topk": [8], "max_window_layers": [1, 2, 3], "ssm_state_size": [8, 16],
    "moe_shared_expert_intermediate_size": [16, 24], "dense_intermediate_size": [48, 72],
}


def varied(chance, known):
    chosen = sizes(chance, known)
    for key, value in sorted(known.items()):
        if isinstance(value, bool) and not key.startswith("_") and not any(word in key for word in QUIET):
            if chance.random() < 0.35:
                chosen[key] = not value
        elif key in WIDTHS and chance.random() < 0.4 and not isinstance(value, (list, dict)):
            chosen[key] = chance.choice(WIDTHS[key])
    for key in ("num_key_value_heads", "attention_bias", "head_dim", "intermediate_size"):
        if chance.random() < 0.1:
            chosen.pop(key, None)
    if "layer_types" in known and chosen.get("num_hidden_layers") and chance.random() < 0.25:
        kinds = sorted(set(known["layer_types"] or []))
        if kinds:
            chosen["layer_types"] = [chance.choice(kinds) for _ in range(chosen["num_hidden_layers"])]
    return runnable(chosen, known)


def built(kind, chosen, chance):
    config = CONFIG_MAPPING[kind](**chosen)
    form = chance.random()
    maker = AutoModel if form < 0.05 else AutoModelForSequenceClassification if form < 0.1 else AutoModelForCausalLM
    with torch.device("meta"):
        model = maker.from_config(config)
    model.tie_weights()
    count = sum(p.numel() for p in model.parameters())
    count += sum(b.numel() for name, b in model.named_buffers() if "correction" in name or "expert_bias" in name)
    named = {} if maker is AutoModelForCausalLM else {"architectures": [type(model).__name__]}
    return count, named


for kind in sys.argv[3:]:
    chance = random.Random(sys.argv[1] + kind)
    if kind not in CONFIG_MAPPING:
        print(kind, "is not a type of this transformers", file=sys.stderr)
        continue
    known = CONFIG_MAPPING[kind]().to_dict()
    for _ in range(int(sys.argv[2])):
        chosen = varied(chance, known)
        try:
            if kind == "nemotron_h":
                chosen["hybrid_override_pattern"] = "".join(chance.choice("M*-E") for _ in range(6))
            count, named = built(kind, chosen, chance)
            print(count, json.dumps({"model_type": kind, **named, **chosen}))
        except Exception as problem:
            print(kind, str(problem).split("\n")[0][:120], file=sys.stderr)
