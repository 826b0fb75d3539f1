"""DeepSeek-OCR in plain PyTorch, for what an engine must compute: SAM, CLIP, projector, decoder.

Written for reading, without a cache and without tricks. `weights` maps the checkpoint's names to tensors."""

import math

import torch
import torch.nn.functional as F

WINDOW = 14


# ---- SAM --------------------------------------------------------------------------------------------------------


def layer_norm(x, w, name, eps):
    return F.layer_norm(x, x.shape[-1:], w[name + ".weight"], w[name + ".bias"], eps)


def linear(x, w, name):
    return F.linear(x, w[name + ".weight"], w.get(name + ".bias"))


def resampled_grid(table, size):
    """(n, n, width) to (size, size, width)."""
    if table.shape[0] == size:
        return table
    moved = table.permute(2, 0, 1)[None].float()
    return F.interpolate(moved, (size, size), mode="bicubic", antialias=True, align_corners=False)[0].permute(1, 2, 0)


def relative(table, size):
    """One row of the table for each pair of positions: (size, size, head)."""
    if table.shape[0] != 2 * size - 1:
        table = F.interpolate(table.t()[None], 2 * size - 1, mode="linear", align_corners=False)[0].t()
    at = torch.arange(size, device=table.device)
    return table[at[:, None] - at[None, :] + size - 1]


def sam_attention(x, w, name, heads):
    batch, high, wide, width = x.shape
    head = width // heads
    qkv = linear(x, w, name + ".qkv").reshape(batch, high * wide, 3, heads, head).permute(2, 0, 3, 1, 4)
    q, k, v = qkv[0], qkv[1], qkv[2]
    grid = q.reshape(batch * heads, high, wide, head)
    rows = torch.einsum("bhwc,hkc->bhwk", grid, relative(w[name + ".rel_pos_h"], high))
    columns = torch.einsum("bhwc,wkc->bhwk", grid, relative(w[name + ".rel_pos_w"], wide))
    bias = (rows[..., :, None] + columns[..., None, :]).reshape(batch, heads, high * wide, high * wide)
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    return linear(out.transpose(1, 2).reshape(batch, high, wide, width), w, name + ".proj")


def windowed(x, attend):
    batch, high, wide, width = x.shape
    right, below = -wide % WINDOW, -high % WINDOW
    x = F.pad(x, (0, 0, 0, right, 0, below))
    rows, columns = x.shape[1] // WINDOW, x.shape[2] // WINDOW
    cut = x.reshape(batch, rows, WINDOW, columns, WINDOW, width).transpose(2, 3).reshape(-1, WINDOW, WINDOW, width)
    back = attend(cut).reshape(batch, rows, columns, WINDOW, WINDOW, width).transpose(2, 3)
    return back.reshape(batch, rows * WINDOW, columns * WINDOW, width)[:, :high, :wide]


def channel_norm(x, w, name):
    return layer_norm(x.permute(0, 2, 3, 1), w, name, 1e-6).permute(0, 3, 1, 2)


def sam(x, w, config):
    sizes = config["vision_config"]["width"]["sam_vit_b"]
    name = "model.sam_model."
    x = F.conv2d(x, w[name + "patch_embed.proj.weight"], w[name + "patch_embed.proj.bias"], stride=16)
    x = x.permute(0, 2, 3, 1)
    x = x + resampled_grid(w[name + "pos_embed"][0], x.shape[1])
    for i in range(sizes["layers"]):
        block = f"{name}blocks.{i}"
        attend = lambda part: sam_attention(part, w, block + ".attn", sizes["heads"])
        normed = layer_norm(x, w, block + ".norm1", 1e-6)
        x = x + (attend(normed) if i in sizes["global_attn_indexes"] else windowed(normed, attend))
        inner = F.gelu(linear(layer_norm(x, w, block + ".norm2", 1e-6), w, block + ".mlp.lin1"))
        x = x + linear(inner, w, block + ".mlp.lin2")
    x = F.conv2d(x.permute(0, 3, 1, 2), w[name + "neck.0.weight"])
    x = F.conv2d(channel_norm(x, w, name + "neck.1"), w[name + "neck.2.weight"], padding=1)
    x = channel_norm(x, w, name + "neck.3")
    x = F.conv2d(x, w[name + "net_2.weight"], stride=2, padding=1)
    return F.conv2d(x, w[name + "net_3.weight"], stride=2, padding=1)


# ---- CLIP and projector -----------------------------------------------------------------------------------------


