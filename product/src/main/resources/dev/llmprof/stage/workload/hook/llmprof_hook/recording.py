"""The PyTorch profiler around a part of the program."""

import itertools
import os
import threading

from . import hidden, progress, ranks

# Measured with shapes: about 17 events a module call and 2.8 kB an event once the profiler has stopped.
_BYTES_PER_CALL = 48_000
_CHUNK = 1 << 20

# One for each call of a module inside another: every one of a program passes here, so it must cost next to nothing.
count_call = itertools.count().__next__


class Recording:
    """Started and stopped as often as the window wants; what was stopped last is held until it is written or dropped."""

    can_drop = True

    def __init__(self, torch, settings, note):
        self.torch = torch
        self.settings = settings
        self.note = note
        # Stacks of a program's imports would fill the trace.
        self.tries_at_once = not settings["with_stack"]
        self.starting = False
        self.running = False
        self.profiler = None
        self.written = []
        self.calls_before = 0
        self.base = 0
        self.thread = None
        self.on_start = _nothing

    @staticmethod
    def prime(torch, with_stack):
        """PyTorch keeps the code of a module's call from the first time it records stacks, and reads its `self`."""
        import torch.profiler as profiler

        with profiler.profile(activities=[profiler.ProfilerActivity.CPU], with_stack=with_stack):
            pass

    def start(self):
        self.profiler = self._made()
        self.calls_before = count_call()
        self.base = _anonymous_bytes()
        self.thread = threading.get_ident()
        self.starting = True
        try:
            self.profiler.start()
            self.running = True
            self.on_start()
        except Exception as error:
            self.profiler = None
            self.note("the profiler could not be started: %r" % (error,))
        finally:
            self.starting = False

    @property
    def anywhere(self):
        """Whether any thread may stop it."""
        return not self.settings["profile_memory"] or self.thread == threading.get_ident()

    def stop(self):
        if not self.running:
            return
        self.running = False
        try:
            self.profiler.stop()
        except Exception as error:
            self.profiler = None
            self.note("stopping failed: %r" % (error,))

    def drop(self):
        self.profiler = None
        while self.written:
            _remove(self.written.pop())

    def bytes(self):
        """What it will take once it has stopped, about: an estimate from the calls, and what the process grew by."""
        calls = count_call() - self.calls_before
        return max(calls * _BYTES_PER_CALL, 2 * (_anonymous_bytes() - self.base))

    def write(self):
        """The profiler is let go only when all is written: an interruption comes back here at the end."""
        if self.profiler is None:
            return
        try:
            self._write()
        except Exception as error:
            self.note("the trace could not be written: %r" % (error,))
        self.profiler = None
        _give_back()

    def _write(self):
        directory, process = self.settings["directory"], ranks.process(self.settings)
        number = len(self.written) + 1
        name = process + (".json.gz" if number == 1 else ".%d.json.gz" % number)
        plain = os.path.join(directory, ".%s.plain.json" % process)
        beside = os.path.join(directory, "." + name)
        with progress.told(directory, process) as tell:
            try:
                tell("writing the trace")
                self.profiler.export_chrome_trace(plain)
                if not _compressed(plain, beside, tell, hidden.Hidden(self.settings.get("secrets", ()))):
                    self.note("no operator ran in this process")
                    return
                os.replace(beside, os.path.join(directory, name))
                self.written.append(os.path.join(directory, name))
            finally:
                _remove(plain)
                _remove(beside)

    def _made(self):
        import torch.profiler as profiler

        known = profiler.supported_activities()
        wanted = {"cpu": profiler.ProfilerActivity.CPU, "cuda": profiler.ProfilerActivity.CUDA}
        asked = [wanted[name] for name in self.settings["activities"] if name in wanted]
        chosen = [activity for activity in asked if activity in known]
        if len(chosen) < len(asked):
            self.note("activity cuda was left out: this PyTorch has no CUDA")
        if not chosen:
            self.note("activity cpu was taken instead: nothing else can be recorded here")
        return profiler.profile(
            activities=chosen or [profiler.ProfilerActivity.CPU],
            record_shapes=self.settings["record_shapes"],
            profile_memory=self.settings["profile_memory"],
            with_stack=self.settings["with_stack"],
            experimental_config=self._config(),
        )

    def _config(self):
        """All threads: programs that stream their answer generate in another one. Only the trace: a third less memory."""
        one_thread = self.settings["profile_memory"]
        if one_thread:
            self.note("profile_memory: PyTorch then records only the thread that the window begins in")
        try:
            from torch._C._profiler import _ExperimentalConfig
        except ImportError:
            return None  # an older PyTorch records the thread it was started in
        # PyTorch warns of the one with the other.
        tries = [{}] if self.settings["with_stack"] else [{"trace_only": True}, {}]
        for options in tries:
            if not one_thread:
                options["profile_all_threads"] = True
            try:
                return _ExperimentalConfig(**options)
            except TypeError:
                continue
        return None


def _nothing():
    pass


def _compressed(plain, compressed, tell, secrets):
    """False where the trace has no operator. PyTorch's own compression takes ten times as long."""
    import gzip

    whole, done, found, tail = os.path.getsize(plain), 0, False, b""
    with open(plain, "rb") as source, gzip.open(compressed, "wb", compresslevel=1) as target:
        while True:
            chunk = source.read(_CHUNK)
            if not chunk:
                target.write(secrets.rest())
                return found
            found = found or b'"aten::' in tail + chunk
            tail = chunk[-8:]
            target.write(secrets.next(chunk))
            done += len(chunk)
            tell("writing the trace: %d of %d MB" % (done >> 20, whole >> 20))


def _remove(file):
    try:
        os.remove(file)
    except OSError:
        pass


def _anonymous_bytes():
    try:
        with open("/proc/self/status") as file:
            for line in file:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def _give_back():
    """What the profiler took stays with the C library otherwise."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        pass
