"""Names to choose from, for completion while nothing runs: then nobody's rights apply, and what was last seen is offered."""

from groma.call import Error


class Remembered:
    """Reads a list of names; where it may not be read just now, gives what it was."""

    def __init__(self, read):
        self._read = read
        self._known = []

    def __call__(self):
        try:
            self._known = list(self._read())
        except Error:
            pass
        return self._known
