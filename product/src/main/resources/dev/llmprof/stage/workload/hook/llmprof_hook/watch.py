"""One process under observation, from the import of torch to its end."""

import contextlib
import os
import signal
import sys

from . import arrival, device, gate, hidden, nvtx, phases, requests
from .patches import Patches
from .presence import Presence
from .recording import Recording
from .signals import Signals
from .summary import Summary
from .ticker import Ticker
from .window import OVER, Window


class Watch:
    def __init__(self, settings):
        self.settings = settings
        self.pid = None
        self.torch = None
        self.tool = None
        self.recorder = gate.Nothing()
        self.window = None
        self.ticker = None
        self.finder = None
        self.pending = None
        self.forked = False
        self.retry = False
        self.patches = Patches()
        self.signals = None
        self.presence = Presence(settings)
        self.summary = Summary()
        self.ranges = set()

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
            self._attach()
            self._open_window()
            self._watch_end()
            if self.settings["profile"]:
                self._watch_rivals()
            self.patches.replace(torch.nn.Module, "__call__", phases.marked(torch, self))
            self._watch_generate()
            self.presence.here(self.settings["window"]["start"] != "auto")
            self.window.torch_is_here()
        except Exception as error:
            self._give_up("the profiler could not be started: %r" % (error,))

    def _attach(self):
        """With stacks PyTorch looks once what code a module's call has: before ours is in its place. Where a delay ends
        is seen in another thread, and Kineto must have been started in this one before."""
        self.wait = device.waiter(self.torch)
        if self.settings["profile"] and (self.settings["with_stack"] or self.settings["window"]["delay"]):
            Recording.prime(self.torch, self.settings["with_stack"])
        try:
            self.tool = nvtx.attached()
        except Exception as error:
            self.summary.note("no NVTX ranges: %r" % (error,))

    def _open_window(self):
        if self.settings["profile"]:
            self.recorder = Recording(self.torch, self.settings, self.summary.note)
        elif self.tool is not None:
            self.recorder = gate.Gate(self.tool, self.wait)
        if self.forked:
            self.recorder.tries_at_once = False
        keys = self.settings["window"]
        self.window = Window(keys, self.recorder, self.summary.note, self._window_is_over)
        self.window.on_idle = self._deliver
        self.requests = requests.Requests(self.window)
        self.ticker = Ticker(self.window, self.recorder)
        self.recorder.on_start = self.ticker.run
        if keys["delay"] and not self.forked:
            self.ticker.run()

    def _watch_end(self):
        import atexit

        atexit.register(self.finish)
        leave_at_once = os._exit

        def leave(code):
            self.finish()
            leave_at_once(code)

        self.patches.replace(os, "_exit", leave)
        self.signals = Signals(self.patches, self.summary.note)
        self.signals.watch(signal.SIGTERM, self._terminated)
        if self.settings["window"]["start"] != "auto":
            self.signals.watch(signal.SIGUSR2, self._told)
        os.register_at_fork(
            before=self._before_fork, after_in_parent=self._after_fork, after_in_child=self._in_child
        )

    def _watch_generate(self):
        patch = self.requests_patch
        loaded = sys.modules.get(requests.MODULE)
        if loaded is not None:
            patch(loaded)
        else:
            self.finder = arrival.WhenItComes(requests.MODULE, patch)
            sys.meta_path.insert(0, self.finder)

    def requests_patch(self, module):
        try:
            requests.patch(self.torch, module, self.patches, lambda: self.requests)
        except Exception as error:
            self.summary.note("generate is not watched: %r" % (error,))

    def _watch_rivals(self):
        """PyTorch runs one profiler at a time; a program with one of its own keeps it."""
        from torch.autograd import profiler as autograd

        prepare = autograd.profile._prepare_trace

        def prepare_trace(rival):
            if not self.recorder.starting and self.window.state != OVER:
                self._give_up("the program profiles itself, so llmprof's profiler stepped aside")
            return prepare(rival)

        self.patches.replace(autograd.profile, "_prepare_trace", prepare_trace)

    @contextlib.contextmanager
    def mark(self, name):
        """A range for whoever listens, closed when the device is done: a tool that records only while it is open would
        lose what is still to come. Whoever opens it has waited for what came before."""
        if self.tool is not None:
            self.tool.push(self._range(name))
        try:
            if self.recorder.running and self.settings["profile"]:
                with self.torch.autograd.profiler.record_function(name):
                    yield
                    self.wait()
            else:
                yield
                self.wait()
        finally:
            if self.tool is not None:
                self.tool.pop()

    def _range(self, name):
        """Where a gate waits for a phase, the first of them goes by another name: it is cold."""
        with self.window.lock:
            if name in self.ranges or not self.settings["first"]:
                return name
            self.ranges.add(name)
            return name + self.settings["first"]

    def _window_is_over(self):
        if self.settings["window"]["after"] == "stop":
            self.summary.note("the program was ended with the window: capture.after=stop")
            os.kill(os.getpid(), signal.SIGTERM)

    def _terminated(self, number):
        """Everything that was recorded is on disk before the program hears of it."""
        if self.pid != os.getpid():
            return False
        if self.window.busy:
            self.pending = number
            return True
        if callable(self.signals.programs[number]):
            self.window.finish()
        else:
            self.finish()
        return False

    def _deliver(self):
        number, self.pending = self.pending, None
        if number is not None:
            os.kill(os.getpid(), number)

    def _told(self, number):
        if self.pid == os.getpid():
            self.window.toggle(self.presence.wanted())
        return not callable(self.signals.programs[number])

    def _before_fork(self):
        """Only a trial without a step is given up for a child: what a window records goes on."""
        if self.pid == os.getpid():
            self.window.lock.acquire()
            self.retry = self.window.unit is None and self.window.recording
            if self.retry:
                self.window.give_up_trial()

    def _after_fork(self):
        if self.pid == os.getpid():
            if self.retry:
                self.window.torch_is_here()
            self.window.lock.release()

    def _in_child(self):
        """A child must neither write its parent's trace nor open ranges in its name: it begins anew."""
        if self.pid is None:
            return
        inherited = self.recorder
        self.pid = os.getpid()
        self.forked = True
        self.pending = None
        self.summary = Summary()
        self.presence = Presence(self.settings)
        self._open_window()
        self.signals.note = self.summary.note
        if inherited.running and self.settings["profile"]:
            inherited.note = self.summary.note
            if "cuda" in self.settings["activities"] and self.torch.version.cuda is not None:
                self.window.state = OVER
                self.summary.note("could not record a process that was forked inside its parent's window")
            else:
                inherited.stop()

    def _give_up(self, why):
        self.summary.note(why)
        if self.window is not None:
            self.window.abandon()
        self._stop()
        self._say()

    def finish(self):
        if self.pid != os.getpid():
            return
        self.window.finish()
        if self.settings["profile"] and self.window.begun is None and not self.forked:
            self.summary.note("could not record anything: " + self._why_nothing())
        self._stop()
        if self.forked and self.window.unit is None:
            self.pid = None
            return
        self._say()

    def _why_nothing(self):
        if self.settings["window"]["start"] != "auto":
            return "nobody sent SIGUSR2 or typed `llmprof capture start RUN`"
        if self.settings["window"]["delay"]:
            return "the program ended before capture.delay"
        return "with_stack waits for a module, and none was called"

    def _stop(self):
        import atexit

        self.patches.take_back()
        if self.signals is not None:
            self.signals.take_back()
        if self.finder in sys.meta_path:
            sys.meta_path.remove(self.finder)
        atexit.unregister(self.finish)

    def _say(self):
        """Once, at the end of the watch; a process without torch says nothing."""
        self.pid = None
        try:
            window = None
            if self.window is not None:
                window = self.window.described()
                if self.settings["profile"] and self.recorder.written:
                    self.summary.note(self.window.words())
            secrets = hidden.Hidden(self.settings.get("secrets", ()))
            recorded = bool(getattr(self.recorder, "written", ()))
            self.summary.write(self.settings, self.torch, window, recorded, secrets)
            self.presence.gone()
        except Exception:
            pass  # nowhere left to say it
