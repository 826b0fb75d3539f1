"""Tells when a module has been loaded."""

import contextlib
import sys


class WhenItComes:
    """A finder that lets the others find a module, and is gone once that is there.

    A program may only look whether the module could be imported: what it is given then is thrown away, and we stay.
    """

    def __init__(self, name, loaded, during=contextlib.nullcontext):
        self.name = name
        self.loaded = loaded
        self.during = during
        self.looking = False

    def find_spec(self, name, path=None, target=None):
        if name != self.name or self.looking:
            return None
        import importlib.util

        self.looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.looking = False
        if spec is None or spec.loader is None:
            return spec
        loader = spec.loader
        load = loader.exec_module

        def exec_module(module):
            del loader.exec_module
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            with self.during():
                load(module)
            self.loaded(module)

        loader.exec_module = exec_module
        return spec
