"""Marks prefill and decode from what the outermost module's forward is given."""

import threading
import time
import weakref

from .recording import count_call


class Forward:
    """What one forward of a language model is: `prefill` or `decode`, for how many sequences and new tokens each."""

    __slots__ = ("name", "sequences", "tokens", "begins")

    def __init__(self, name, sequences, tokens, begins):
        self.name = name
        self.sequences = sequences
        self.tokens = tokens
        self.begins = begins


class Forwards:
    """Tells what a call of a module is, or None for one that is no language model."""

    _TOKENS = ("input_ids", "inputs_embeds")

    def __init__(self):
        self.places = {}
        self.cache = _nothing

    def read(self, module, args, kwargs):
        places = self._places(module)
        if not any(name in places or name in kwargs for name in self._TOKENS):
            return None
        tokens = kwargs.get("decoder_input_ids")
        for name in self._TOKENS:
            tokens = self._value(name, places, args, kwargs) if tokens is None else tokens
        shape = getattr(tokens, "shape", None)
        if shape is None or len(shape) < 2:
            return None
        return self._forward(int(shape[0]), int(shape[1]), self._value("past_key_values", places, args, kwargs))

    def _forward(self, sequences, tokens, past):
        # A static cache keeps its length on the device; asking for it there would stop the program at every step.
        if tokens == 1 and (past is None or past is self.cache()):
            return Forward("decode", sequences, tokens, False)
        seen = _length(past)
        self.cache = _weakly(past)
        decoding = tokens == 1 and seen > 0
        return Forward("decode" if decoding else "prefill", sequences, tokens, seen == 0)

    def _places(self, module):
        # torch.compile wraps a module in one that takes anything.
        model = getattr(module, "_orig_mod", module)
        kind = type(model)
        places = self.places.get(kind)
        if places is None:
            places = self.places[kind] = _parameters(kind, self._TOKENS + ("past_key_values",))
        return places

    @staticmethod
    def _value(name, places, args, kwargs):
        if kwargs.get(name) is not None:
            return kwargs[name]
        place = places.get(name)
        return args[place] if place is not None and place < len(args) else None


def _nothing():
    return None


def _weakly(past):
    """A program's cache must be free to go when the program lets it; the tuples of old cannot be watched so."""
    try:
        return weakref.ref(past)
    except TypeError:
        return _nothing


def _parameters(kind, wanted):
    import inspect

    try:
        names = list(inspect.signature(kind.forward).parameters)[1:]
    except (TypeError, ValueError):
        return {}
    return {name: names.index(name) for name in wanted if name in names}


def _length(past):
    """How many tokens a cache holds."""
    if past is None:
        return 0
    if hasattr(past, "get_seq_length"):
        return int(past.get_seq_length())
    try:
        return int(past[0][0].shape[-2])
    except (IndexError, TypeError, AttributeError):
        return 0


class _Local(threading.local):
    inside = False


def marked(torch, watch):
    """A `Module.__call__` that tells `watch` of every outermost forward and marks those of language models."""
    local = _Local()
    call = torch.nn.Module.__call__
    compiling = torch.compiler.is_compiling
    marks = watch.settings["phases"]

    def read(module, args, kwargs):
        try:
            if not hasattr(local, "forwards"):
                local.forwards = Forwards()
            return local.forwards.read(module, args, kwargs)
        except Exception as error:
            watch.summary.note("a forward could not be read: %r" % (error,))
            return None

    def timed(found, module, args, kwargs):
        watch.summary.model(module, torch)
        # What was launched before is not this forward's.
        watch.wait()
        begin = time.perf_counter_ns()
        try:
            with watch.mark(found.name):
                return call(module, *args, **kwargs)
        finally:
            profiled = watch.settings["profile"] and watch.window.recording
            watch.summary.forward(found, time.perf_counter_ns() - begin, profiled)

    # Every module of a program is called here; a signature without `self` spares a copy of the arguments.
    def watched(*args, **kwargs):
        # First: the compiler decides this while it traces, and then sees nothing of the rest.
        if compiling():
            return call(*args, **kwargs)
        if local.inside:
            count_call()
            return call(*args, **kwargs)
        local.inside = True
        try:
            found = read(args[0], args[1:], kwargs)
            watch.requests.forward_begins(found)
            if found is None or not marks:
                return call(*args, **kwargs)
            return timed(found, args[0], args[1:], kwargs)
        finally:
            local.inside = False
            watch.presence.here(False)
            watch.window.step_ends()

    return watched
