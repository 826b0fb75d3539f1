"""Which part of a process is recorded: what warms up, what counts, and when it is over.

Requests count where there are any, else forwards of the outermost module; work before the first of either is tried too,
for programs without modules. A trial is kept until something better comes, so that a program with one request leaves
that one.
"""

import contextlib
import threading
import time

WAITING, TRYING, HELD, RECORDING, OVER = "waiting", "trying", "held", "recording", "over"

# A trial ends where nothing else ends it: it may not be needed.
_MOST_TRIED_STEPS = 64


class Window:
    def __init__(self, keys, recorder, note, over=None, clock=time.monotonic):
        self.keys = keys
        self.recorder = recorder
        self.note = note
        self.over = over
        self.clock = clock
        self.arrived = clock()
        self.lock = threading.RLock()
        self.state = WAITING
        self.unit = None
        self.seen = 0
        self.first = None
        self.requests = 0
        self.steps = 0
        self.begun = None
        self.ended_by = None
        self.busy = 0
        self.on_idle = None
        # By hand somebody says when it is over.
        by_hand = keys["start"] == "signal"
        self.most_requests = None if by_hand else keys["requests"]
        self.most_steps = None if by_hand else keys["steps"]

    @contextlib.contextmanager
    def _working(self):
        """A signal that comes meanwhile waits: what is half done cannot be done again."""
        with self.lock:
            self.busy += 1
            try:
                yield
            finally:
                self.busy -= 1
        if not self.busy and self.on_idle is not None:
            self.on_idle()

    @property
    def recording(self):
        return self.state in (TRYING, RECORDING)

    def torch_is_here(self):
        """A program without modules has no step to begin at."""
        with self._working():
            if self._automatic() and self.recorder.tries_at_once:
                self._try()

    def request_begins(self):
        with self._working():
            if self.unit != "requests":
                self._count("requests")
            self.seen += 1
            self._unit_begins()
            return self.state == RECORDING

    def request_ends(self, recorded):
        with self._working():
            if recorded and self.state == RECORDING:
                self.requests += 1
                if self.most_requests is not None and self.requests >= self.most_requests:
                    self.end("capture.requests")

    def step_begins(self):
        with self._working():
            if self.unit is None:
                self._count("steps")
            if self.unit == "steps":
                self.seen += 1
                self._unit_begins()

    def step_ends(self):
        with self._working():
            if not self.recording:
                return
            self.steps += 1
            most = _MOST_TRIED_STEPS if self.state == TRYING and self.most_steps is None else self.most_steps
            if most is not None and self.steps >= most:
                self.end("capture.steps")
            else:
                self.look_at_the_clock()

    def look_at_the_clock(self):
        """Also from beside the program: it may run for long without a step. What it does before its first is tried
        only: where a delay ends it may still be loading its model."""
        with self._working():
            if self.state == WAITING and self.unit is None and self.keys["delay"] and self._automatic():
                self._try()
            lasts = self.keys["duration"]
            timed = self.state == RECORDING or self.state == TRYING and self.unit is None
            if timed and lasts is not None and self.clock() - self.begun >= lasts:
                self.end("capture.duration")
            elif self.recording and self.recorder.bytes() >= self.keys["max_bytes"]:
                self.end("capture.max_bytes")

    def toggle(self, wanted=None):
        """By hand: `start`, `stop`, or whichever of the two it is not."""
        with self._working():
            if self.state == RECORDING:
                if wanted != "start":
                    self.end("hand")
            elif wanted != "stop":
                self._record()

    def end(self, why):
        """A trial is held back until it is known whether it is needed; a window is written at once."""
        with self._working():
            if not self.recording:
                return
            self.ended_by = why
            trial = self.state == TRYING
            self.state = HELD if trial else OVER
            self.recorder.stop()
            if not trial:
                self.recorder.write()
                if self.over is not None:
                    self.over()

    def finish(self):
        """The process ends: what is there is kept."""
        with self._working():
            if self.recording:
                self.ended_by = "the program's end"
                self.recorder.stop()
            if self.state in (TRYING, HELD):
                self._excuse()
            self.state = OVER
            self.recorder.write()

    def give_up_trial(self):
        """What was tried so far holds no step, and a process is about to be forked."""
        with self.lock:
            self._clear()

    def abandon(self):
        with self._working():
            if self.recording:
                self.recorder.stop()
            self.state = OVER
            self.recorder.drop()

    def described(self):
        return {
            "unit": self.unit,
            "seen": self.seen,
            "first": self.first,
            "requests": self.requests,
            "steps": self.steps,
            "ended_by": self.ended_by,
        }

    def words(self):
        """What the trace holds, for a person; None where it holds nothing."""
        if self.begun is None:
            return None
        what = steps = "%d steps" % self.steps if self.steps != 1 else "1 step"
        if self.unit is None:
            what = "what ran outside modules"
        elif self.unit == "requests" and self.first:
            last = self.first + max(1, self.requests) - 1
            what = "request %d" % self.first if last == self.first else "requests %d to %d" % (self.first, last)
            what += " of %d, %s" % (self.seen, steps)
        elif self.unit == "steps" and self.first:
            what = "steps %d to %d of %d" % (self.first, self.first + max(1, self.steps) - 1, self.seen)
        return "recorded: %s; ended by %s" % (what, self.ended_by or "the program's end")

    def _automatic(self):
        return self.keys["start"] == "auto" and self.clock() - self.arrived >= self.keys["delay"]

    def _count(self, unit):
        """Requests are what counts, even where steps were counted before the first of them."""
        later = self.unit is not None
        self.unit = unit
        self.seen = 0
        if later and self.keys["start"] == "auto" and self.state != WAITING:
            if self.recording:
                self.recorder.stop()
            self.recorder.drop()
            self.state = WAITING

    def _unit_begins(self):
        if self.state in (RECORDING, OVER) or not self._automatic():
            if self.state == WAITING:
                self.seen = 0
            return
        if self.seen > self.keys["warmup"]:
            self._record()
        elif self.seen == 1:
            self._try()

    def _try(self):
        self._clear()
        if self.recorder.can_drop:
            self.state = TRYING
            self._start()

    def _record(self):
        self._clear()
        self.state = RECORDING
        self._start()

    def _clear(self):
        if self.recording:
            self.recorder.stop()
        if self.state in (TRYING, HELD):
            self.recorder.drop()
        self.state = WAITING

    def _start(self):
        self.first = self.seen
        self.requests = self.steps = 0
        self.ended_by = None
        self.begun = self.clock()
        self.recorder.start()

    def _excuse(self):
        if self.unit is None:
            return
        what = "request" if self.unit == "requests" else "step"
        if self.seen > 1:
            what += ", of the %d that were to warm up (capture.warmup)" % self.keys["warmup"]
        self.note("recorded is the first, cold " + what + ": no warm one came")
