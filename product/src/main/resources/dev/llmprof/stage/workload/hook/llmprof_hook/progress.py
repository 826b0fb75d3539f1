"""A line for llmprof to show while this process is busy on its behalf."""

import contextlib
import os


@contextlib.contextmanager
def told(directory, process):
    """Gives a function that says what is being done; the line is gone at the end."""
    file = os.path.join(directory, process + ".busy")

    def tell(text):
        try:
            with open(file, "w", encoding="utf-8") as out:
                out.write(text + "\n")
        except OSError:
            pass

    try:
        yield tell
    finally:
        try:
            os.remove(file)
        except OSError:
            pass
