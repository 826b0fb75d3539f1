"""Ranks over gloo, with a delay of known size on a known rank, under torch.profiler.

    torchrun --nproc-per-node 4 late.py DIR KIND [STEPS] [DELAY_MS]

KIND is where the delay is: none, sleep, compute, group, pipeline. Each rank writes DIR/trace_rankN.json;
rank 0 writes DIR/truth.json, with the rank to blame and its mean delay as the program itself timed it.
"""
import json
import os
import sys
import time

import torch
import torch.distributed as dist
from torch.profiler import ProfilerActivity, profile

LATE_RANK = 1


def measured(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def busy(seconds, matrix):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        torch.mm(matrix, matrix)


def main(folder, kind, steps, delay):
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.set_num_threads(1)
    # Tensor parallel in pairs, pipeline across them; every rank makes all groups, in the same order.
    tensor = [dist.new_group([0, 1], group_desc="tp"), dist.new_group([2, 3], group_desc="tp")][rank // 2]
    stages = [dist.new_group([0, 2], group_desc="pp"), dist.new_group([1, 3], group_desc="pp")][rank % 2]
    data = torch.ones(1 << 14)
    matrix = torch.randn(96, 96)
    delays = []

    def late():
        if rank != LATE_RANK or kind == "none":
            return
        delays.append(measured(lambda: busy(delay, matrix) if kind == "compute" else time.sleep(delay)))

    def step():
        torch.mm(matrix, matrix)
        if kind in ("sleep", "compute", "none"):
            late()
            dist.all_reduce(data)
        elif kind == "group":
            late()
            dist.all_reduce(data, group=tensor)
            dist.all_reduce(data)
        else:
            late()
            dist.all_reduce(data, group=tensor)
            if rank < 2:
                dist.send(data, rank + 2, group=stages)
            else:
                dist.recv(data, rank - 2, group=stages)
            dist.all_reduce(data, group=tensor)
            dist.barrier()
        data.fill_(1)

    for _ in range(3):
        step()
    delays.clear()
    dist.barrier()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
        dist.barrier()
        for _ in range(steps):
            step()
    os.makedirs(folder, exist_ok=True)
    profiler.export_chrome_trace(f"{folder}/trace_rank{rank}.json")
    if rank == LATE_RANK:
        mean = sum(delays) / len(delays) if delays else 0
        with open(f"{folder}/truth.json", "w", encoding="utf-8") as file:
            json.dump({"kind": kind, "rank": rank, "steps": steps, "mean_ns": round(mean * 1e9)}, file)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main(
        sys.argv[1],
        sys.argv[2],
        int(sys.argv[3]) if len(sys.argv) > 3 else 40,
        (float(sys.argv[4]) if len(sys.argv) > 4 else 40) / 1000,
    )
