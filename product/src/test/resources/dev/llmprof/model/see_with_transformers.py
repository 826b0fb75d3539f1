"""Builds several small models of each type that sees, without memory, and prints for each its parameters and the
configuration: COUNT JSON. Usage: see_with_transformers.py SEED VARIANTS [TYPE...]

Sizes of text model, tower and projector are drawn, switches turned, some keys left out. The seed and the type
decide. What transformers itself cannot build is left out, with a word why."""
import json
import logging
import random
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch
from transformers import CONFIG_MAPPING, AutoModelForImageTextToText

TEXTS = {
    "llava": ["llama", "mistral", "qwen2"], "llava_next": ["llama", "mistral"],
    "llava_onevision": ["qwen2"], "paligemma": ["gemma", "gemma2"],
    "gemma3": ["gemma3_text"], "gemma4": ["gemma4_text"], "gemma4_unified": ["gemma4_unified_text"],
    "internvl": ["qwen2", "llama", "qwen3"],
    "llama4": ["llama4_text"], "mllama": ["mllama_text_model"], "idefics3": ["llama"], "smolvlm": ["llama"],
    "glm4v": ["glm4v_text"], "glm4v_moe": ["glm4v_moe_text"], "glm46v": ["glm4v_text", "glm4v_moe_text"],
    "kimi_k25": ["deepseek_v3"], "qwen2_vl": ["qwen2_vl_text"], "qwen2_5_vl": ["qwen2_5_vl_text"],
    "qwen3_vl": ["qwen3_vl_text"], "mistral3": ["mistral"],
}
TOWERS = {
    "llava": ["clip_vision_model", "siglip_vision_model"], "llava_next": ["clip_vision_model", "siglip_vision_model"],
    "llava_onevision": ["siglip_vision_model"],
    "paligemma": ["siglip_vision_model"], "gemma3": ["siglip_vision_model"], "mistral3": ["pixtral"],
    "glm46v": ["glm4v_vision"],
}


def text(chance, kind):
    heads = chance.choice([2, 4, 8])
    drawn = {
        "hidden_size": heads * chance.choice([16, 24]), "num_hidden_layers": chance.randint(3, 6),
        "num_attention_heads": heads, "num_key_value_heads": chance.choice([k for k in (1, 2, 4, 8) if heads % k == 0]),
        "intermediate_size": chance.choice([72, 128]), "vocab_size": chance.choice([300, 512]),
        "max_position_embeddings": 64, "moe_intermediate_size": 24, "num_local_experts": 4, "n_routed_experts": 4,
        "num_experts_per_tok": 2, "n_group": 1, "topk_group": 1, "pad_token_id": 0, "q_lora_rank": 24, "kv_lora_rank": 32,
        "qk_nope_head_dim": 16, "qk_rope_head_dim": 8, "v_head_dim": 16, "head_dim": chance.choice([16, 32]),
        "intermediate_size_mlp": chance.choice([40, 56]), "interleave_moe_layer_step": chance.choice([1, 2]),
        "cross_attention_layers": sorted(chance.sample(range(3), 2)), "hidden_size_per_layer_input": chance.choice([0, 8]),
        "vocab_size_per_layer_input": 300, "global_head_dim": 32,
    }
    known = CONFIG_MAPPING[kind]().to_dict()
    chosen = {key: value for key, value in drawn.items() if key in known and known[key] is not None
              or key == "num_key_value_heads" and key in known}
    return {"model_type": kind, **chosen}


