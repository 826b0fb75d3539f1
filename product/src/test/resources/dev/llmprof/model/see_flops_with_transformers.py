"""Runs the eyes of a small model of each type over one picture and prints the FLOPs that PyTorch's own counter sees, the
sides of the picture and the configuration: FLOPS WIDTH HEIGHT JSON. Usage: see_flops_with_transformers.py SEED < lines of
see_with_transformers.py

Views and grids are given as the processors make them of such a picture; Gemma 4's pooling, a product with a matrix
of ones and noughts, is left out, and so is the product that makes mllama's mask. Heads that SigLIP stores and layers
behind the one that is taken are run by transformers and by no server: here there are none of them."""
import json
import logging
import random
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import CONFIG_MAPPING, AutoModelForImageTextToText

SIZED = {kind: "grid" for kind in ("glm4v", "glm4v_moe", "glm46v", "qwen2_vl", "qwen2_5_vl", "qwen3_vl")}
chance = random.Random(int(sys.argv[1]))


def views(model, config, count):
    side = config.vision_config.image_size
    side = side if isinstance(side, int) else side[0]
    return torch.zeros(count, 3, side, side), side


def grid(vision, merge, frames):
    high, wide = (merge * chance.randint(2, 4) for _ in range(2))
    pixels = torch.zeros(high * wide, 3 * frames * vision.patch_size**2)
    return pixels, torch.tensor([[1, high, wide]]), (wide * vision.patch_size, high * vision.patch_size)


def seen(kind, model, config):
    """The sides of the picture, and the call that looks at it."""
    vision = config.vision_config
    if kind in ("llava", "gemma3", "paligemma"):
        pixels, side = views(model, config, 1)
        return (side, side), lambda: model.model.get_image_features(pixel_values=pixels)
    if kind == "internvl":
        # Two tiles beside each other, and the whole.
        pixels, side = views(model, config, 3)
        return (2 * side, side), lambda: model.model.get_image_features(pixel_values=pixels)
    if kind == "llama4":
        pixels, side = views(model, config, 3)
        return (2 * side, side), lambda: model.multi_modal_projector(model.vision_model(pixels).last_hidden_state)
    if kind in ("llava_next", "llava_onevision"):
        pixels, side = views(model, config, 5)
        config.image_grid_pinpoints = [[2 * side, 2 * side]]
        return (2 * side, 2 * side), lambda: model.model.get_image_features(
            pixel_values=pixels[None], image_sizes=torch.tensor([[2 * side, 2 * side]]))
    if kind in ("idefics3", "smolvlm"):
        # A square is brought to four tiles along each side, and the whole.
        pixels, side = views(model, config, 17)
        return (100, 100), lambda: model.model.get_image_features(
            pixel_values=pixels[None] + 1, pixel_attention_mask=torch.ones(1, 17, side, side, dtype=torch.bool))
    if kind in ("glm4v", "glm4v_moe", "glm46v", "qwen2_vl", "qwen2_5_vl", "qwen3_vl"):
        pixels, thw, sides = grid(vision, vision.spatial_merge_size, vision.temporal_patch_size)
        return sides, lambda: model.model.visual(pixels, grid_thw=thw)
    if kind == "kimi_k25":
        pixels, thw, sides = grid(vision, vision.merge_kernel_size[0], 1)
        pixels = pixels.view(-1, 3, vision.patch_size, vision.patch_size)
        return sides, lambda: model.model.get_image_features(pixels, image_grid_thw=thw)
    if kind == "mllama":
        side = vision.image_size
        ids = dict(aspect_ratio_ids=torch.tensor([[1]]), aspect_ratio_mask=torch.ones(1, 1, vision.max_num_tiles, dtype=torch.long))
        pixels = torch.zeros(1, 1, vision.max_num_tiles, 3, side, side)
        return (side, side), lambda: model.model.multi_modal_projector(
            model.model.vision_model(pixel_values=pixels, **ids).last_hidden_state)
    if kind == "gemma4":
        # A square of 280 positions at most is 16 by 16 of them, padded to 280.
        patches, along = 280 * vision.pooling_kernel_size**2, 16 * vision.pooling_kernel_size
        places = torch.stack(torch.meshgrid(torch.arange(along), torch.arange(along), indexing="xy"), -1).reshape(-1, 2)
        places = torch.cat([places, torch.full((patches - along**2, 2), -1)])
        pixels = torch.zeros(1, patches, 3 * vision.patch_size**2)
        return (640, 640), lambda: model.model.get_image_features(pixels, places[None])
    if kind == "gemma4_unified":
        # 16 by 16 squares and padding, as above; there is no tower to pool behind.
        places = torch.stack(torch.meshgrid(torch.arange(16), torch.arange(16), indexing="xy"), -1).reshape(-1, 2)
        places = torch.cat([places, torch.full((280 - 256, 2), -1)]).clamp(max=vision.mm_posemb_size - 1)
        pixels = torch.zeros(1, 280, 3 * vision.model_patch_size**2)
        return (640, 640), lambda: model.model.embed_vision(pixels, places[None])
    raise KeyError(kind)


def pooled(kind, config):
    if kind == "mllama":
        # The mask of what is padding is made by a product, too.
        vision = config.vision_config
        padded = -(-((vision.image_size // vision.patch_size) ** 2 + 1) // 8) * 8 * vision.max_num_tiles
        return 2 * padded * padded
    if kind != "gemma4":
        return 0
    vision = config.vision_config
    # And the angles of its rotary positions, which no tower of ours counts.
    patches = 280 * vision.pooling_kernel_size**2
    return 2 * 280 * patches * vision.hidden_size + 2 * patches * 2 * (vision.head_dim // 4)


for line in sys.stdin:
    chosen = json.loads(line.split(" ", 1)[1])
    kind = chosen["model_type"]
    chosen["preprocessor_config"] = {"size": {"shortest_edge": 1, "longest_edge": 10**9}} if "grid" in SIZED.get(kind, "") else {}
    if "vision_feature_layer" in CONFIG_MAPPING[kind]().to_dict():
        chosen["vision_feature_layer"] = -1
    if chosen["vision_config"].get("model_type", "").startswith("siglip"):
        chosen["vision_config"]["vision_use_head"] = False
    if kind == "gemma3":
        chosen["mm_tokens_per_image"] = 4
    try:
        config = CONFIG_MAPPING[kind](**json.loads(json.dumps({key: value for key, value in chosen.items() if key not in ("model_type", "preprocessor_config")})))
        config._attn_implementation = "eager"
        model = AutoModelForImageTextToText.from_config(config, attn_implementation="eager").eval()
        (wide, high), look = seen(kind, model, config)
        if kind in ("llava_next", "llava_onevision"):
            chosen["image_grid_pinpoints"] = config.image_grid_pinpoints
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            look()
        print(counter.get_total_flops() - pooled(kind, config), wide, high, json.dumps(chosen))
    except Exception as problem:
        print(kind, type(problem).__name__, str(problem).split("\n")[0][:160], file=sys.stderr)
