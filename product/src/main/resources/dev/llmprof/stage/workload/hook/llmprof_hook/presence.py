"""A file for each process that has torch, from then to its end: who left nothing can be named, who runs can be told."""

import os

from . import ranks


class Presence:
    def __init__(self, settings):
        self.settings = settings
        self.file = self._named(".live")
        self.said = False

    def here(self, listens):
        if not self.said:
            self.said = True
            try:
                with open(self.file, "w", encoding="utf-8") as out:
                    out.write("signal\n" if listens else "auto\n")
            except OSError:
                pass

    def wanted(self):
        """What `llmprof capture` wants of this process, or None for a signal sent by hand."""
        file = self._named(".want")
        try:
            with open(file, encoding="utf-8") as told:
                word = told.read().strip()
            os.remove(file)
            return word
        except OSError:
            return None

    def gone(self):
        try:
            os.remove(self.file)
        except OSError:
            pass

    def _named(self, ending):
        return os.path.join(self.settings["directory"], ranks.process(self.settings) + ending)
