"""How a converter talks to the server: lines of its standard output, each a word and what it says as JSON."""

import json
import sys


class Unreadable(Exception):
    """A source that cannot be read, with a sentence for people."""


_said: set[str] = set()


def progress(fraction: float) -> None:
    """How much is done, from 0 to 1."""
    print("progress", json.dumps(round(min(1.0, fraction), 4)), flush=True)


def loss(text: str) -> None:
    """What the result does not have of the source, each said once."""
    if text not in _said:
        _said.add(text)
        print("loss", json.dumps(text), flush=True)


def run(main) -> None:
    """Calls `main` with the arguments; what cannot be read ends the program with 2, and why."""
    try:
        main(sys.argv[1:])
    except Unreadable as error:
        print("error", json.dumps(str(error)), flush=True)
        sys.exit(2)
    except MemoryError:
        print("error", json.dumps("it needs more memory than a conversion may take"), flush=True)
        sys.exit(2)
