"""The PyTorch profiler around the rest of the program."""

import os


class Recording:
    def __init__(self, torch, settings, note):
        self.settings = settings
        self.note = note
        self.profiler = self._made(torch)
        self.pid = os.getpid()

    def _made(self, torch):
        import torch.profiler as profiler

        known = profiler.supported_activities()
        wanted = {"cpu": profiler.ProfilerActivity.CPU, "cuda": profiler.ProfilerActivity.CUDA}
        asked = [wanted[name] for name in self.settings["activities"] if name in wanted]
        chosen = [activity for activity in asked if activity in known]
        if len(chosen) < len(asked):
            self.note("activity cuda was left out: this PyTorch has no CUDA")
        if not chosen:
            self.note("activity cpu was taken instead: nothing else can be recorded here")
        return profiler.profile(
            activities=chosen or [profiler.ProfilerActivity.CPU],
            record_shapes=self.settings["record_shapes"],
            profile_memory=self.settings["profile_memory"],
            with_stack=self.settings["with_stack"],
            experimental_config=self._threads(),
        )

    def _threads(self):
        """Programs that stream their answer generate in another thread than the one that imported torch."""
        if self.settings["profile_memory"]:
            self.note("profile_memory: PyTorch then records only the thread that imported it")
            return None
        try:
            from torch._C._profiler import _ExperimentalConfig

            return _ExperimentalConfig(profile_all_threads=True)
        except (ImportError, TypeError):
            return None  # an older PyTorch records the thread it was started in

    def start(self):
        self.profiler.start()

    def stop(self):
        self.profiler.stop()

    def write(self):
        directory = self.settings["directory"]
        results = self.profiler.profiler.kineto_results
        if not any(_is_operator(event) for event in results.events()):
            self.note("no operator ran in this process")
            return
        beside = os.path.join(directory, ".%d.json.gz" % self.pid)
        self.profiler.export_chrome_trace(beside)
        os.replace(beside, os.path.join(directory, "%d.json.gz" % self.pid))


def _is_operator(event):
    try:
        return event.name().startswith("aten::")
    except UnicodeDecodeError:
        return False  # with stacks PyTorch may name a module's code that has gone since
