"""Looks whether torch could be imported before it imports it, as transformers does."""

import importlib.util
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
print("torch", importlib.util.find_spec("torch") is not None)
import tiny_model

tiny_model.generate(tokens=4)
