"""Marks prefill and decode from what the outermost module's forward is given."""

import threading
import time
import weakref


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


def marked(torch, mark, count, complain):
    """A `Module.__call__` that puts `mark(name)` around every outermost forward and tells `count` of it."""
    local = threading.local()
    call = torch.nn.Module.__call__
    compiling = torch.compiler.is_compiling

    def watched(self, *args, **kwargs):
        # First: the compiler decides this while it traces, and then sees nothing of the rest.
        if compiling() or getattr(local, "inside", False):
            return call(self, *args, **kwargs)
        try:
            if not hasattr(local, "forwards"):
                local.forwards = Forwards()
            found = local.forwards.read(self, args, kwargs)
        except Exception as error:
            found = None
            complain("a forward could not be read: %r" % (error,))
        if found is None:
            return call(self, *args, **kwargs)
        count.model(self)
        local.inside = True
        begin = time.perf_counter_ns()
        try:
            with mark(found.name):
                return call(self, *args, **kwargs)
        finally:
            local.inside = False
            count.forward(found, time.perf_counter_ns() - begin)

    return watched
