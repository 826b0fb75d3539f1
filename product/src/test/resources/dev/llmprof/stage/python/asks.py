"""Generates as often as its first argument says; the rest of its words come between: `usr2`, `killed-child`."""

import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model

for number in range(int(sys.argv[1])):
    tiny_model.generate(tokens=4)
    if "usr2" in sys.argv:
        os.kill(os.getpid(), signal.SIGUSR2)
if "killed-child" in sys.argv:
    child = os.fork()
    if child == 0:
        tiny_model.generate()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
print("done", flush=True)
