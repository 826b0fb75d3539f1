"""Replaced functions, and how to put them back."""


class Patches:
    def __init__(self):
        self.made = []

    def replace(self, owner, name, value):
        self.made.append((owner, name, getattr(owner, name), value))
        setattr(owner, name, value)

    def take_last_back(self):
        owner, name, old, value = self.made.pop()
        # Somebody may have put a wrapper of their own around ours since.
        if getattr(owner, name) is value:
            setattr(owner, name, old)

    def take_back(self):
        while self.made:
            self.take_last_back()