def clip(seen, w, config):
    sizes = config["vision_config"]["width"]["clip-l-14-224"]
    name = "model.vision_model."
    batch, width, grid, _ = seen.shape
    table = w[name + "embeddings.position_embedding.weight"]
    side = math.isqrt(table.shape[0] - 1)
    places = resampled_grid(table[1:].reshape(side, side, width), grid).reshape(grid * grid, width)
    start = w[name + "embeddings.class_embedding"].reshape(1, 1, width).expand(batch, 1, width)
    x = torch.cat([start, seen.flatten(2).transpose(1, 2)], 1) + torch.cat([table[:1], places])
    x = layer_norm(x, w, name + "pre_layrnorm", 1e-5)
    heads = sizes["heads"]
    for i in range(sizes["layers"]):
        block = f"{name}transformer.layers.{i}"
        qkv = linear(layer_norm(x, w, block + ".layer_norm1", 1e-5), w, block + ".self_attn.qkv_proj")
        q, k, v = qkv.reshape(batch, -1, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        out = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
        x = x + linear(out, w, block + ".self_attn.out_proj")
        inner = linear(layer_norm(x, w, block + ".layer_norm2", 1e-5), w, block + ".mlp.fc1")
        x = x + linear(inner * torch.sigmoid(1.702 * inner), w, block + ".mlp.fc2")
    return x


def encoded(pictures, w, config):
    """What SAM, CLIP and the projector give for views of one size."""
    seen = sam(pictures, w, config)
    read = clip(seen, w, config)
    joined = torch.cat([read[:, 1:], seen.flatten(2).transpose(1, 2)], -1)
    return seen, read, linear(joined, w, "model.projector.layers")


def with_newlines(mosaic, w):
    rows, _, hidden = mosaic.shape
    return torch.cat([mosaic, w["model.image_newline"].expand(rows, 1, hidden)], 1).reshape(-1, hidden)


def features(whole, tiles, grid, w):
    """Tiles as one mosaic, then the page, then the separator."""
    side = math.isqrt(whole.shape[1])
    hidden = whole.shape[2]
    parts = []
    if tiles is not None:
        wide, high = grid
        q = math.isqrt(tiles.shape[1])
        mosaic = tiles.reshape(high, wide, q, q, hidden).transpose(1, 2).reshape(high * q, wide * q, hidden)
        parts.append(with_newlines(mosaic, w))
    parts.append(with_newlines(whole.reshape(side, side, hidden), w))
    return torch.cat(parts + [w["model.view_seperator"][None]])


# ---- decoder ----------------------------------------------------------------------------------------------------


def rms_norm(x, weight):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * weight


def angles(like, from_position):
    """Of each position and half a head, as one product: what the published model does in every layer."""
    head = like.shape[-1]
    turns = 10000.0 ** -(torch.arange(0, head, 2, dtype=torch.float32, device=like.device) / head)
    at = torch.arange(from_position, from_position + like.shape[-2], dtype=torch.float32, device=like.device)
    return torch.cat([at[:, None] @ turns[None, :]] * 2, -1)


def rotated(x, turned):
    half = x.shape[-1] // 2
    return x * turned.cos() + torch.cat([-x[..., half:], x[..., :half]], -1) * turned.sin()


def gated(x, w, name):
    inner = F.silu(F.linear(x, w[name + "gate_proj.weight"])) * F.linear(x, w[name + "up_proj.weight"])
    return F.linear(inner, w[name + "down_proj.weight"])


def mixture(x, w, name, config):
    """Returns the sum of the chosen experts and the smallest gap between a chosen and a rejected one."""
    shares = F.linear(x, w[name + "gate.weight"]).softmax(-1)
    most = config["num_experts_per_tok"]
    best = shares.topk(most + 1, -1)
    out = gated(x, w, name + "shared_experts.")
    for expert in range(config["n_routed_experts"]):
        chosen = best.indices[:, :most] == expert
        rows = chosen.any(-1).nonzero()[:, 0]
        if len(rows):
            share = (best.values[:, :most] * chosen).sum(-1)[rows, None]
            out = out.index_add(0, rows, share * gated(x[rows], w, f"{name}experts.{expert}."))
    return out, (best.values[:, most - 1] - best.values[:, most]).min().item()


def decoded(x, w, config, mixture=mixture, before=0):
    """Logits of every position, and the smallest gap of the routers. With positions `before`, whose keys are taken
    for zero, only the work is that of a step; the answer is of no use."""
    heads = config["num_attention_heads"]
    length, hidden = x.shape
    gap = math.inf
    for i in range(config["num_hidden_layers"]):
        name = f"model.layers.{i}."
        normed = rms_norm(x, w[name + "input_layernorm.weight"])
        q, k, v = (
            F.linear(normed, w[f"{name}self_attn.{part}_proj.weight"]).reshape(length, heads, -1).transpose(0, 1)
            for part in "qkv"
        )
        turned = angles(q, before)
        q, k = rotated(q, turned), rotated(k, turned)
        if before:
            k, v = (F.pad(part, (0, 0, before, 0)) for part in (k, v))
        out = F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=before == 0)[0]
        x = x + F.linear(out.transpose(0, 1).reshape(length, hidden), w[name + "self_attn.o_proj.weight"])
        normed = rms_norm(x, w[name + "post_attention_layernorm.weight"])
        if i < config["first_k_dense_replace"]:
            x = x + gated(normed, w, name + "mlp.")
        else:
            more, nearest = mixture(normed, w, name + "mlp.", config)
            x, gap = x + more, min(gap, nearest)
    return F.linear(rms_norm(x, w["model.norm.weight"]), w["lm_head.weight"]), gap


