"""One process under observation, from the import of torch to its end."""

import contextlib
import os

from . import nvtx, phases
from .patches import Patches
from .recording import Recording
from .summary import Summary


class Watch:
    def __init__(self, settings):
        self.settings = settings
        self.pid = None
        self.torch = None
        self.tool = None
        self.recording = None
        self.patches = Patches()
        self.summary = Summary()

    def start(self, torch):
        # A program may fork before it imports torch: the process is the one that is here now.
        self.pid = os.getpid()
        self.torch = torch
        try:
            self._watch_end()
            # In this order: with stacks, PyTorch looks once what code a module's call has, and reads its `self`.
            if self.settings["profile"]:
                self._record()
            if self.settings["phases"]:
                self._mark_phases()
        except Exception as error:
            self._give_up("the profiler could not be started: %r" % (error,))

    def _watch_end(self):
        import atexit

        atexit.register(self.finish)
        leave_at_once = os._exit

        def leave(code):
            self.finish()
            leave_at_once(code)

        self.patches.replace(os, "_exit", leave)
        # A forked child must not write its parent's trace, nor open ranges in its parent's name.
        os.register_at_fork(after_in_child=self._forked)

    def _mark_phases(self):
        try:
            self.tool = nvtx.attached()
        except Exception as error:
            self.summary.note("no NVTX ranges: %r" % (error,))
        mark = self._both if self.tool is not None else self._mark()
        watched = phases.marked(self.torch, mark, self.summary, self.summary.note)
        self.patches.replace(self.torch.nn.Module, "__call__", watched)

    def _mark(self):
        return self.torch.autograd.profiler.record_function

    @contextlib.contextmanager
    def _both(self, name):
        self.tool.push(name)
        try:
            with self._mark()(name):
                yield
        finally:
            self.tool.pop()

    def _record(self):
        """PyTorch runs one profiler at a time; a program with one of its own keeps it."""
        from torch.autograd import profiler as autograd

        recording = Recording(self.torch, self.settings, self.summary.note)
        prepare = autograd.profile._prepare_trace

        def prepare_trace(rival):
            if self.recording is not None and not self.recording.starting:
                self._give_up("the program profiles itself, so llmprof's profiler stepped aside")
            return prepare(rival)

        self.patches.replace(autograd.profile, "_prepare_trace", prepare_trace)
        self.recording = recording
        recording.start()

    def _forked(self):
        self.patches.take_back()
        self.pid = None

    def _give_up(self, why):
        self.summary.note(why)
        recording, self.recording = self.recording, None
        self._stop(recording)
        self._say()

    def finish(self):
        if self.pid != os.getpid():
            return
        recording, self.recording = self.recording, None
        self._stop(recording)
        try:
            if recording is not None:
                recording.write()
        except Exception as error:
            self.summary.note("the trace could not be written: %r" % (error,))
        self._say()

    def _stop(self, recording):
        import atexit

        self.patches.take_back()
        atexit.unregister(self.finish)
        try:
            if recording is not None:
                recording.stop()
        except Exception as error:
            self.summary.note("stopping failed: %r" % (error,))

    def _say(self):
        """Once, at the end of the watch; a process without torch says nothing."""
        self.pid = None
        try:
            self.summary.write(self.settings["directory"], self.torch)
        except Exception:
            pass  # nowhere left to say it
