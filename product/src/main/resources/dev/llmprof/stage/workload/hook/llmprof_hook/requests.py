"""Where requests begin and end: the outermost `generate`, or a forward with an empty cache."""

import functools
import threading

MODULE = "transformers.generation.utils"


class Requests:
    def __init__(self, window):
        self.window = window
        self.local = threading.local()

    def generate_begins(self):
        depth = getattr(self.local, "depth", 0)
        self.local.depth = depth + 1
        if depth == 0:
            self._next()

    def generate_ends(self):
        self.local.depth -= 1
        if self.local.depth == 0:
            self._close()

    def forward_begins(self, found):
        if found is not None and found.begins and getattr(self.local, "depth", 0) == 0:
            self._next()
        self.window.step_begins()

    def _next(self):
        self._close()
        self.local.open = (self.window.request_begins(),)

    def _close(self):
        request, self.local.open = getattr(self.local, "open", None), None
        if request is not None:
            self.window.request_ends(request[0])


def patch(torch, module, patches, current):
    """`current` gives the requests of this process: a forked one has its own."""
    generate = module.GenerationMixin.generate
    compiling = torch.compiler.is_compiling

    @functools.wraps(generate)
    def counted(self, *args, **kwargs):
        if compiling():
            return generate(self, *args, **kwargs)
        requests = current()
        requests.generate_begins()
        try:
            return generate(self, *args, **kwargs)
        finally:
            requests.generate_ends()

    patches.replace(module.GenerationMixin, "generate", counted)
