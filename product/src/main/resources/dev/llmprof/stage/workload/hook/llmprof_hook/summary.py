"""What the hook saw of one process: requests, tokens, times, and what it could not do."""

import os
import sys
import time

from . import ranks

_MOST_REQUESTS = 10000
_MOST_NOTES = 20


class Summary:
    def __init__(self):
        self.requests = []
        self.notes = []
        self.ran = None
        self.began = ranks.clocks()

    def model(self, module, torch):
        """What the first language model that ran says of itself; later ones are its drafts or its parts."""
        if self.ran is None:
            self.ran = {}
            try:
                self.ran = _described(getattr(module, "_orig_mod", module), torch)
            except Exception as error:
                self.note("the model could not be described: %r" % (error,))

    def note(self, text):
        if text not in self.notes and len(self.notes) < _MOST_NOTES:
            self.notes.append(text)

    def forward(self, forward, nanos, profiled):
        """The first prefill begins a request; its first token comes from there, the others from decode."""
        if not self.requests or forward.begins:
            if len(self.requests) == _MOST_REQUESTS:
                self.note("more than 10,000 requests: the rest is in the last one")
            else:
                self.requests.append(_request(forward.sequences, time.time_ns() - nanos))
        request = self.requests[-1]
        request["profiled"] = request["profiled"] or profiled
        if forward.name == "prefill":
            request["prompt_tokens"] += forward.sequences * forward.tokens
            request["prefill_nanos"] += nanos
        else:
            request["decode_calls"] += 1
            request["decode_tokens"] += forward.sequences
            request["decode_nanos"] += nanos

    def write(self, settings, torch, window, recorded, secrets):
        import json

        directory, process = settings["directory"], ranks.process(settings)
        transformers = sys.modules.get("transformers")
        said = {
            "pid": os.getpid(),
            "rank": ranks.rank(),
            "world_size": ranks.world_size(),
            "host": os.uname().nodename,
            "node": os.environ.get("SLURMD_NODENAME"),
            "gpu_uuid": ranks.gpu(torch),
            "began": self.began,
            "ended": ranks.clocks(),
            "argv": sys.argv[:1],
            "python": sys.version.split()[0],
            "torch": getattr(torch, "__version__", None),
            "cuda": getattr(getattr(torch, "version", None), "cuda", None),
            "transformers": getattr(transformers, "__version__", None),
            "model": self.ran or {},
            "window": window,
            "recorded": recorded,
            "requests": self.requests,
            "notes": self.notes,
        }
        beside = os.path.join(directory, ".%s.json" % process)
        with open(beside, "wb") as file:
            file.write(secrets.whole(json.dumps(said, indent=2, default=str)))
        os.replace(beside, os.path.join(directory, process + ".json"))


def _precision(torch):
    """How fp32 is multiplied: `highest` in fp32, `high` and `medium` in TF32 where a GPU has it."""
    try:
        return torch.get_float32_matmul_precision()
    except (AttributeError, RuntimeError):
        pass
    try:
        return "high" if torch.backends.cuda.matmul.allow_tf32 else "highest"
    except (AttributeError, RuntimeError):
        return None


def _described(model, torch):
    weight = next(iter(model.parameters()), None)
    config = getattr(model, "config", None)
    return {
        "config": config.to_dict() if hasattr(config, "to_dict") else None,
        "dtype": None if weight is None else str(weight.dtype).replace("torch.", ""),
        "device": None if weight is None else str(weight.device),
        "float32_matmul_precision": _precision(torch),
    }


def _request(sequences, began):
    return {
        "began_unix_nanos": began,
        "sequences": sequences,
        "prompt_tokens": 0,
        "prefill_nanos": 0,
        "decode_calls": 0,
        "decode_tokens": 0,
        "decode_nanos": 0,
        "profiled": False,
    }
