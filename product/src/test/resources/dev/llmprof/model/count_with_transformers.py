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
from drawn_sizes import sizes
from transformers import CONFIG_MAPPING, AutoModelForCausalLM

chance = random.Random(int(sys.argv[1]))


for kind in sys.argv[2:]:
    try:
        known = CONFIG_MAPPING[kind]().to_dict()
        chosen = sizes(chance, known)
        if known.get("attention_bias") is not None:
            chosen["attention_bias"] = chance.random() < 0.5
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
