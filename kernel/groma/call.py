"""Calls of the server, over the Unix socket at which it listens for this kernel.

They are the calls of browsers. Who asks is the person whose block runs: the server knows that by the socket.
"""

import json
import os
import time

# A server that is started anew listens again at the same place.
PATIENCE_SECONDS = 60
PAUSE_SECONDS = 0.2


class Error(Exception):
    """What the server says of a call that it refuses: `code` names the kind, `details` what it is about."""

    def __init__(self, message, code="INTERNAL", details=None):
        super().__init__(message)
        self.code = code
        self.details = details or {}

    def _render_traceback_(self):
        """As any error, but without the lines of this package, which say nothing to who has called it."""
        from IPython import get_ipython

        return get_ipython().InteractiveTB.structured_traceback(type(self), self, _without_package(self.__traceback__))


def _without_package(trace):
    """The trace until it enters this package."""
    import types

    if trace is None or trace.tb_frame.f_globals.get("__name__", "").startswith("groma."):
        return None
    return types.TracebackType(_without_package(trace.tb_next), trace.tb_frame, trace.tb_lasti, trace.tb_lineno)


def project():
    """The id of the project that this notebook is in."""
    _require_server()
    return os.environ["GROMA_PROJECT"]


def call(method, path, query=None, body=None, again=None):
    """The JSON that a call answers. One that only reads is made again where the server goes away meanwhile."""
    with send(method, path, query, body, again=again) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def read_bytes(method, path, query=None, body=None):
    """The bytes that a call answers, whole; empty for an answer without content."""
    return _steadily(lambda: _take(_request(method, path, query, body)), method == "GET")


def read_part(path, query):
    """The bytes of a part of a file, and the headers that say which part of which version it is."""

    def ask():
        answer = _request("GET", path, query)
        with answer:
            return answer.read_whole(), answer.headers

    return _steadily(ask, True)


def send(method, path, query=None, body=None, pieces=None, again=None):
    """
    The answer to a call. `body` is sent as JSON; `pieces`, a function that gives pieces of bytes, as they come.
    `again`: whether the call may be made twice; by default those that only read.
    """
    again = method == "GET" if again is None else again
    return _steadily(lambda: _request(method, path, query, body, pieces), again)


def _steadily(ask, again):
    """Asks once more, for a while, where the server cannot be reached, or goes away and the call may be made twice."""
    import http.client

    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return ask()
        except _Unreachable as error:
            problem = error
        except (ConnectionError, http.client.HTTPException) as error:
            if not again:
                raise Error("The connection to the server was lost, and it is not known whether the call was carried out.", "UNAVAILABLE") from error
            problem = error
        except Error as error:
            if not again or error.code != "UNAVAILABLE":
                raise
            problem = error
        if time.monotonic() > end:
            if isinstance(problem, Error):
                raise problem
            raise Error("The server cannot be reached. Try again in a moment.", "UNAVAILABLE") from None
        time.sleep(PAUSE_SECONDS)


class _Unreachable(Exception):
    pass


def _take(answer):
    with answer:
        return answer.read_whole()


def _request(method, path, query=None, body=None, pieces=None):
    import urllib.parse

    headers = {"accept": "*/*"}
    if query:
        path += "?" + urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
    if pieces is not None:
        sent = pieces()
        headers["content-type"] = "application/vnd.apache.arrow.stream"
    elif body is not None:
        sent = json.dumps(body, default=_plain, allow_nan=False).encode()
        headers["content-type"] = "application/json"
    else:
        sent = None
    connection = _connect()
    try:
        try:
            connection.request(method, path, sent, headers, encode_chunked=pieces is not None)
        except BrokenPipeError:
            # Refused before all of it was sent: the answer is there.
            pass
        answer = _Answer(connection, connection.getresponse())
        if answer.status >= 400:
            raise _error_of(answer)
        return answer
    except BaseException:
        # Also where a block is stopped: the server then ends what it does.
        connection.close()
        raise


class _Answer:
    """An answer that closes its connection with itself."""

    def __init__(self, connection, response):
        self._connection = connection
        self._response = response
        self.status = response.status
        self.headers = response.headers
        self.read = response.read

    def read_whole(self):
        """All bytes; where their number is said, straight into their place."""
        import http.client

        if self._response.length is None:
            return self.read()
        content = bytearray(self._response.length)
        rest = memoryview(content)
        while len(rest):
            count = self._response.readinto(rest)
            if not count:
                raise http.client.IncompleteRead(b"", len(rest))
            rest = rest[count:]
        return content

    def __enter__(self):
        return self

    def __exit__(self, *_of):
        self._connection.close()


def _error_of(answer):
    text = answer.read()
    try:
        told = json.loads(text)
        return Error(told["message"], told["code"], told.get("details"))
    except (ValueError, KeyError, TypeError):
        return Error(f"The server answered {answer.status}.")


def _connect():
    import http.client
    import socket

    path = _require_server()

    class Connection(http.client.HTTPConnection):
        def connect(self):
            self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.sock.connect(path)

    connection = Connection("groma")
    try:
        connection.connect()
    except (FileNotFoundError, ConnectionError, BlockingIOError) as error:
        raise _Unreachable from error
    return connection


def _require_server():
    path = os.environ.get("GROMA_SOCKET")
    if not path:
        raise Error(
            "Code cannot ask the server here: it has no socket to it, as on a JupyterHub or where readers run a "
            "published notebook. Files of the project are at /data; on a JupyterHub, SQL blocks that begin with "
            "“-- database:” work.",
            "NO_SERVER",
        )
    return path


def _plain(value):
    """What JSON has no type for: numbers of NumPy, dates, times and paths."""
    if hasattr(value, "item"):
        return value.item()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__fspath__"):
        return os.fspath(value)
    raise TypeError(f"a {type(value).__name__} cannot be sent to the server")
