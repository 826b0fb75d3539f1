"""Watches a PyTorch program from outside: llmprof puts this directory on PYTHONPATH.

Python imports a module of this name by itself when it starts. It waits until the program imports torch, wraps the rest
of the run in torch.profiler and marks prefill and decode. It prints nothing, changes no exit code, and when anything of
its own goes wrong it writes that down and lets the program be.
"""

import os
import sys

_SETTINGS = "LLMPROF_HOOK"


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


class _WhenTorchComes:
    """A finder that lets torch be found by the others and tells when it has been loaded."""

    def __init__(self, then):
        self.then = then

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        import importlib.util

        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            self.then(module)

        spec.loader.exec_module = exec_module
        return spec


class _Hook:
    """One process under the profiler."""

    def __init__(self, settings):
        self.settings = settings
        self.pid = os.getpid()
        self.torch = None
        self.profiler = None
        self.starting = False
        self.done = False
        self.exit = os._exit
        self.restore = []
        self.notes = []
        self.requests = []

    def start(self, torch):
        try:
            self.torch = torch
            self._watch_end()
            self._watch_rivals()
            if self.settings["phases"]:
                self._mark_phases()
            self._start_profiler()
        except Exception as error:
            self._give_up("the profiler could not be started: %r" % (error,))

    def _start_profiler(self):
        import torch.profiler as profiler

        known = profiler.supported_activities()
        wanted = {"cpu": profiler.ProfilerActivity.CPU, "cuda": profiler.ProfilerActivity.CUDA}
        chosen = [wanted[name] for name in self.settings["activities"] if name in wanted and wanted[name] in known]
        if "cuda" in self.settings["activities"] and profiler.ProfilerActivity.CUDA not in known:
            self.notes.append("activity cuda was left out: this PyTorch has no CUDA")
        self.profiler = profiler.profile(
            activities=chosen or [profiler.ProfilerActivity.CPU],
            record_shapes=self.settings["record_shapes"],
            profile_memory=self.settings["profile_memory"],
            with_stack=self.settings["with_stack"],
        )
        self.starting = True
        try:
            self.profiler.start()
        finally:
            self.starting = False

    def _replace(self, owner, name, value):
        old = getattr(owner, name)
        setattr(owner, name, value)
        self.restore.append((owner, name, old))
        return old

    def _watch_end(self):
        import atexit

        atexit.register(self.finish)
        self.exit = os._exit

        def leave(code):
            self.finish()
            self.exit(code)

        self._replace(os, "_exit", leave)
        # A forked child must not write its parent's trace; finish() looks at the pid.
        os.register_at_fork(after_in_child=self._unwrap)

    def _watch_rivals(self):
        """A program with a profiler of its own keeps it: PyTorch runs one at a time."""
        from torch.autograd import profiler as autograd

        prepare = autograd.profile._prepare_trace

        def prepare_trace(rival):
            if self.profiler is not None and not self.starting:
                self._give_up("the program profiles itself, so llmprof's profiler stepped aside")
            return prepare(rival)

        self._replace(autograd.profile, "_prepare_trace", prepare_trace)

    def _mark_phases(self):
        import inspect
        import threading
        import time

        torch = self.torch
        local = threading.local()
        readers = {}
        call = torch.nn.Module.__call__
        mark = torch.autograd.profiler.record_function

        def reader(kind):
            try:
                names = [name for name in inspect.signature(kind.forward).parameters][1:]
            except (TypeError, ValueError):
                names = []
            places = {name: names.index(name) for name in ("input_ids", "inputs_embeds") if name in names}
            return places

        def value(name, places, args, kwargs):
            if kwargs.get(name) is not None:
                return kwargs[name]
            place = places.get(name)
            return args[place] if place is not None and place < len(args) else None

        def seen_before(kwargs):
            past = kwargs.get("past_key_values")
            if past is None:
                return None
            if hasattr(past, "get_seq_length"):
                return int(past.get_seq_length())
            try:
                return int(past[0][0].shape[-2])
            except (IndexError, TypeError, AttributeError):
                return 0

        def phase(module, args, kwargs):
            """('prefill' or 'decode', sequences, new tokens), or None for a module that is no language model."""
            kind = type(module)
            places = readers.get(kind)
            if places is None:
                places = readers[kind] = reader(kind)
            if not places and "input_ids" not in kwargs and "inputs_embeds" not in kwargs:
                return None
            tokens = kwargs.get("decoder_input_ids")
            for name in ("input_ids", "inputs_embeds"):
                tokens = value(name, places, args, kwargs) if tokens is None else tokens
            shape = getattr(tokens, "shape", None)
            if shape is None or len(shape) < 2:
                return None
            before = seen_before(kwargs)
            decoding = shape[1] == 1 and (before is None or before > 0)
            return "decode" if decoding else "prefill", int(shape[0]), int(shape[1])

        def watched(module, *args, **kwargs):
            if getattr(local, "inside", False) or torch.compiler.is_compiling():
                return call(module, *args, **kwargs)
            try:
                found = phase(module, args, kwargs)
            except Exception as error:
                found = None
                self._note_once("a forward could not be read: %r" % (error,))
            if found is None:
                return call(module, *args, **kwargs)
            name, sequences, tokens = found
            local.inside = True
            begin = time.perf_counter_ns()
            try:
                with mark(name):
                    return call(module, *args, **kwargs)
            finally:
                local.inside = False
                self._count(name, sequences, tokens, time.perf_counter_ns() - begin)

        self._replace(torch.nn.Module, "__call__", watched)

    def _count(self, name, sequences, tokens, nanos):
        """A prefill begins a request; the first token comes from it, the others from decode."""
        if name == "prefill" or not self.requests:
            if len(self.requests) == 10000:
                self._note_once("more than 10,000 requests: the rest is in the last one")
            else:
                self.requests.append({"sequences": sequences, "prompt_tokens": 0, "prefill_nanos": 0,
                                      "decode_calls": 0, "decode_tokens": 0, "decode_nanos": 0})
        request = self.requests[-1]
        if name == "prefill":
            request["prompt_tokens"] += sequences * tokens
            request["prefill_nanos"] += nanos
        else:
            request["decode_calls"] += 1
            request["decode_tokens"] += sequences
            request["decode_nanos"] += nanos

    def _note_once(self, note):
        if note not in self.notes and len(self.notes) < 20:
            self.notes.append(note)

    def _unwrap(self):
        while self.restore:
            owner, name, old = self.restore.pop()
            setattr(owner, name, old)

    def _give_up(self, why):
        self.notes.append(why)
        self._unwrap()
        profiler, self.profiler = self.profiler, None
        if profiler is not None:
            try:
                profiler.stop()
            except Exception as error:
                self.notes.append("stopping failed: %r" % (error,))

    def finish(self):
        if self.done or os.getpid() != self.pid:
            return
        self.done = True
        profiler, self.profiler = self.profiler, None
        self._unwrap()
        try:
            if profiler is not None:
                profiler.stop()
                self._write_trace(profiler)
        except Exception as error:
            self.notes.append("the trace could not be written: %r" % (error,))
        try:
            self._write_summary()
        except Exception:
            pass  # nowhere left to say it

    def _write_trace(self, profiler):
        results = profiler.profiler.kineto_results
        if not any(event.name().startswith("aten::") for event in results.events()):
            self.notes.append("no operator ran in this process")
            return
        beside = os.path.join(self.settings["directory"], ".%d.json.gz" % self.pid)
        profiler.export_chrome_trace(beside)
        os.replace(beside, os.path.join(self.settings["directory"], "%d.json.gz" % self.pid))

    def _write_summary(self):
        import json

        transformers = sys.modules.get("transformers")
        summary = {
            "pid": self.pid,
            "rank": os.environ.get("RANK"),
            "argv": sys.argv,
            "python": sys.version.split()[0],
            "torch": getattr(self.torch, "__version__", None),
            "cuda": getattr(getattr(self.torch, "version", None), "cuda", None),
            "transformers": getattr(transformers, "__version__", None),
            "requests": self.requests,
            "notes": self.notes,
        }
        beside = os.path.join(self.settings["directory"], ".%d.json" % self.pid)
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(summary, file, indent=2, default=str)
        os.replace(beside, os.path.join(self.settings["directory"], "%d.json" % self.pid))


def _install():
    place = os.environ.get(_SETTINGS)
    if not place:
        return
    import json

    with open(place, encoding="utf-8") as file:
        settings = json.load(file)
    sys.meta_path.insert(0, _WhenTorchComes(_Hook(settings).start))


try:
    _install()
except Exception:
    pass  # a program that llmprof cannot watch still runs; the stage says that no trace came
_chain()
