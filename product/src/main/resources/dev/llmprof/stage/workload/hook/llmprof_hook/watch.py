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
        self.starting = False
        self.waiting = False
        self.patches = Patches()
        self.summary = Summary()

    @contextlib.contextmanager
    def silence(self):
        """Recording memory from the middle on makes libtorch warn of blocks it did not see; it reads this as it loads."""
        level = "TORCH_CPP_LOG_LEVEL"
        wanted = self.settings["profile"] and self.settings["profile_memory"] and level not in os.environ
        if wanted:
            os.environ[level] = "ERROR"
        try:
            yield
        finally:
            if wanted:
                os.environ.pop(level, None)

    def start(self, torch):
        # A program may fork before it imports torch: the process is the one that is here now.
        self.pid = os.getpid()
        self.torch = torch
        try:
            self._watch_end()
            if self.settings["profile"]:
                self._watch_rivals()
            if self.settings["profile"] and self.settings["with_stack"]:
                self._wait_for_a_module()
            else:
                self._begin()
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

    def _watch_rivals(self):
        """PyTorch runs one profiler at a time; a program with one of its own keeps it."""
        from torch.autograd import profiler as autograd

        prepare = autograd.profile._prepare_trace

        def prepare_trace(rival):
            if not self.starting:
                self._give_up("the program profiles itself, so llmprof's profiler stepped aside")
            return prepare(rival)

        self.patches.replace(autograd.profile, "_prepare_trace", prepare_trace)

    def _wait_for_a_module(self):
        """Stacks of a program's imports would fill the trace: the program's own work begins with its first module."""
        module = self.torch.nn.Module
        compiling = self.torch.compiler.is_compiling
        call = module.__call__

        def first(self_, *args, **kwargs):
            if compiling() or not self.waiting:
                return call(self_, *args, **kwargs)
            self.waiting = False
            self.patches.take_last_back()
            try:
                self._begin()
            except Exception as error:
                self._give_up("the profiler could not be started: %r" % (error,))
            return module.__call__(self_, *args, **kwargs)

        self.waiting = True
        self.patches.replace(module, "__call__", first)

    def _begin(self):
        # In this order: with stacks, PyTorch looks once what code a module's call has, and reads its `self`.
        if self.settings["profile"]:
            self._record()
        if self.settings["phases"]:
            self._mark_phases()

    def _record(self):
        self.recording = Recording(self.torch, self.settings, self.summary.note)
        self.starting = True
        try:
            self.recording.start()
        finally:
            self.starting = False

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
        if self.waiting:
            self.summary.note("could not record anything: with_stack waits for a module, and none was called")
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

        self.waiting = False
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
