"""NVTX ranges without NVIDIA's library, which PyTorch for the CPU lacks.

Plays the part of NVTX's header: loads the tool that nsys or ncu named in the environment, gives it tables of empty
slots, and calls the functions that the tool put there. Numbers are those of nvtx3's headers.
"""

import ctypes
import os

_CORE2 = 5
_FUNCTIONS = (0, 16, 9, 15, 7, 16, 7)
_START, _END, _PUSH, _POP, _REGISTER = 2, 3, 4, 5, 10
_CALLBACKS, _VERSION = 1, 3


class _Attributes(ctypes.Structure):
    """nvtxEventAttributes_v2 whose message is a registered string."""

    _fields_ = [
        ("version", ctypes.c_uint16),
        ("size", ctypes.c_uint16),
        ("category", ctypes.c_uint32),
        ("color_type", ctypes.c_int32),
        ("color", ctypes.c_uint32),
        ("payload_type", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("payload", ctypes.c_uint64),
        ("message_type", ctypes.c_int32),
        ("message", ctypes.c_void_p),
    ]


class _Callbacks(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("table", ctypes.c_void_p)]


class _Version(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("number", ctypes.c_uint32), ("told", ctypes.c_void_p)]


_Exports = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)
_Table = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_uint))
_Told = ctypes.CFUNCTYPE(None, ctypes.c_uint32)


class Nvtx:
    """The tool keeps the addresses of all that is made here, so one of these lives as long as the process."""

    def __init__(self, library):
        self.slots = [(ctypes.c_void_p * (count + 1))() for count in _FUNCTIONS]
        self.tables = [self._table(slots, count) for slots, count in zip(self.slots, _FUNCTIONS)]
        self.names = {}
        self.keep = [_Exports(self._export), _Table(self._module), _Told(lambda number: None)]
        address = [ctypes.cast(each, ctypes.c_void_p).value for each in self.keep]
        self.callbacks = _Callbacks(ctypes.sizeof(_Callbacks), address[1])
        self.version = _Version(ctypes.sizeof(_Version), 3, address[2])
        # PyDLL would hold the interpreter's lock over the tool's own threads.
        self.library = ctypes.CDLL(library)
        start = self.library.InitializeInjectionNvtx2
        start.restype = ctypes.c_int
        start.argtypes = [_Exports]
        core = self.slots[_CORE2]
        if not start(self.keep[0]) or not all(core[each] for each in (_START, _END, _PUSH, _POP, _REGISTER)):
            raise OSError("the tool takes no ranges")
        address = ctypes.c_void_p
        self._push = ctypes.CFUNCTYPE(ctypes.c_int, address, address)(core[_PUSH])
        self._pop = ctypes.CFUNCTYPE(ctypes.c_int, address)(core[_POP])
        self._start = ctypes.CFUNCTYPE(ctypes.c_uint64, address, address)(core[_START])
        self._end = ctypes.CFUNCTYPE(None, address, ctypes.c_uint64)(core[_END])
        self._register = ctypes.CFUNCTYPE(address, address, ctypes.c_char_p)(core[_REGISTER])

    @staticmethod
    def _table(slots, count):
        table = (ctypes.c_void_p * (count + 1))()
        for number in range(1, count):
            table[number] = ctypes.addressof(slots) + number * ctypes.sizeof(ctypes.c_void_p)
        return table

    def _export(self, number):
        table = {_CALLBACKS: self.callbacks, _VERSION: self.version}.get(number)
        return None if table is None else ctypes.addressof(table)

    def _module(self, module, table, size):
        if not 0 < module < len(_FUNCTIONS):
            return 0
        if size:
            size[0] = _FUNCTIONS[module]
        if table:
            table[0] = ctypes.addressof(self.tables[module])
        return 1

    def push(self, name):
        self._push(None, self._named(name))

    def pop(self):
        self._pop(None)

    def open(self, name):
        """A range of the process, which another thread may close."""
        return self._start(None, self._named(name))

    def close(self, number):
        self._end(None, number)

    def _named(self, name):
        attributes = self.names.get(name)
        if attributes is None:
            known = self._register(None, name.encode())
            attributes = self.names[name] = _Attributes(
                version=3, size=ctypes.sizeof(_Attributes), message_type=3, message=known
            )
        return ctypes.addressof(attributes)


def attached():
    """The tool that listens to this process, or None."""
    library = os.environ.get("NVTX_INJECTION64_PATH")
    return Nvtx(library) if library else None
