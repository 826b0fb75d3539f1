"""A forward on a device that writes down when it is waited for: the clock holds its work and no other's."""

import contextlib
import sys
import types

sys.path.insert(0, sys.argv[1])
from llmprof_hook import phases

said = []


class Module:
    def __call__(self, *args, **kwargs):
        said.append("forward")

    def forward(self, input_ids, past_key_values=None):
        pass


@contextlib.contextmanager
def mark(name):
    yield
    said.append("wait")


def nothing(*words):
    return None


torch = types.SimpleNamespace(
    nn=types.SimpleNamespace(Module=Module), compiler=types.SimpleNamespace(is_compiling=lambda: False)
)
watch = types.SimpleNamespace(
    settings={"phases": True, "profile": False},
    wait=lambda: said.append("wait"),
    mark=mark,
    summary=types.SimpleNamespace(
        model=nothing, note=said.append, forward=lambda found, nanos, profiled: said.append("%s %s" % (found.name, profiled))
    ),
    requests=types.SimpleNamespace(forward_begins=nothing),
    window=types.SimpleNamespace(recording=True, step_ends=nothing),
    recorder=types.SimpleNamespace(calls=0),
    presence=types.SimpleNamespace(here=nothing),
)
phases.marked(torch, watch)(Module(), types.SimpleNamespace(shape=(1, 5)))
print(", ".join(said))
