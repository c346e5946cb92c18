"""Data frames that a notebook shows: remembered while they live, so that all their rows can be looked at.

Beside what Jupyter makes of a frame, an output names it (`MIME`). The page asks about it by `groma_frame_request` on the
shell channel, in a subshell where the kernel has any, so that the answer comes while code runs too. Nothing of the frame
is copied: the rows that are asked for are taken from it as it is then.
"""

import uuid
import weakref

from IPython.core.formatters import BaseFormatter
from traitlets import ObjectName, Unicode

from groma import code_runs

MIME = "application/vnd.groma.frame+json"
KEPT_BYTES = 64 * 1024 * 1024
NAMED_FRAMES = 2_000
KINDS = [
    ("pandas", "DataFrame"),
    ("pandas", "Series"),
    ("pandas.core.frame", "DataFrame"),
    ("pandas.core.series", "Series"),
    ("polars.dataframe.frame", "DataFrame"),
    ("polars.series.series", "Series"),
    ("pyarrow.lib", "Table"),
]


class FrameFormatter(BaseFormatter):
    """Names a frame in the output that shows it."""

    format_type = Unicode(MIME)
    # Otherwise it would be given what `repr` says of all there is.
    print_method = ObjectName("_repr_groma_frame_")
    _return_type = dict


class ShownFrames:
    """The frames that outputs name. They belong to the notebook's code: what nothing else holds goes, except small ones."""

    def __init__(self):
        self._frames = {}
        self._kept = {}
        self._kept_bytes = 0

    def name(self, value):
        """What an output says of a frame; None where pandas was told not to draw it as a table."""
        from groma.frame_rows import opened

        if is_told_plain(value):
            return None
        frame = opened(value)
        made = uuid.uuid4().hex
        while len(self._frames) >= NAMED_FRAMES:
            self._forget(next(iter(self._frames)))
        self._frames[made] = (weakref.ref(value), frame.signature())
        self._keep(made, value, frame.size_bytes())
        rows, columns = frame.shape()
        return {"id": made, "rows": rows, "columns": columns, **({"isGeo": True} if frame.is_geo() else {})}

    def answer(self, request, names):
        """What is asked of a frame, as a dictionary. `names`: the notebook's variables."""
        from groma.frame_rows import opened

        reference, signature = self._frames.get(request["frame"], (lambda: None, None))
        value = reference()
        if value is None:
            return {"state": "gone"}
        frame = opened(value)
        if frame.signature() != signature:
            return {"state": "changed"}
        return {"state": "live", **frame.answer(request, lambda: variable_of(value, names))}

    def _keep(self, made, value, size):
        if size > KEPT_BYTES // 8:
            return
        self._kept[made] = (value, size)
        self._kept_bytes += size
        while self._kept_bytes > KEPT_BYTES:
            self._let_go(next(iter(self._kept)))

    def _let_go(self, made):
        self._kept_bytes -= self._kept.pop(made, (None, 0))[1]

    def _forget(self, made):
        self._frames.pop(made, None)
        self._let_go(made)


def is_told_plain(value):
    if not type(value).__module__.startswith(("pandas", "geopandas")):
        return False
    import pandas

    return not pandas.get_option("display.notebook_repr_html")


def variable_of(value, names):
    """The variable that holds it: one of the notebook's own, else the number of the block that gave it."""
    own = sorted(name for name, each in list(names.items()) if each is value and not name.startswith("_"))
    if own:
        return own[0]
    given = names.get("Out") or {}
    return next((f"Out[{number}]" for number, each in list(given.items()) if each is value), None)


def offer_frames(shell):
    """Has outputs name their frames, and the kernel answer what is asked of these."""
    shown = ShownFrames()
    formatter = FrameFormatter(parent=shell.display_formatter)
    for module, name in KINDS:
        formatter.for_type_by_name(module, name, lambda value: named(shown, value))
    shell.display_formatter.formatters[MIME] = formatter

    async def answer_request(stream, ident, parent):
        try:
            content = shown.answer(parent["content"], shell.user_ns)
        except Exception as error:
            content = {"state": "failed", "reason": f"{type(error).__name__}: {error}"[:2_000]}
        shell.kernel.session.send(stream, "groma_frame_reply", content, parent, ident)

    shell.kernel.shell_handlers["groma_frame_request"] = answer_request
    shell.events.register("post_execute", code_runs.note)


def named(shown, value):
    try:
        return shown.name(value)
    except Exception:
        # A kind of frame that cannot be looked into is shown as Jupyter shows it.
        return None
