"""Keeps the values of secret variables and arguments out of what the hook writes. llmprof tells their names only."""

import json
import os
import re
import sys

_SHORTEST = 6
_PASSWORD = re.compile(r"://[^/@\s:]*:([^/@\s]+)@")


class Hidden:
    """For bytes that come piece by piece: what may be the beginning of a value waits for the next piece."""

    def __init__(self, names):
        self.values = sorted(_spelt(_values(names)), key=len, reverse=True)
        self.held = b""

    def next(self, piece):
        if not self.values:
            return piece
        known = self._without(self.held + piece)
        cut = max(0, len(known) - len(self.values[0]) + 1)
        self.held = known[cut:]
        return known[:cut]

    def rest(self):
        last, self.held = self.held, b""
        return last

    def whole(self, text):
        return self._without(text.encode("utf-8", "backslashreplace"))

    def _without(self, known):
        for value in self.values:
            known = known.replace(value, b"(hidden)")
        return known


def _values(names):
    words = getattr(sys, "orig_argv", None) or getattr(sys, "argv", [])
    for name in names:
        yield os.environ.get(name, "")
    for word, following in zip(words, list(words[1:]) + [""]):
        name, assigned, value = word.partition("=")
        if name in names:
            yield value if assigned else following
        elif "://" in word:
            yield word


def _spelt(values):
    found = set()
    for value in values:
        for each in _PASSWORD.findall(value) if "://" in value else [value, *value.splitlines()]:
            if len(each) >= _SHORTEST:
                found.add(each.encode("utf-8", "surrogateescape"))
                found.add(json.dumps(each)[1:-1].encode("utf-8"))
                # PyTorch has a slash for a backslash in names.
                found.add(each.replace("\\", "/").encode("utf-8", "surrogateescape"))
    return found
