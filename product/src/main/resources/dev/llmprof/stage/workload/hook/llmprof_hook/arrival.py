"""Tells when a module has been loaded."""

import contextlib
import sys


class WhenItComes:
    """A finder that lets the others find a module, and is gone once that is there."""

    def __init__(self, name, loaded, during=contextlib.nullcontext):
        self.name = name
        self.loaded = loaded
        self.during = during

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        import importlib.util

        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        loader = spec.loader
        load = loader.exec_module

        def exec_module(module):
            del loader.exec_module
            with self.during():
                load(module)
            self.loaded(module)

        loader.exec_module = exec_module
        return spec
