"""Starts the IPython kernel of a notebook: `python -P -m groma.kernel -f <connection file>`.

It is ipykernel with two differences, both about output: nothing is dropped when the reader is slower than the
notebook (the notebook waits instead), and long text leaves in pieces of a bounded size.
"""

import os
import shutil
from pathlib import Path

import zmq
from ipykernel.iostream import OutStream
from ipykernel.kernelapp import IPKernelApp

PIECE_CHARACTERS = 256 * 1024
UNSENT_CHARACTERS = 4 * 1024 * 1024
QUEUED_MESSAGES = 64


class PatientOutStream(OutStream):
    """A text stream that sends bounded pieces, and makes the printing code wait while much is unsent."""

    flush_interval = 0.05
    _unsent = 0

    def write(self, string):
        written = super().write(string)
        self._unsent += len(string)
        if self._unsent >= UNSENT_CHARACTERS:
            self.flush()
        return written

    def _flush_buffers(self):
        self._unsent = 0
        for parent, text in super()._flush_buffers():
            for start in range(0, len(text), PIECE_CHARACTERS):
                yield parent, text[start : start + PIECE_CHARACTERS]


class GromaKernelApp(IPKernelApp):
    """ipykernel whose output socket waits for its reader when the queue is full, where ZeroMQ would drop messages."""

    def init_iopub(self, context):
        plain_socket = context.socket

        def socket_without_loss(kind, *arguments, **keywords):
            made = plain_socket(kind, *arguments, **keywords)
            if kind in (zmq.PUB, zmq.XPUB):
                made.setsockopt(zmq.SNDHWM, QUEUED_MESSAGES)
                made.setsockopt(zmq.XPUB_NODROP, 1)
            return made

        context.socket = socket_without_loss
        try:
            super().init_iopub(context)
        finally:
            del context.socket


def lend_font_list():
    """Copies the font list made with the environment, so that the first plot need not search the fonts again."""
    made = os.environ.get("GROMA_FONT_LIST")
    config = os.environ.get("MPLCONFIGDIR")
    if made and config and Path(made).is_dir():
        shutil.copytree(made, config, dirs_exist_ok=True)


def lead_own_group():
    """Becomes leader of its process group, so that an interrupt also reaches the programs a cell has started."""
    if os.getpgid(0) != os.getpid():
        os.setpgid(0, 0)


def main():
    lead_own_group()
    lend_font_list()
    GromaKernelApp.launch_instance(
        outstream_class="groma.kernel.PatientOutStream",
    )


if __name__ == "__main__":
    main()
