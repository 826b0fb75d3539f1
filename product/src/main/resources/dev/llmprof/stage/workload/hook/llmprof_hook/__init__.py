"""llmprof's part inside a Python program. Everything is imported here, while the package can still be found."""

import sys

from . import (
    arrival,
    device,
    gate,
    hidden,
    nvtx,
    patches,
    phases,
    presence,
    progress,
    ranks,
    recording,
    requests,
    signals,
    summary,
    ticker,
    watch,
    window,
)


def install(settings_file):
    import json

    with open(settings_file, encoding="utf-8") as file:
        settings = json.load(file)
    if not ranks.chosen(settings.get("ranks")):
        return
    watched = watch.Watch(settings)
    sys.meta_path.insert(0, arrival.WhenItComes("torch", watched.start, watched.silence))