def tower(chance, outer, named, kind, hidden):
    heads = chance.choice([2, 4])
    patch = chance.choice([14, 16])
    width = heads * chance.choice([16, 24])
    inner = chance.choice([48, 96])
    drawn = {
        "hidden_size": width, "embed_dim": width, "num_hidden_layers": chance.randint(2, 4), "depth": chance.randint(2, 4),
        "num_attention_heads": heads, "attention_heads": heads, "num_heads": heads, "num_key_value_heads": heads,
        "intermediate_size": inner, "image_size": patch * chance.choice([4, 6, 8]), "patch_size": patch,
        "out_hidden_size": hidden, "head_dim": chance.choice([16, 24]), "position_embedding_size": chance.choice([40, 64]),
        "pos_emb_height": 8, "pos_emb_width": 8, "num_global_layers": chance.randint(1, 3), "num_position_embeddings": 64,
        "deepstack_visual_indexes": chance.choice([[0], [0, 1]]),
    }
    known = CONFIG_MAPPING[kind]().to_dict() if kind in CONFIG_MAPPING else outer.sub_configs["vision_config"]().to_dict()
    chosen = {key: value for key, value in drawn.items() if key in known}
    for key in ("attention_bias", "use_qk_norm", "use_mask_token", "use_mean_pooling", "vision_use_head"):
        if key in known and chance.random() < 0.4:
            chosen[key] = not known[key]
    if "norm_type" in known:
        chosen["norm_type"] = chance.choice(["layer_norm", "rms_norm"])
    if "intermediate_layers_indices" in known:
        chosen["intermediate_layers_indices"] = [0, 1]
        chosen["vision_output_dim"] = 3 * width
    elif "vision_output_dim" in known:
        out = chance.choice([40, 64])
        chosen.update({"intermediate_size": 4 * width, "projector_input_dim": out, "projector_output_dim": out, "vision_output_dim": out})
    if "mm_embed_dim" in known:
        chosen.update({"mm_embed_dim": width, "output_proj_dims": width, "mm_posemb_size": chance.choice([20, 32])})
    if outer.model_type == "qwen2_vl":
        chosen["hidden_size"] = hidden
    if named or chance.random() < 0.5:
        chosen["model_type"] = kind
    return chosen


def ears(chance, kind):
    if kind == "gemma4_unified":
        return {"audio_embed_dim": chance.choice([40, 64])}
    heads = chance.choice([2, 4])
    return {"hidden_size": heads * chance.choice([8, 16]), "num_attention_heads": heads,
            "num_hidden_layers": chance.randint(1, 3), "subsampling_conv_channels": chance.choice([[16, 8], [32, 4]]),
            "conv_kernel_size": chance.choice([3, 5]), "output_proj_dims": chance.choice([24, 40])}


def drawn(chance, kind):
    outer = CONFIG_MAPPING[kind]
    known = outer().to_dict()
    described = text(chance, chance.choice(TEXTS[kind]))
    own = known.get("vision_config") or outer.sub_configs["vision_config"]().to_dict()
    seen = chance.choice(TOWERS.get(kind, [own["model_type"]]))
    eyes = tower(chance, outer, kind in TOWERS, seen, described["hidden_size"])
    whole = {"model_type": kind, "text_config": described, "vision_config": eyes}
    if "projection_hidden_size" in known:
        whole["projection_hidden_size"] = eyes["hidden_size"]
    if kind == "paligemma":
        whole["projection_dim"] = described["hidden_size"]
    if kind in ("gemma4", "gemma4_unified"):
        whole["audio_config"] = chance.choice([None, ears(chance, kind)])
    for key, values in {"multimodal_projector_bias": [True, False], "scale_factor": [2, 3], "downsample_ratio": [0.5, 0.25],
                        "vision_feature_layer": [-1, -2, [-1, -2]], "tie_word_embeddings": [True, False]}.items():
        if key in known and chance.random() < 0.5 and not (kind in ("internvl", "mistral3") and key == "vision_feature_layer"):
            whole[key] = chance.choice(values)
    return whole


for kind in sys.argv[3:] or sorted(TEXTS):
    chance = random.Random(sys.argv[1] + kind)
    for _ in range(int(sys.argv[2])):
        try:
            chosen = drawn(chance, kind)
            config = CONFIG_MAPPING[kind](**json.loads(json.dumps({key: value for key, value in chosen.items() if key != "model_type"})))
            with torch.device("meta"):
                model = AutoModelForImageTextToText.from_config(config)
            model.tie_weights()
            count = sum(p.numel() for p in model.parameters())
            count += sum(b.numel() for name, b in model.named_buffers() if "correction" in name or "expert_bias" in name)
            print(count, json.dumps(chosen))
        except Exception as problem:
            print(kind, type(problem).__name__, str(problem).split("\n")[0][:160], file=sys.stderr)
