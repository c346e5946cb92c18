"""Lets a kernel that only speaks TCP be reached over Unix sockets: `python -P -m groma.bridge -f <file> -- <program...>`.

The program runs in the same sandbox, whose network is its own: its ports can be reached from nowhere else. `{file}`
among its arguments stands for a connection file with those ports.
"""

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path

PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"]
PIECE = 1 << 18


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


async def pump(reader, writer):
    try:
        while data := await reader.read(PIECE):
            writer.write(data)
            await writer.drain()
    except (ConnectionError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def connect(port):
    """The program needs a moment until it listens."""
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except ConnectionError:
            await asyncio.sleep(0.02)


def serve(port):
    async def join(reader, writer):
        inner_reader, inner_writer = await connect(port)
        await asyncio.gather(pump(reader, inner_writer), pump(inner_reader, writer))

    return join


async def main(connection_file, program):
    outer = json.loads(Path(connection_file).read_text())
    ports = dict(zip(PORTS, free_ports(len(PORTS))))
    inner = Path(os.environ["TMPDIR"]) / "connection.json"
    inner.write_text(json.dumps({**outer, **ports, "transport": "tcp", "ip": "127.0.0.1", "kernel_name": "groma"}))
    for name in PORTS:
        await asyncio.start_unix_server(serve(ports[name]), f"{outer['ip']}-{outer[name]}")
    Path.home().mkdir(parents=True, exist_ok=True)
    child = await asyncio.create_subprocess_exec(*[str(inner) if part == "{file}" else part for part in program])
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, child.send_signal, signal.SIGINT)
    sys.exit(await child.wait())


if __name__ == "__main__":
    mark = sys.argv.index("--")
    asyncio.run(main(sys.argv[sys.argv.index("-f") + 1], sys.argv[mark + 1 :]))
