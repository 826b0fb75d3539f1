"""Two ranks that generate and talk over gloo."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch
import torch.distributed as distributed

import tiny_model

distributed.init_process_group("gloo")
tiny_model.generate(tokens=2 + distributed.get_rank())
sum_of_ranks = torch.tensor([distributed.get_rank() + 1])
distributed.all_reduce(sum_of_ranks)
distributed.destroy_process_group()
sys.exit(0 if sum_of_ranks.item() == 3 else 1)
