"""TERM keeps what was recorded, USR2 opens and closes a window; the program sees none of it."""

import os
import signal


class Signals:
    """Stands in front of the program's own handlers, which it calls and shows in its place."""

    def __init__(self, patches, note):
        self.patches = patches
        self.note = note
        self.own = {}
        self.programs = {}
        self.set = signal.signal
        self.get = signal.getsignal

    def watch(self, number, action):
        """`action` is called before the program's handler; true where the program's is to be left out this time."""
        before = self.get(number)
        if before == signal.SIG_IGN or before is None:
            return  # whoever started the program, or a library below Python, has decided
        try:
            self.set(number, self._handle)
        except ValueError:
            self.note("torch was imported outside the main thread, so signal %d is not watched" % number)
            return
        if not self.own:
            self.patches.replace(signal, "signal", self._signal)
            self.patches.replace(signal, "getsignal", self._getsignal)
        self.own[number] = action
        self.programs[number] = before

    def take_back(self):
        for number in list(self.own):
            try:
                if self.get(number) == self._handle:
                    self.set(number, self.programs[number])
            except ValueError:
                pass  # another thread than the main one may not; the handler then does only what the program's does
            self.own[number] = _nothing

    def _handle(self, number, frame):
        if self.own[number](number):
            return
        handler = self.programs[number]
        if callable(handler):
            handler(number, frame)
        elif handler == signal.SIG_DFL:
            self.set(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _signal(self, number, handler):
        ours = self.get(number) == self._handle
        if number not in self.own or not (callable(handler) or handler in (signal.SIG_DFL, signal.SIG_IGN)):
            return self.set(number, handler)
        before = self.set(number, signal.SIG_IGN if handler == signal.SIG_IGN else self._handle)
        shown = self.programs[number] if ours else before
        self.programs[number] = handler
        return shown

    def _getsignal(self, number):
        handler = self.get(number)
        return self.programs[number] if handler == self._handle else handler


def _nothing(number):
    return False
