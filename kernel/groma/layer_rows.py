"""A layer as the server sends it: its stored features, and beside them what edits have changed."""

import json

import numpy
import pyarrow
import pyarrow.compute as compute
import shapely

from groma.geoarrow import geometries_of, without_collection

FID = "groma_fid"
#: Types of columns that are stored as one kind of Arrow, whatever values they have; all others but whole numbers are text.
KINDS = {"boolean": pyarrow.bool_(), "number": pyarrow.float64(), "int64": pyarrow.int64()}


class Sent:
    """
    What the server sends of a layer. columns: their names, types and places in the snapshot. streams: pairs of what a
    table of Arrow says and the table. gone: ids of stored features that are no more, or not as they are stored.
    """

    def __init__(self, columns, streams, gone=()):
        self.columns = columns
        self.streams = streams
        self.gone = gone

    @classmethod
    def of_layer(cls, answer):
        """Of a layer with its edits beside it."""
        source = pyarrow.BufferReader(answer)
        head = pyarrow.ipc.open_stream(source).read_all()
        told = json.loads(head.schema.metadata[b"groma:layer"])
        streams = [(each, pyarrow.ipc.open_stream(source).read_all()) for each in told["streams"]]
        return cls(told["columns"], streams, head.column(0).to_numpy())

    @classmethod
    def of_parts(cls, columns, parts):
        """Of a snapshot that nobody has edited, by the bytes of its part files."""
        columns = [{**each, "base": place} for place, each in enumerate(columns)]
        return cls(columns, [({"role": "stored"}, pyarrow.ipc.open_stream(part).read_all()) for part in parts])


class LayerRows:
    """
    Rows of a layer in the order in which features were made.

    table: their ids and the columns that were asked for. geometries: an array of shapely. types: those of the columns.
    """

    def __init__(self, sent, columns=None, bbox=None):
        wanted = _places_of([each["name"] for each in sent.columns], columns)
        self._read(sent.columns, sent.streams, wanted, sent.gone)
        if bbox is not None:
            self._keep_within(*bbox)

    def _read(self, columns, streams, wanted, gone):
        with without_collection():
            features = [(each["role"], stream) for each, stream in streams if each["role"] in ("stored", "added")]
            fids = _joined([stream.column(0).to_numpy() for _role, stream in features], numpy.int32)
            shapes = _joined([geometries_of(stream) for _role, stream in features], object)
            order = self._order(fids, sum(stream.num_rows for role, stream in features if role == "stored"), gone)
            fids = fids[order]
            values = [_column(columns, place, features, streams, fids, order) for place in wanted]
        self.types = [columns[place]["type"] for place in wanted]
        self.table = pyarrow.table([pyarrow.array(fids, pyarrow.int32()), *values], [FID, *(columns[place]["name"] for place in wanted)])
        self.geometries = shapes[order]

    @staticmethod
    def _order(fids, stored, gone):
        """The rows by id, without those stored ones that are gone."""
        order = numpy.argsort(fids, kind="stable")
        if len(gone):
            order = order[(order >= stored) | ~numpy.isin(fids[order], gone)]
        return order

    def _keep_within(self, west, south, east, north):
        bounds = shapely.bounds(self.geometries)
        with numpy.errstate(invalid="ignore"):
            met = (bounds[:, 0] <= east) & (bounds[:, 2] >= west) & (bounds[:, 1] <= north) & (bounds[:, 3] >= south)
        self.table = self.table.filter(pyarrow.array(met))
        self.geometries = self.geometries[met]


def _places_of(names, columns):
    """Where the columns stand that are asked for: all, one by its name, or several."""
    wanted = list(names) if columns is None else [columns] if isinstance(columns, str) else list(columns)
    missing = [name for name in wanted if name not in names]
    if missing:
        raise KeyError(f"the layer has no column {missing[0]!r}; it has {', '.join(names) or 'none'}")
    return [names.index(name) for name in wanted]


def _joined(arrays, kind):
    return arrays[0] if len(arrays) == 1 else numpy.concatenate(arrays) if arrays else numpy.array([], kind)


def _column(columns, place, features, streams, fids, order):
    """One column of the rows in order: as stored, or what a new one has at first, and over it what edits have set."""
    base = columns[place]["base"]
    beside = {each["role"]: stream for each, stream in streams if each.get("column") == place}
    kept, at, end = [], order, 0
    if base is None:
        # One value for all stored rows; those that were added stand behind it.
        kept.append(_attribute(beside["fill"], 0))
        stored = sum(stream.num_rows for role, stream in features if role == "stored")
        at = numpy.where(order < stored, 0, order - stored + 1)
        end = 1
    for role, stream in features:
        if role == "added" or base is not None:
            kept.append(_attribute(stream, place if role == "added" else base))
            end += stream.num_rows
    edited = beside.get("values")
    if edited is not None:
        meant = edited.column(0).to_numpy()
        found = numpy.minimum(numpy.searchsorted(fids, meant), max(0, len(fids) - 1))
        # Where the feature is not there, neither is its value; and added features have their values with themselves.
        there = (fids[found] == meant) if len(fids) else numpy.zeros(len(meant), bool)
        at = at.copy()
        at[found[there]] = end + numpy.flatnonzero(there)
        kept.append(_attribute(edited, 0))
    chunks = _of_one_kind([chunk for part in kept for chunk in part.chunks], columns[place]["type"])
    return chunks.take(pyarrow.array(at))


def _attribute(stream, number):
    """An attribute by its number: ids, geometry and what belongs to it are none."""
    attributes = [place for place, field in enumerate(stream.schema) if b"groma:type" in (field.metadata or {})]
    return stream.column(attributes[number])


def _of_one_kind(chunks, kind):
    """Without dictionaries, of which pandas makes categories. Of a chunk that holds nothing, only its nulls are sent."""
    kinds = {chunk.type for chunk in chunks}
    if kind == "integer":
        # As doubles where one is beyond 32 bits.
        whole = pyarrow.int32() if kinds <= {pyarrow.int32()} else pyarrow.float64()
    else:
        whole = KINDS.get(kind, pyarrow.string())
    return pyarrow.chunked_array(
        [
            pyarrow.nulls(len(chunk), whole) if chunk.null_count == len(chunk) else chunk if chunk.type == whole else compute.cast(chunk, whole)
            for chunk in chunks
        ],
        whole,
    )
