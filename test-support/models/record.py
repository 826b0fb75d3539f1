"""record.py: writes config.json, tensors.json and the expected answers of every model in this folder."""

import hashlib
import json
import pathlib
import re
import tempfile

import numpy
import torch
import transformers
from safetensors import safe_open
from safetensors.torch import save_file
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, LlamaConfig, MistralConfig, MixtralConfig, Qwen2Config, Qwen3Config

import ocr_pages
import ocr_reference
import seeded

HERE = pathlib.Path(__file__).parent
NEAREST = 1e-3  # two best logits nearer than this may change places on another machine
SMALLEST_GAP = 2e-6  # the same for the last expert that is chosen and the first that is not
PROMPTS = ["Where does the time go?", "Prefill reads 128 tokens, decode writes 1 at a time.", "größer: 日本語 → 42"]
MARKS = ["<image>", "<|ref|>", "<|/ref|>", "<|det|>", "<|/det|>", "<|grounding|>"]
FRONT = ["<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜▁pad▁｜>"]
torch.set_num_threads(1)


def write(path, content):
    """JSON with every list of plain values on one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, indent=1)
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: "[" + re.sub(r"\s+", " ", found[1]) + "]", text)
    path.write_text(text + "\n")


def write_floats(path, values):
    values.numpy().astype("<f4").tofile(path)


# ---- tokenizer --------------------------------------------------------------------------------------------------


def tokenizer():
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(r"\p{N}{1,3}"), "isolated"),
        pre_tokenizers.Split(Regex(r"[\p{Han}\p{Hiragana}\p{Katakana}]+"), "isolated"),
        pre_tokenizers.Split(Regex(r" ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+"), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=380, special_tokens=FRONT, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False)
    made.train([str(HERE / "tokenizer_text.txt")], trainer)
    made.add_special_tokens(MARKS)
    made.save(str(HERE / "tokenizer.json"), pretty=False)
    texts = PROMPTS + ["", " ", "  two  blanks\n\n", "a1234567b", "<image>\n<|grounding|>Read this page.", "Grüße, 東京 2026!",
                       "tokens tokens", "\t<|ref|>title<|/ref|>"]
    cases = []
    for text in texts:
        ids = made.encode(text, add_special_tokens=False).ids
        cases.append({"text": text, "ids": ids, "decoded": made.decode(ids, skip_special_tokens=False)})
    write(HERE / "tokenizer_cases.json", cases)
    return made


# ---- text models ------------------------------------------------------------------------------------------------


def text_models():
    common = dict(vocab_size=400, hidden_size=32, intermediate_size=72, num_hidden_layers=2, num_attention_heads=4,
                  num_key_value_heads=2, max_position_embeddings=512, bos_token_id=0, eos_token_id=1, pad_token_id=2)
    llama3 = dict(rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                  original_max_position_embeddings=32, rope_theta=500000.0)
    yarn = dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=1024, rope_theta=10000.0)
    return {
        "llama": LlamaConfig(**common, rope_parameters=llama3),
        "llama-yarn": LlamaConfig(**dict(common, max_position_embeddings=4096), rope_parameters=yarn, head_dim=32,
                                  attention_bias=True, mlp_bias=True),
        "qwen2": Qwen2Config(**common, use_sliding_window=True, sliding_window=16, max_window_layers=1),
        "qwen3": Qwen3Config(**common, head_dim=24, tie_word_embeddings=True),
        "mistral": MistralConfig(**common, head_dim=24, sliding_window=16),
        "mixtral": MixtralConfig(**common, num_local_experts=4, num_experts_per_tok=2, sliding_window=None),
    }


def classic(config):
    """The keys that were usual before transformers 5."""
    rope = config.pop("rope_parameters")
    config["rope_theta"] = rope.pop("rope_theta")
    config["rope_scaling"] = rope
    return config


def text_model(name, config, words):
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        AutoModelForCausalLM.from_config(config).save_pretrained(folder)
        file = folder / "model.safetensors"
        with safe_open(file, "pt") as stored:
            shapes = {key: list(stored.get_slice(key).get_shape()) for key in sorted(stored.keys())}
        save_file({key: seeded.tensor(key, shape) for key, shape in shapes.items()}, file, metadata={"format": "pt"})
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
        written = json.loads((folder / "config.json").read_text())
    write(HERE / name / "config.json", classic(written) if name == "llama" else written)
    write(HERE / name / "tensors.json", shapes)
    cases = []
    for prompt in PROMPTS:
        ids = [0] + words.encode(prompt, add_special_tokens=False).ids
        with torch.inference_mode():
            first = model(torch.tensor([ids])).logits[0, -1]
            answer = model.generate(
                torch.tensor([ids]), max_new_tokens=48, min_new_tokens=48, do_sample=False, eos_token_id=None,
                return_dict_in_generate=True, output_logits=True)
        check(name, torch.stack([step[0] for step in answer.logits]))
        cases.append({"prompt": prompt, "input_ids": ids, "first_logits": first.tolist(),
                      "greedy": answer.sequences[0, len(ids):].tolist()})
    write(HERE / name / "expected.json", {"made_with": "transformers " + transformers.__version__, "cases": cases})


def check(name, logits):
    best = logits.topk(2).values
    nearest = (best[:, 0] - best[:, 1]).min().item()
    if nearest < NEAREST:
        raise SystemExit(f"{name}: two logits are {nearest} apart; change its sizes")
    print(name, "nearest", round(nearest, 4))


# ---- DeepSeek-OCR -----------------------------------------------------------------------------------------------


def ocr_config(stored):
    return {
        "architectures": ["DeepseekOCRForCausalLM"], "model_type": "deepseek_vl_v2", "torch_dtype": stored,
        "bos_token_id": 0, "eos_token_id": 1, "first_k_dense_replace": 1, "hidden_size": 48, "intermediate_size": 96,
        "max_position_embeddings": 2048, "moe_intermediate_size": 24, "n_group": 1, "n_routed_experts": 6,
        "n_shared_experts": 2, "num_attention_heads": 4, "num_experts_per_tok": 2, "num_hidden_layers": 3,
        "num_key_value_heads": 4, "topk_group": 1, "topk_method": "greedy", "use_mla": False, "vocab_size": 400,
        "projector_config": {"input_dim": 80, "model_type": "mlp_projector", "n_embed": 48, "projector_type": "linear"},
        "vision_config": {"image_size": 256, "model_type": "vision", "width": {
            "clip-l-14-224": {"heads": 4, "image_size": 224, "layers": 2, "patch_size": 14, "width": 40},
            "sam_vit_b": {"downsample_channels": [28, 40], "global_attn_indexes": [1], "heads": 2, "layers": 3,
                          "neck_channels": 20, "width": 32}}},
    }


# name: page, base size, image size, with tiles, tiles at most
PAGES = {
    "ocr-f32": {
        "tiles-2x1": ((400, 200), 256, 160, True, 9),
        "tiles-2x3": ((300, 450), 256, 160, True, 9),
        "small-without-tiles": ((150, 120), 256, 160, True, 9),
        "squashed": ((200, 90), 256, 128, False, 9),
    },
    "ocr-bf16": {
        "padded": ((300, 410), 256, 704, False, 9),
        "tiles-1x2": ((170, 350), 256, 160, True, 6),
        "tiles-2x2": ((340, 330), 320, 192, True, 6),
    },
}


def statistics(values):
    flat = values.double().flatten()
    weighted = flat * ((torch.arange(len(flat)) % 97 - 48) / 48)
    at = [0, len(flat) // 3, len(flat) // 2, len(flat) - 1]
    return {"sum": flat.sum().item(), "wsum": weighted.sum().item(), "samples": [[i, flat[i].item()] for i in at]}


def hashes(pictures):
    return {"sha256_uint8_NHWC": hashlib.sha256(numpy.stack(pictures).tobytes()).hexdigest(),
            "sha256_float32_le_NCHW": hashlib.sha256(ocr_pages.pixels(pictures).numpy().tobytes()).hexdigest()}


def greedy(start, w, config, ids, ngram):
    """32 tokens; `ids` counts for what must not repeat, images included."""
    x, said, logits = start, [], []
    for _ in range(32):
        every, gap = ocr_reference.decoded(x, w, config)
        if gap < SMALLEST_GAP:
            raise SystemExit(f"two experts are {gap} apart; change the page")
        scores = every[-1].clone()
        everything = ids + said
        if ngram and len(everything) >= ngram:
            last = everything[len(everything) - ngram + 1:]
            for i in range(len(everything) - ngram + 1):
                if everything[i : i + ngram - 1] == last:
                    scores[everything[i + ngram - 1]] = -torch.inf
        logits.append(scores)
        said.append(scores.argmax().item())
        x = torch.cat([x, w["model.embed_tokens.weight"][said[-1:]]])
    return said, torch.stack(logits)


def ocr_case(folder, w, config, words, page, base, size, cropped, most):
    picture = seeded.picture(*page)
    whole, tiles, grid = ocr_pages.views(picture, base, size, cropped, most)
    prompt = "<image>\n<|grounding|>Read this page."
    before, after = [0], words.encode(prompt.split("<image>")[1], add_special_tokens=False).ids
    pixels = {"global_view": hashes([whole])}
    seen = {"global_": ocr_reference.encoded(ocr_pages.pixels([whole]), w, config)}
    if tiles:
        pixels["local_views"] = hashes(tiles)
        seen["local_"] = ocr_reference.encoded(ocr_pages.pixels(tiles), w, config)
    vision = {which + part: statistics(values)
              for which, all_ in seen.items() for part, values in zip(("sam", "clip", "projector"), all_)}
    features = ocr_reference.features(seen["global_"][2], seen["local_"][2] if tiles else None, grid, w)
    table = w["model.embed_tokens.weight"]
    start = torch.cat([table[before], features, table[after]])
    ids = before + [words.token_to_id("<image>")] * len(features) + after
    folder.mkdir(parents=True, exist_ok=True)
    expected = {"page": list(page), "prompt": prompt, "base_size": base, "image_size": size, "crop_mode": cropped,
                "max_tiles": most, "grid_w_h": list(grid), "placeholders": len(features), "ids_before_image": before,
                "ids_after_image": after, "input_length": len(ids), "pixels": pixels, "vision": vision}
    for ngram in (0, 20, 4):
        said, logits = greedy(start, w, config, ids, ngram)
        expected["greedy_32" + (f"_no_repeat_ngram_{ngram}" if ngram else "")] = said
        check(folder.name, logits)
        if ngram == 0:
            write_floats(folder / "first_logits.bin", logits[0])
    write_floats(folder / "image_features.bin", features)
    write(folder / "expected.json", expected)


def ocr_models(words):
    for name, pages in PAGES.items():
        stored = torch.bfloat16 if name.endswith("bf16") else torch.float32
        config = ocr_config(str(stored).removeprefix("torch."))
        shapes = ocr_reference.shapes(config)
        w = {key: seeded.tensor(key, shape).to(stored).float() for key, shape in shapes.items()}
        write(HERE / name / "config.json", config)
        write(HERE / name / "tensors.json", shapes)
        for case, page in pages.items():
            ocr_case(HERE / name / "cases" / case, w, config, words, *page)


if __name__ == "__main__":
    words = tokenizer()
    with torch.inference_mode():
        ocr_models(words)
    for name, config in text_models().items():
        text_model(name, config, words)
