"""Watches a PyTorch program from outside: llmprof puts this directory on PYTHONPATH.

Python imports a module of this name by itself when it starts. It waits until the program imports torch and then does
what its settings say: wrap the rest of the run in torch.profiler, mark prefill and decode, or both. It prints nothing,
changes no exit code, and when anything of its own goes wrong it writes that down and lets the program be.
"""

import os
import sys


def _chain():
    """Runs the sitecustomize that this one stands in front of, if there is one."""
    import importlib.machinery

    here = os.path.dirname(os.path.abspath(__file__))
    rest = [path for path in sys.path if os.path.abspath(path or ".") != here]
    sys.path[:] = rest
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", rest)
    if spec is not None and spec.loader is not None:
        import importlib.util

        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


try:
    if os.environ.get("LLMPROF_HOOK"):
        import llmprof_hook

        llmprof_hook.install(os.environ["LLMPROF_HOOK"])
except Exception:
    pass  # a program that llmprof cannot watch still runs; the stage says that no trace came
_chain()
