"""Generates a little, then ends the way its first argument says."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model

how = sys.argv[1]
print("generated", tiny_model.generate(), "tokens", flush=True)
if how == "os._exit":
    os._exit(7)
if how == "sys.exit":
    sys.exit(5)
if how == "exception":
    raise ValueError("on purpose")
if how == "fork":
    child = os.fork()
    if child == 0:
        tiny_model.generate()
        os._exit(0)
    os.waitpid(child, 0)
if how == "one-token":
    tiny_model.generate(prompt=1, tokens=3)
