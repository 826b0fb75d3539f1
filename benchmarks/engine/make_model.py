"""make_model.py FOLDER SIZE: a random Llama of 28 or 124 million parameters with a byte tokenizer, as transformers saves it."""

import pathlib
import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM

SIZES = {
    "28M": dict(hidden_size=512, intermediate_size=1408, num_hidden_layers=8, num_attention_heads=8, num_key_value_heads=4),
    "124M": dict(hidden_size=1024, intermediate_size=2816, num_hidden_layers=10, num_attention_heads=16, num_key_value_heads=8),
}

folder = pathlib.Path(sys.argv[1])
torch.manual_seed(3)
config = LlamaConfig(vocab_size=4096, max_position_embeddings=2048, bos_token_id=None, eos_token_id=None, **SIZES[sys.argv[2]])
model = LlamaForCausalLM(config)
model.save_pretrained(folder)
alphabet = pre_tokenizers.ByteLevel.alphabet()
tokenizer = Tokenizer(models.BPE(vocab={letter: i for i, letter in enumerate(sorted(alphabet))}, merges=[]))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
tokenizer.save(str(folder / "tokenizer.json"))
(folder / "prompts").mkdir(exist_ok=True)
(folder / "prompts" / "prompt.txt").write_text("The quick brown fox jumps over the lazy dog, again. " * 4)
print(sys.argv[2], "=", sum(p.numel() for p in model.parameters()), "parameters")
