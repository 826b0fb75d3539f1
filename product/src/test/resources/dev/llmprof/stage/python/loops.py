"""A plain module in a loop; how often, how long to sleep at the end, and what to do about TERM are its arguments."""

import signal
import sys
import time

import torch

torch.set_num_threads(1)
times, seconds = int(sys.argv[1]), float(sys.argv[2])
if "handler" in sys.argv[3:]:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(9))
if "stubborn" in sys.argv[3:]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
print("handler", getattr(signal.getsignal(signal.SIGTERM), "__name__", signal.getsignal(signal.SIGTERM)), flush=True)
layer = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU())
with torch.inference_mode():
    for _ in range(times):
        layer(torch.ones(1, 8))
print("up", flush=True)
time.sleep(seconds)