# ---- checkpoint -------------------------------------------------------------------------------------------------


def shapes(config):
    """Every tensor of a checkpoint, as the published one names them."""
    eyes = config["vision_config"]["width"]
    found = {}

    def matrix(name, inputs, outputs):
        found[name + ".weight"] = [outputs, inputs]
        found[name + ".bias"] = [outputs]

    def norm(name, width):
        found[name + ".weight"] = [width]
        found[name + ".bias"] = [width]

    def three(name, inner):
        for part in ("gate_proj", "up_proj"):
            found[f"{name}{part}.weight"] = [inner, hidden]
        found[name + "down_proj.weight"] = [hidden, inner]

    sam, width = eyes["sam_vit_b"], eyes["sam_vit_b"]["width"]
    grid = config["vision_config"]["image_size"] // 16
    neck = sam.get("neck_channels", 256)
    first, last = sam["downsample_channels"]
    name = "model.sam_model."
    found[name + "pos_embed"] = [1, grid, grid, width]
    found[name + "patch_embed.proj.weight"] = [width, 3, 16, 16]
    found[name + "patch_embed.proj.bias"] = [width]
    for i in range(sam["layers"]):
        block = f"{name}blocks.{i}."
        rows = 2 * (grid if i in sam["global_attn_indexes"] else WINDOW) - 1
        found[block + "attn.rel_pos_h"] = found[block + "attn.rel_pos_w"] = [rows, width // sam["heads"]]
        norm(block + "norm1", width)
        norm(block + "norm2", width)
        matrix(block + "attn.qkv", width, 3 * width)
        matrix(block + "attn.proj", width, width)
        matrix(block + "mlp.lin1", width, 4 * width)
        matrix(block + "mlp.lin2", 4 * width, width)
    found[name + "neck.0.weight"] = [neck, width, 1, 1]
    norm(name + "neck.1", neck)
    found[name + "neck.2.weight"] = [neck, neck, 3, 3]
    norm(name + "neck.3", neck)
    found[name + "net_2.weight"] = [first, neck, 3, 3]
    found[name + "net_3.weight"] = [last, first, 3, 3]

    clip, width = eyes["clip-l-14-224"], eyes["clip-l-14-224"]["width"]
    name = "model.vision_model."
    side = clip["image_size"] // clip["patch_size"]
    found[name + "embeddings.class_embedding"] = [width]
    found[name + "embeddings.patch_embedding.weight"] = [width, 3, clip["patch_size"], clip["patch_size"]]
    found[name + "embeddings.position_embedding.weight"] = [1 + side * side, width]
    norm(name + "pre_layrnorm", width)
    for i in range(clip["layers"]):
        block = f"{name}transformer.layers.{i}."
        norm(block + "layer_norm1", width)
        norm(block + "layer_norm2", width)
        matrix(block + "self_attn.qkv_proj", width, 3 * width)
        matrix(block + "self_attn.out_proj", width, width)
        matrix(block + "mlp.fc1", width, 4 * width)
        matrix(block + "mlp.fc2", 4 * width, width)

    hidden = config["hidden_size"]
    matrix("model.projector.layers", config["projector_config"]["input_dim"], hidden)
    for part in ("image_newline", "view_seperator", "norm.weight"):
        found["model." + part] = [hidden]
    for part in ("model.embed_tokens.weight", "lm_head.weight"):
        found[part] = [config["vocab_size"], hidden]
    for i in range(config["num_hidden_layers"]):
        layer = f"model.layers.{i}."
        found[layer + "input_layernorm.weight"] = found[layer + "post_attention_layernorm.weight"] = [hidden]
        for part in "qkvo":
            found[f"{layer}self_attn.{part}_proj.weight"] = [hidden, hidden]
        if i < config["first_k_dense_replace"]:
            three(layer + "mlp.", config["intermediate_size"])
        else:
            found[layer + "mlp.gate.weight"] = [config["n_routed_experts"], hidden]
            for expert in range(config["n_routed_experts"]):
                three(f"{layer}mlp.experts.{expert}.", config["moe_intermediate_size"])
            three(layer + "mlp.shared_experts.", config["n_shared_experts"] * config["moe_intermediate_size"])
    return dict(sorted(found.items()))
