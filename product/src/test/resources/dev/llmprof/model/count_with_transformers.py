"""Builds one small model of each type named on the command line, without memory, and prints its parameters
and the configuration: COUNT JSON. Types that cannot be built with these sizes are left out, with a word why.

The seed decides the sizes, so that another seed tries other models."""
import json
import logging
import random
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch
from transformers import CONFIG_MAPPING, AutoModelForCausalLM

chance = random.Random(int(sys.argv[1]))


def sizes(known):
    heads = chance.choice([2, 4, 8])
    drawn = {
        "hidden_size": heads * chance.choice([16, 24, 40]),
        "num_hidden_layers": chance.randint(3, 7),
        "num_attention_heads": heads,
        "num_key_value_heads": chance.choice([k for k in (1, 2, 4, 8) if heads % k == 0]),
        "intermediate_size": chance.choice([72, 128, 200]),
        "vocab_size": chance.choice([300, 512, 777]),
        "max_position_embeddings": chance.choice([64, 96]),
        "moe_intermediate_size": chance.choice([16, 24]),
        "kv_lora_rank": chance.choice([16, 32]),
        "q_lora_rank": chance.choice([12, 24]),
        "qk_nope_head_dim": 16,
        "qk_rope_head_dim": 8,
        "v_head_dim": chance.choice([8, 16]),
        "num_experts": 8,
        "num_local_experts": 8,
        "n_routed_experts": 8,
        "num_experts_per_tok": 2,
        "moe_num_experts": 8,
        "moe_k": 2,
        "n_group": 1,
        "topk_group": 1,
        "attention_bias": chance.random() < 0.5,
        "tie_word_embeddings": chance.random() < 0.5,
        "pad_token_id": 0,
        "head_dim": chance.choice([16, 32]),
    }
    aliases = {"n_embd": "hidden_size", "n_layer": "num_hidden_layers", "n_head": "num_attention_heads",
               "d_model": "hidden_size", "n_layers": "num_hidden_layers", "n_heads": "num_attention_heads",
               "num_layers": "num_hidden_layers", "num_heads": "num_attention_heads", "ffn_dim": "intermediate_size",
               "n_positions": "max_position_embeddings"}
    chosen = {key: value for key, value in drawn.items() if known.get(key) is not None or key == "num_key_value_heads" and key in known}
    chosen.update({key: drawn[other] for key, other in aliases.items() if known.get(key) is not None})
    return chosen


for kind in sys.argv[2:]:
    try:
        chosen = sizes(CONFIG_MAPPING[kind]().to_dict())
        if kind == "nemotron_h":
            chosen["hybrid_override_pattern"] = "".join(chance.choice("M*-E") for _ in range(6))
        config = CONFIG_MAPPING[kind](**chosen)
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config)
        model.tie_weights()
        count = sum(p.numel() for p in model.parameters())
        count += sum(b.numel() for name, b in model.named_buffers() if "correction" in name or "expert_bias" in name)
        print(count, json.dumps({"model_type": kind, **chosen}))
    except Exception as problem:
        print(kind, str(problem).split("\n")[0][:120], file=sys.stderr)
