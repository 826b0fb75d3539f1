"""Says what of the hook is left once the program has profiled itself."""

import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch
import tiny_model

with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]):
    tiny_model.generate()
left = []
if torch.nn.Module.__call__ is not torch.nn.Module._wrapped_call_impl:
    left.append("Module.__call__")
if type(os._exit).__name__ != "builtin_function_or_method":
    left.append("os._exit")
if "llmprof_hook" in torch.autograd.profiler.profile._prepare_trace.__code__.co_filename:
    left.append("profile._prepare_trace")
if any("llmprof_hook" in type(finder).__module__ for finder in sys.meta_path):
    left.append("sys.meta_path")
if "exec_module" in vars(torch.__spec__.loader):
    left.append("torch's loader")
if any(path.endswith("/hook") for path in sys.path):
    left.append("sys.path")
left += [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
print("left", left)
