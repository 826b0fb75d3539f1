"""Tells when torch has been loaded."""

import sys


class WhenTorchComes:
    """A finder that lets the others find torch, and is gone once torch is there."""

    def __init__(self, watch):
        self.watch = watch

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
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
            with self.watch.silence():
                load(module)
            self.watch.start(module)

        loader.exec_module = exec_module
        return spec
