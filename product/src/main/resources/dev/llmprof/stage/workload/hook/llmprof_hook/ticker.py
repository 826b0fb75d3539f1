"""Looks at the window's clock and size while the program is busy elsewhere."""

import _thread
import time

_PAUSE = 0.2


class Ticker:
    """A bare thread, so that the program does not find it among its own; it is there only while something is recorded."""

    def __init__(self, window, recorder):
        self.window = window
        self.recorder = recorder
        self.runs = False

    def run(self):
        if not self.runs:
            self.runs = True
            _thread.start_new_thread(self._tick, ())

    def _tick(self):
        try:
            while self._needed():
                time.sleep(_PAUSE)
                if self.recorder.anywhere:
                    self.window.look_at_the_clock()
        finally:
            self.runs = False

    def _needed(self):
        waits = self.window.state == "waiting" and self.window.unit is None and self.window.keys["delay"]
        return waits or self.recorder.running
