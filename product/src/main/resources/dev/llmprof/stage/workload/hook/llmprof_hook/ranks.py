"""Which process of a distributed program this is."""

import os
import time


def rank():
    """As text, or None. A batch script of Slurm has SLURM_PROCID too, but is no step."""
    names = ["RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK"]
    if "SLURM_STEP_ID" in os.environ:
        names.insert(1, "SLURM_PROCID")
    return _first(names)


def world_size():
    """How many there are, as text, or None."""
    names = ["WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"]
    if "SLURM_STEP_ID" in os.environ:
        names.insert(1, "SLURM_STEP_NUM_TASKS")
    return _first(names)


def chosen(wanted):
    """Whether this process is one of those to be profiled; one without a rank is."""
    own = rank()
    if own is None or not own.isdigit() or wanted in (None, "", "all"):
        return True
    if wanted == "first_per_node":
        names = ["LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"]
        return _first(names) in (None, "0")
    for part in wanted.split(","):
        low, _, high = part.partition("-")
        if int(low) <= int(own) <= int(high or low):
            return True
    return False


def process(settings):
    """A name for the files of this process: other machines count their processes too."""
    host = os.uname().nodename
    pid = os.getpid()
    return "%d" % pid if host == settings.get("host", host) else "%s-%d" % (host, pid)


def clocks():
    return {"realtime_ns": time.time_ns(), "monotonic_ns": time.monotonic_ns()}


def gpu(torch):
    """The one this process computes on, where PyTorch tells."""
    try:
        if torch.cuda.is_initialized():
            return str(torch.cuda.get_device_properties(torch.cuda.current_device()).uuid)
    except Exception:
        pass
    return None


def _first(names):
    for name in names:
        if os.environ.get(name):
            return os.environ[name]
    return None
