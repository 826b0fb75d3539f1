"""count_ocr_flops.py: writes what torch counts for DeepSeek-OCR in full size, on the meta device."""

import pathlib

import torch
from torch.utils.flop_counter import FlopCounterMode

import ocr_reference

CONFIG = {
    "first_k_dense_replace": 1, "hidden_size": 1280, "intermediate_size": 6848, "moe_intermediate_size": 896,
    "n_routed_experts": 64, "n_shared_experts": 2, "num_attention_heads": 10, "num_experts_per_tok": 6,
    "num_hidden_layers": 12, "vocab_size": 129280, "projector_config": {"input_dim": 2048},
    "vision_config": {"image_size": 1024, "width": {
        "clip-l-14-224": {"heads": 16, "image_size": 224, "layers": 24, "patch_size": 14, "width": 1024},
        "sam_vit_b": {"downsample_channels": [512, 1024], "global_attn_indexes": [2, 5, 8, 11], "heads": 12,
                      "layers": 12, "width": 768}}},
}


def any_experts(x, w, name, config):
    """Who is chosen does not change the work: every token visits as many, here all the first."""
    out = ocr_reference.gated(x, w, name + "shared_experts.")
    torch.nn.functional.linear(x, w[name + "gate.weight"])
    visits = x.repeat(config["num_experts_per_tok"], 1)
    ocr_reference.gated(visits, w, name + "experts.0.")
    return out, 1.0


def flops(work):
    with FlopCounterMode(display=False) as counter:
        work()
    return counter.get_total_flops()


def ocr_flops():
    w = {name: torch.empty(shape, device="meta") for name, shape in ocr_reference.shapes(CONFIG).items()}
    see = lambda count, size: ocr_reference.encoded(torch.empty(count, 3, size, size, device="meta"), w, CONFIG)
    lines = [f"# {sum(value.numel() for value in w.values())} parameters; FLOPs as torch {torch.__version__} counts them"]
    lines += [f"vision {tiles} {flops(lambda: see(1, 1024)) + flops(lambda: see(tiles, 640))}" for tiles in (2, 3, 4, 6, 9)]
    read = lambda tokens: ocr_reference.decoded(torch.empty(tokens, 1280, device="meta"), w, CONFIG, any_experts)
    lines += [f"prefill {tokens} {flops(lambda: read(tokens))}" for tokens in (273, 493, 703, 1213)]
    step = lambda context: ocr_reference.decoded(torch.empty(1, 1280, device="meta"), w, CONFIG, any_experts, context)
    lines += [f"decode {context} {flops(lambda: step(context))}" for context in (493, 1023)]
    (pathlib.Path(__file__).parent / "ocr-flops.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    with torch.inference_mode():
        ocr_flops()
