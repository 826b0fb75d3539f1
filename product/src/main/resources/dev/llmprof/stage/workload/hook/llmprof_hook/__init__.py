"""llmprof's part inside a Python program. Everything is imported here, while the package can still be found."""

import sys

from . import arrival, nvtx, patches, phases, recording, summary, watch


def install(settings_file):
    import json

    with open(settings_file, encoding="utf-8") as file:
        settings = json.load(file)
    sys.meta_path.insert(0, arrival.WhenTorchComes(watch.Watch(settings)))
