"""Starts the IPython kernel of a notebook: `python -P -m groma.kernel -f <connection file>`.

It is ipykernel with differences about what code asks for and gives: nothing is dropped when the reader is slower than the notebook (the
notebook waits instead), long text leaves in pieces of a bounded size, and text that is no valid Unicode leaves too.
"""

import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path

import zmq
from ipykernel import kernelapp
from ipykernel.iostream import IOPubThread, OutStream
from ipykernel.ipkernel import IPythonKernel
from IPython.core.error import StdinNotImplementedError
from traitlets.config import Config

from groma.fittings import watch_imports
from groma.packages import lend_packages, warn_of_packages
from groma.pip import offer_pip
from groma.shown_frames import offer_frames
from groma.threads import follow_threads

PIECE_CHARACTERS = 256 * 1024
UNSENT_CHARACTERS = 4 * 1024 * 1024
MESSAGE_CHARACTERS = 64
QUEUED_MESSAGES = 64
REST_SECONDS = 2


class PatientIOPubThread(IOPubThread):
    """Sends at once what its own thread sends.

    ipykernel's own class puts that into its queue and wakes itself once for each message. As soon as sending takes
    time those wake-ups fill their pipe, and the thread waits for ever for itself to empty it.
    """

    _is_running_events = False

    def is_here(self):
        return threading.current_thread() is self.thread

    def schedule(self, f):
        if self.is_here():
            f()
        else:
            super().schedule(f)

    def run_events(self):
        """Does what other threads have asked for so far, unless that is being done already."""
        if self._is_running_events:
            return
        self._is_running_events = True
        try:
            for _ in range(len(self._events)):
                self._events.popleft()()
        finally:
            self._is_running_events = False

    def _handle_event(self, msg):
        self.run_events()


class PatientOutStream(OutStream):
    """A text stream that sends bounded pieces, and makes the printing code wait while much is unsent.

    What is printed to stdout and stderr in turn arrives in that order.
    """

    flush_interval = 0.05
    _unsent = 0
    _last_written = None

    def write(self, string):
        last = PatientOutStream._last_written
        if last is not self:
            PatientOutStream._last_written = self
            if last is not None and self._is_master_process():
                last.hand_over()
        written = super().write(string)
        self._unsent += len(string) + MESSAGE_CHARACTERS
        if self._unsent >= UNSENT_CHARACTERS:
            self._unsent = 0
            self.flush()
        return written

    def hand_over(self):
        """Puts what was written so far in line for sending, ahead of what another stream writes next."""
        waiting = list(self._flush_buffers())
        if waiting:
            self.pub_thread.schedule(lambda: self._send(waiting))

    def _send(self, waiting):
        for parent, text in waiting:
            content = {"name": self.name, "text": text}
            message = self.session.msg("stream", content, parent=parent)
            self.session.send(self.pub_thread, message, ident=self.topic)

    def _flush(self):
        # What was asked for before must leave before: the text may follow a picture in the queue.
        if self.pub_thread.is_here():
            self.pub_thread.run_events()
        super()._flush()

    def _flush_buffers(self):
        for parent, text in super()._flush_buffers():
            for start in range(0, len(text), PIECE_CHARACTERS):
                yield parent, text[start : start + PIECE_CHARACTERS]


class GromaKernel(IPythonKernel):
    """Says what to do instead where code asks for input and nobody is there to answer."""

    def raw_input(self, prompt=""):
        self.refuse_unanswered()
        return super().raw_input(prompt)

    def getpass(self, prompt="", stream=None):
        self.refuse_unanswered()
        return super().getpass(prompt)

    def refuse_unanswered(self):
        if not self._allow_stdin:
            raise StdinNotImplementedError("Code cannot ask here, for nobody may be looking. Insert a text input block and read its variable.")


class GromaKernelApp(kernelapp.IPKernelApp):
    """ipykernel whose output socket waits for its reader when the queue is full, where ZeroMQ would drop messages."""

    def init_shell(self):
        super().init_shell()
        warm_completion(self.shell)
        warn_of_packages(self.shell)
        offer_pip(self.shell)
        offer_frames(self.shell)

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
            # Not `del`: older pyzmq (that of Debian 12) takes it for a socket option only.
            object.__delattr__(context, "socket")


def lend_font_list():
    """Copies the font list made with the environment, so that the first plot need not search the fonts again."""
    made = os.environ.get("GROMA_FONT_LIST")
    config = os.environ.get("MPLCONFIGDIR")
    if made and config and Path(made).is_dir():
        shutil.copytree(made, config, dirs_exist_ok=True)


def lend_parsed_modules():
    """Copies what jedi parsed when the environment was made, so that the first completion need not parse Python's own modules again."""
    made = os.environ.get("GROMA_PARSED")
    if made and Path(made).is_dir():
        shutil.copytree(made, Path.home() / ".cache", dirs_exist_ok=True)


def warm_completion(shell):
    """Loads what completions need once the kernel rests after a block, since the first of them would wait for it.

    While code runs, or is about to, loading would keep it waiting.
    """
    timers = []

    def load():
        shell.events.unregister("pre_run_cell", wake)
        shell.events.unregister("post_run_cell", rest)
        with suppress(Exception):
            shell.kernel.do_complete("''.up", 5)

    def wake(_info):
        while timers:
            timers.pop().cancel()

    def rest(_result):
        wake(None)
        timer = threading.Timer(REST_SECONDS, load)
        timer.daemon = True
        timers.append(timer)
        timer.start()

    shell.events.register("pre_run_cell", wake)
    shell.events.register("post_run_cell", rest)


def make_home():
    """Makes the home folder, which is as private and as short-lived as the sandbox's /tmp."""
    Path.home().mkdir(parents=True, exist_ok=True)


def lead_own_group():
    """Becomes leader of its process group, so that an interrupt also reaches the programs a cell has started."""
    if os.getpgid(0) != os.getpid():
        os.setpgid(0, 0)


def main():
    make_home()
    lead_own_group()
    lend_font_list()
    lend_parsed_modules()
    watch_imports()
    lend_packages()
    follow_threads()
    kernelapp.IOPubThread = PatientIOPubThread
    config = Config()
    config.IPKernelApp.kernel_class = "groma.kernel.GromaKernel"
    config.IPKernelApp.outstream_class = "groma.kernel.PatientOutStream"
    config.Session.packer = "groma.packing.pack"
    config.HistoryManager.enabled = False
    # What `name?` tells is an output: there is no pager.
    config.InteractiveShell.display_page = True
    GromaKernelApp.launch_instance(config=config)


if __name__ == "__main__":
    main()
