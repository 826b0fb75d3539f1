"""A device that writes down when it is waited for, under a tool that writes down its ranges."""

import sys
import types

sys.path.insert(0, sys.argv[1])
from llmprof_hook import device, gate

said = []
cuda = types.SimpleNamespace(
    is_initialized=lambda: True,
    is_current_stream_capturing=lambda: "graph" in said,
    synchronize=lambda: said.append("wait"),
)
tool = types.SimpleNamespace(
    open=lambda name: said.append("open " + name), close=lambda number: said.append("close")
)
wait = device.waiter(types.SimpleNamespace(cuda=cuda))
window = gate.Gate(tool, wait)
window.start()
window.stop()
said.append("graph")
wait()
print(", ".join(said))
