"""What a thread prints belongs to the block that started it.

ipykernel gives it to the block that runs just then, or ran last. The threads of a pool are left to that, for they work
for one block after another.
"""

import sys
import threading
from concurrent.futures import thread as pool
from contextlib import suppress


def outlets():
    """What of this kernel remembers the block it speaks for, by thread."""
    from IPython import get_ipython

    shell = get_ipython()
    parts = [sys.stdout, sys.stderr, shell, getattr(shell, "display_pub", None), getattr(shell, "displayhook", None)]
    return [part for part in parts if hasattr(getattr(part, "_parent_header", None), "set") and hasattr(part, "parent_header")]


def follow_threads():
    plain_start = threading.Thread.start
    plain_bootstrap = threading.Thread._bootstrap_inner

    def start(self):
        if getattr(self, "_target", None) is not pool._worker:
            self._groma_blocks = [(part, part.parent_header) for part in outlets()]
        plain_start(self)

    def bootstrap(self):
        # Nothing may fail here: whoever starts the thread would wait for ever for it to begin.
        with suppress(Exception):
            for part, parent in self.__dict__.pop("_groma_blocks", ()):
                part._parent_header.set(parent)
        plain_bootstrap(self)

    threading.Thread.start = start
    threading.Thread._bootstrap_inner = bootstrap
