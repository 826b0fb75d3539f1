"""The window as an NVTX range: what nsys or ncu can be gated on."""

NAME = "window"


class Gate:
    """Cannot be taken back once it was open, so nothing is tried."""

    can_drop = False
    tries_at_once = False
    anywhere = True

    def __init__(self, tool, wait):
        self.tool = tool
        self.wait = wait
        self.range = None
        self.starting = False
        self.running = False

    def start(self):
        self.wait()
        self.running = True
        self.range = self.tool.open(NAME)

    def stop(self):
        if self.running:
            self.running = False
            # A tool that stops at the range's end loses what the device has not finished.
            self.wait()
            self.tool.close(self.range)

    def drop(self):
        pass

    def write(self):
        pass

    def bytes(self):
        return 0


class Nothing:
    """Where nobody records."""

    can_drop = tries_at_once = starting = running = False
    anywhere = True

    def start(self):
        pass

    stop = drop = write = start

    def bytes(self):
        return 0
