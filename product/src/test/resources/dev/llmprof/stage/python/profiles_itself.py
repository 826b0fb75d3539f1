import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch
import tiny_model

with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as own:
    tiny_model.generate()
print("own events", len(own.key_averages()) > 0)
