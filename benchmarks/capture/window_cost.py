"""What the default window costs a program: CPU time and peak memory, bare and recorded, in turn.

Others may be at work on the machine, so that sums of two runs say little. The cost is put together from the CPU time of each
step, which is held against the same step of the bare runs: medians of the steps in the window and of those after it, and
what comes once, when the recording stops and is written.

    python benchmarks/capture/window_cost.py [--layers 12] [--hidden 768] [--tokens 1000] [--requests 1] [--rounds 3]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HOOK = os.path.join(HERE, "../../product/src/main/resources/dev/llmprof/stage/workload/hook")
# As conf/config.yaml has it.
WINDOW = {
    "warmup": 1,
    "requests": 3,
    "steps": 64,
    "delay": 0,
    "duration": None,
    "max_bytes": 2_000_000_000,
    "start": "auto",
    "after": "continue",
}


def recorded(directory):
    settings = {
        "profile": True,
        "activities": ["cpu", "cuda"],
        "record_shapes": True,
        "profile_memory": False,
        "with_stack": False,
        "phases": True,
        "window": WINDOW,
        "directory": directory,
    }
    file = os.path.join(directory, "hook.settings")
    with open(file, "w", encoding="utf-8") as out:
        json.dump(settings, out)
    return {
        "PYTHONPATH": os.path.abspath(HOOK),
        "LLMPROF_HOOK": file,
        "KINETO_LOG_LEVEL": "99",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def measured(words, extra):
    """Seconds by the clock, of the CPU; peak megabytes; CPU seconds of each step."""
    begin = time.time()
    child = subprocess.Popen(words, stdout=subprocess.PIPE, env=dict(os.environ, **extra), text=True)
    steps = json.loads(child.stdout.read())
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit("the program ended with %d" % status)
    return time.time() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, steps


def by_step(rows):
    return [statistics.median(column) for column in zip(*(row[3] for row in rows))]


def told(bare, window, recorded_steps):
    """The parts of the cost in seconds: each step in the window, each after it, and once."""
    more = [after - before for before, after in zip(by_step(bare), by_step(window))]
    # The first step makes buffers, the one after the last stops and writes.
    inside = statistics.median(more[1:recorded_steps])
    outside = statistics.median(more[recorded_steps + 2 :])
    once = sum(more[recorded_steps : recorded_steps + 2]) - 2 * outside
    return inside, outside, once


def main():
    parser = argparse.ArgumentParser()
    for name, usual in (("layers", 12), ("hidden", 768), ("tokens", 1000), ("requests", 1), ("rounds", 3)):
        parser.add_argument("--" + name, type=int, default=usual)
    asked = parser.parse_args()
    words = [sys.executable, os.path.join(HERE, "generate.py")]
    words += [str(each) for each in (asked.layers, asked.hidden, asked.tokens, asked.requests)]
    rows = {"bare": [], "window": []}
    for number in range(asked.rounds):
        # Whatever drifts meets both: bare, window, window, bare …
        for name in ("bare", "window") if number % 2 == 0 else ("window", "bare"):
            with tempfile.TemporaryDirectory() as directory:
                rows[name].append(measured(words, recorded(directory) if name == "window" else {}))
    print("%-8s %8s %8s %8s" % ("", "wall s", "CPU s", "peak MB"))
    middle = {}
    for name, each in rows.items():
        middle[name] = [statistics.median(column) for column in list(zip(*each))[:3]]
        print("%-8s %8.1f %8.1f %8.0f" % (name, *middle[name]))
    bare = sum(by_step(rows["bare"]))
    most = min(WINDOW["steps"], asked.tokens)
    inside, outside, once = told(rows["bare"], rows["window"], most)
    # What was only tried is written when the program ends, after the last step.
    end = middle["window"][1] - sum(by_step(rows["window"])) - (middle["bare"][1] - bare)
    cost = most * inside + (asked.tokens - most) * outside + once + end
    print(
        "a step in the window %+.2f ms, after it %+.3f ms; stopping %.1f s, start and end %.1f s"
        % (1e3 * inside, 1e3 * outside, once, end)
    )
    print(
        "cost: %.1f s, %.1f %% of the %.1f CPU s to generate; %.0f MB more memory; medians of %d"
        % (cost, 100 * cost / bare, bare, middle["window"][2] - middle["bare"][2], asked.rounds)
    )


main()
