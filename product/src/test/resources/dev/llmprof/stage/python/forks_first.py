"""Forks before torch is there; parent and child each import it and generate."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
child = os.fork()
import tiny_model

tiny_model.generate(tokens=2 if child == 0 else 3)
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
