"""A file for each process that has torch, from then to its end: who left nothing can be named, who runs can be told."""

import os


class Presence:
    def __init__(self, directory):
        self.directory = directory
        self.file = os.path.join(directory, "%d.live" % os.getpid())
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
        file = os.path.join(self.directory, "%d.want" % os.getpid())
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
