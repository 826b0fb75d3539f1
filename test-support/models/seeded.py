"""Weights that a name, a position and a shape decide, so that Java and Python make the same without a file.

dev.llmprof.testing.SeededCheckpoint is the other side."""

import math

import numpy
import torch


def mixed(state):
    """SplitMix64's output for each state."""
    with numpy.errstate(over="ignore"):
        state = (state ^ (state >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return state ^ (state >> numpy.uint64(31))


def origin(name):
    """FNV-1a of the name."""
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return numpy.uint64(value)


def spread(name, shape):
    """Matrices keep the scale of what goes through them; one table of the vocabulary makes answers differ."""
    if len(shape) < 2:
        return 0.2
    inputs = 1
    for size in shape[1:]:
        inputs *= size
    return (3.0 if name == "lm_head.weight" else 1.0) * math.sqrt(12.0 / inputs)


def is_norm(name):
    return "norm" in name or ".neck.1." in name or ".neck.3." in name


def tensor(name, shape):
    count = 1
    for size in shape:
        count *= size
    with numpy.errstate(over="ignore"):
        steps = numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        drawn = mixed(origin(name) + steps)
    unit = (drawn >> numpy.uint64(40)).astype(numpy.float32) * numpy.float32(2.0**-24)
    values = (unit - numpy.float32(0.5)) * numpy.float32(spread(name, shape))
    if is_norm(name) and name.endswith("weight"):
        values = values + numpy.float32(1.0)
    return torch.from_numpy(values.astype(numpy.float32)).reshape(shape)


def picture(width, height):
    """Three bytes a pixel: slopes with edges across."""
    x = numpy.arange(width)[None, :, None]
    y = numpy.arange(height)[:, None, None]
    colour = numpy.arange(3)[None, None, :]
    return ((3 * x + 5 * y + 40 * colour + 97 * ((x // 13 + y // 9) % 3)) % 256).astype(numpy.uint8)
