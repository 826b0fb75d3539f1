"""Begins to work long after it imported torch: with a module, or without any."""

import sys
import time

import torch

began = time.monotonic()
if sys.argv[1] == "module":
    time.sleep(3)
    net = torch.nn.ReLU()
    for _ in range(6):
        net(torch.ones(4))
else:
    while time.monotonic() - began < 6:
        torch.matmul(torch.ones(4, 4), torch.ones(4, 4))
        time.sleep(0.01)
print("done")
