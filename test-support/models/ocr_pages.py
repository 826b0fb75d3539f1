"""What DeepSeek-OCR sees of a page: Pillow's resampling, padding and tiles, in plain integers."""

import math

import numpy
import torch

GREY = 127


def cubic(x):
    x = abs(x)
    if x < 1:
        return (1.5 * x - 2.5) * x * x + 1
    return ((-0.5 * x + 2.5) * x - 4) * x + 2 if x < 2 else 0.0


def along_rows(picture, size):
    """Pillow's BICUBIC along the first axis: weights in 22 bits, results rounded to bytes."""
    have = picture.shape[0]
    if have == size:
        return picture
    scale = have / size
    stretch = max(scale, 1.0)
    rows = []
    for i in range(size):
        centre = (i + 0.5) * scale
        low = max(int(centre - 2 * stretch + 0.5), 0)
        high = min(int(centre + 2 * stretch + 0.5), have)
        weights = [cubic((j - centre + 0.5) / stretch) for j in range(low, high)]
        total = sum(weights)
        fixed = numpy.array([int(w / total * 2**22 + (0.5 if w >= 0 else -0.5)) for w in weights], dtype=numpy.int64)
        row = (fixed[:, None, None] * picture[low:high].astype(numpy.int64)).sum(0) + 2**21
        rows.append(numpy.clip(row >> 22, 0, 255))
    return numpy.stack(rows).astype(numpy.uint8)


def resized(picture, width, height):
    flat = along_rows(picture.transpose(1, 0, 2), width).transpose(1, 0, 2)
    return along_rows(flat, height)


def padded(picture, size):
    height, width = picture.shape[:2]
    if width > height:
        fitted = (size, round(height / width * size))
    else:
        fitted = (round(width / height * size), size)
    inner = resized(picture, *fitted)
    outer = numpy.full((size, size, 3), GREY, dtype=numpy.uint8)
    x, y = round((size - fitted[0]) * 0.5), round((size - fitted[1]) * 0.5)
    outer[y : y + fitted[1], x : x + fitted[0]] = inner
    return outer


def views(picture, base, tile, cropped, most):
    """The whole page, its tiles and their grid (wide, high)."""
    height, width = picture.shape[:2]
    if not cropped:
        return padded(resized(picture, tile, tile) if tile <= 640 else picture, tile), [], (1, 1)
    whole = padded(picture, base)
    if width <= tile and height <= tile:
        return whole, [], (1, 1)
    grids = [(w, h) for w in range(1, most + 1) for h in range(1, most + 1) if 2 <= w * h <= most]
    best, closest = (1, 1), math.inf
    for grid in sorted(grids, key=lambda g: g[0] * g[1]):
        apart = abs(width / height - grid[0] / grid[1])
        if apart < closest or (apart == closest and width * height > 0.5 * tile * tile * grid[0] * grid[1]):
            best, closest = grid, apart
    wide, high = best
    large = resized(picture, tile * wide, tile * high)
    cut = [large[r * tile : (r + 1) * tile, c * tile : (c + 1) * tile] for r in range(high) for c in range(wide)]
    return whole, cut, best


def pixels(pictures):
    stacked = torch.from_numpy(numpy.stack(pictures)).permute(0, 3, 1, 2).float()
    return ((stacked / 255 - 0.5) / 0.5).contiguous()
