"""Prints how many positions of a prompt pictures of random sizes take, as the processors of transformers count them:
TOKENS WIDTH HEIGHT JSON. Usage: picture_tokens_with_transformers.py SEED PICTURES

The processors need libraries for pictures; what counts positions does not. So the functions that count are taken
out of the installed sources and run by themselves, on what a preprocessor_config.json may say."""
import __future__
import ast
import json
import math
import pathlib
import random
import sys
from collections import defaultdict
from functools import lru_cache
from types import SimpleNamespace

import torch
import transformers

FOLDER = pathlib.Path(transformers.__file__).parent
TEXT = {"model_type": "llama"}
chance = random.Random(int(sys.argv[1]))


@lru_cache
def functions(*files):
    """All functions and methods of these files by name; those of later files win."""
    space = {"math": math, "torch": torch, "defaultdict": defaultdict, "lru_cache": lru_cache}
    for file in files:
        for node in ast.walk(ast.parse((FOLDER / file).read_text())):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []
                exec(compile(ast.Module([node], []), file, "exec", __future__.annotations.compiler_flag), space)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.targets[0], ast.Name):
                space[node.targets[0].id] = node.value.value
    return SimpleNamespace(**space)


def internvl(width, height):
    f = functions("models/got_ocr2/image_processing_got_ocr2.py")
    side, least, most = chance.choice([224, 448]), chance.choice([1, 2]), chance.choice([6, 12])
    own = SimpleNamespace(min_patches=least, max_patches=most, size={"height": side, "width": side}, crop_to_patches=True)
    views = f.get_number_of_image_patches(own, height, width)
    each = (side // 14 // 2) ** 2
    return 2 + each * views, {"vision_config": {"image_size": side, "patch_size": 14},
                              "preprocessor_config": {"min_patches": least, "max_patches": most}}


def llama4(width, height):
    f = functions("models/llama4/processing_llama4.py", "models/llama4/image_processing_llama4.py")
    most = chance.choice([4, 16])
    sizes = torch.tensor(f.find_supported_resolutions(most, SimpleNamespace(height=336, width=336)))
    high, wide = (f.get_best_fit((height, width), sizes) // 336).tolist()
    text = f._prompt_split_image(None, (high, wide), 144)
    return text.count("<|"), {"vision_config": {"image_size": 336, "patch_size": 14}, "preprocessor_config": {"max_patches": most}}


def llava_next(width, height):
    f = functions("image_processing_utils.py", "models/llava_next/processing_llava_next.py")
    pinpoints = chance.choice([[[336, 672], [672, 336], [672, 672], [1008, 336], [336, 1008]], [[672, 672], [336, 1344], [1344, 336]]])
    own = SimpleNamespace(image_processor=SimpleNamespace(image_grid_pinpoints=pinpoints), patch_size=14, num_additional_image_tokens=1)
    own._get_unpadded_features = lambda *sizes: f._get_unpadded_features(own, *sizes)
    tokens = f._get_number_of_features(own, height, width, 336, 336) - 1
    return tokens, {"vision_config": {"model_type": "clip_vision_model", "image_size": 336, "patch_size": 14},
                    "preprocessor_config": {"image_grid_pinpoints": pinpoints}}


def llava_onevision(width, height):
    f = functions("image_processing_utils.py", "models/llava_onevision/processing_llava_onevision.py")
    along, most = chance.choice([None, 2, 3, 6]), chance.choice([2, 4, 9])
    listed = [[384 * high, 384 * wide] for high in range(1, (along or 6) + 1) for wide in range(1, (along or 6) + 1)]
    own = SimpleNamespace(image_processor=SimpleNamespace(image_grid_pinpoints=listed), num_image_tokens=729,
                          vision_aspect_ratio=f"anyres_max_{most}")
    own._get_unpadded_features = lambda *sizes: f._get_unpadded_features(own, *sizes)
    tokens = f._get_number_of_features(own, height, width, 384, 384)
    return tokens, {"vision_config": {"model_type": "siglip_vision_model", "image_size": 384, "patch_size": 14},
                    "vision_aspect_ratio": f"anyres_max_{most}",
                    "preprocessor_config": {"image_grid_pinpoints": listed} if along else {}}


def smolvlm(width, height):
    f = functions("models/idefics3/image_processing_idefics3.py")
    side = chance.choice([364, 384, 512])
    own = SimpleNamespace(do_image_splitting=True, max_image_size={"longest_edge": side}, size={"longest_edge": 4 * side})
    _, rows, columns = f.get_number_of_image_patches(own, height, width)
    each = (side // 14) ** 2 // 4
    tokens = each + 3 + rows * ((each + 2) * columns + 1)
    return tokens, {"scale_factor": 2, "vision_config": {"image_size": side, "patch_size": 14},
                    "preprocessor_config": {"size": {"longest_edge": 4 * side}, "max_image_size": {"longest_edge": side}}}


def glm4v(width, height):
    f = functions("models/glm4v/image_processing_glm4v.py")
    least, most = 12544, chance.choice([9633792, 11760000])
    high, wide = f.smart_resize(2, height, width, 2, 28, least, most)
    return high * wide // 784, {"text_config": {"model_type": "glm4v_text"}, "vision_config": {"patch_size": 14},
                                "preprocessor_config": {"size": {"shortest_edge": least, "longest_edge": most}}}


def kimi_k25(width, height):
    f = functions("models/kimi_k25/image_processing_kimi_k25.py")
    most = chance.choice([4096, 16384])
    _, (high, wide) = f.navit_resize(height, width, 14, 2, most, 512)
    return high * wide // 784, {"text_config": {"model_type": "deepseek_v3"}, "vision_config": {"patch_size": 14},
                                "preprocessor_config": {"media_proc_cfg": {"in_patch_limit": most, "patch_limit_on_one_side": 512}}}


def gemma4(width, height):
    f = functions("models/gemma4/image_processing_gemma4.py")
    most = chance.choice([70, 280, 1120])
    high, wide = f.get_aspect_ratio_preserving_size(height, width, 16, 9 * most, 3)
    return high * wide // 48**2 + 2, {"text_config": {"model_type": "gemma4_text"}, "vision_config": {"patch_size": 16},
                                      "preprocessor_config": {"max_soft_tokens": most}}


def gemma4_unified(width, height):
    f = functions("models/gemma4_unified/image_processing_gemma4_unified.py")
    most = chance.choice([70, 280, 1120])
    high, wide = f.get_aspect_ratio_preserving_size(height, width, 16, 9 * most, 3)
    return high * wide // 48**2 + 2, {"text_config": {"model_type": "gemma4_unified_text"}, "vision_config": {"patch_size": 16},
                                      "preprocessor_config": {"max_soft_tokens": most}}


for count in (internvl, llama4, llava_next, llava_onevision, smolvlm, glm4v, kimi_k25, gemma4, gemma4_unified):
    for _ in range(int(sys.argv[2])):
        sides = [int(math.exp(chance.uniform(math.log(30), math.log(6000)))) for _ in range(2)]
        if max(sides) / min(sides) < 150:
            tokens, config = count(*sides)
            text = {"model_type": "llama4_text"} if count is llama4 else TEXT
            print(tokens, *sides, json.dumps({"model_type": count.__name__, "text_config": text, **config}))
