"""Sizes of small models, drawn by chance, for the scripts beside it."""

ALIASES = {"n_embd": "hidden_size", "n_layer": "num_hidden_layers", "n_head": "num_attention_heads",
           "d_model": "hidden_size", "n_layers": "num_hidden_layers", "n_heads": "num_attention_heads",
           "num_layers": "num_hidden_layers", "num_heads": "num_attention_heads", "ffn_dim": "intermediate_size",
           "n_positions": "max_position_embeddings", "n_inner": "intermediate_size"}


def sizes(chance, known):
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
        "num_experts": 8, "num_local_experts": 8, "n_routed_experts": 8, "moe_num_experts": 8,
        "num_experts_per_tok": 2, "moe_k": 2, "n_group": 1, "topk_group": 1,
        "tie_word_embeddings": chance.random() < 0.5,
        "pad_token_id": 0,
        "head_dim": chance.choice([16, 32]),
    }
    chosen = {key: value for key, value in drawn.items() if known.get(key) is not None or key == "num_key_value_heads" and key in known}
    chosen.update({key: drawn[other] for key, other in ALIASES.items() if known.get(key) is not None})
    return runnable(chosen, known)


def runnable(chosen, known):
    """Helium's class gives the output projection the width of the model on both sides: with heads of any other width
    it is built, and cannot run."""
    if known.get("model_type") == "helium":
        chosen["head_dim"] = chosen["hidden_size"] // chosen["num_attention_heads"]
    return chosen
