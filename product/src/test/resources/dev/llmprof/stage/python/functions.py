"""PyTorch without a module."""

import torch

torch.set_num_threads(1)
for _ in range(3):
    torch.ones(4, 4) @ torch.ones(4, 4)
print("done")
