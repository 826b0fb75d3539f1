"""Waiting for the device, so that a time or a range holds the work that was launched in it."""

_KINDS = ("cuda", "xpu", "npu")


def waiter(torch):
    """A function that waits for every device this process uses, and does nothing while a graph is captured."""
    modules = [getattr(torch, kind) for kind in _KINDS if hasattr(getattr(torch, kind, None), "synchronize")]

    def wait():
        for module in modules:
            if not getattr(module, "is_initialized", _no)():
                continue
            if not getattr(module, "is_current_stream_capturing", _no)():
                module.synchronize()

    return wait


def _no():
    return False
