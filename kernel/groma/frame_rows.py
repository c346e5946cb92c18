"""Rows of a data frame of pandas, GeoPandas, Polars or PyArrow, as the grid of a page asks for them.

Columns are known by their places, since names may be there twice; the levels of an index come first. Sorting and
filtering make a list of places and never another frame.
"""

import datetime
import decimal
import json
import math
import weakref
from collections import OrderedDict

import numpy
import pandas

from groma import code_runs

MOST_COLUMNS = 400
MOST_ROWS = 500
MOST_CHARACTERS = 1_500_000
LONGEST_VALUE = 1_000
SHORTEST_VALUE = 60
EXACT = 2**53
KEPT_ORDERS = 3

_orders = OrderedDict()


def opened(value):
    """A frame as something that answers questions."""
    module = type(value).__module__
    if module.startswith("polars"):
        return PolarsRows(value)
    if module.startswith("pyarrow"):
        return ArrowRows(value)
    return PandasRows(value)


class Rows:
    """What all kinds of frames have in common."""

    # What stands for a number that is none, where that is not a missing value.
    nan = "NaN"

    def __init__(self, value):
        self.value = value

    def answer(self, request, variable):
        kind = request["ask"]
        if kind == "columns":
            return self.describe(variable(), int(request.get("firstColumn", 0)))
        if kind == "rows":
            return self.window(request)
        if kind == "profile":
            from groma.frame_profile import profile

            order = self.order([], request.get("filter", []))
            values = self.column(request["column"])
            return {"profile": profile(values if order is None else values.iloc[order])}
        if kind == "save":
            from groma.frame_files import save

            return {"path": save(self, request["format"], variable() or "frame")}
        raise ValueError(kind)

    def describe(self, variable, first):
        names = self.names()
        told = [self.described(place, names[place]) for place in range(first, min(len(names), first + MOST_COLUMNS))]
        return {"rowCount": self.shape()[0], "columns": told, "columnCount": len(names), "variable": variable, "asPandas": self.as_pandas(variable)}

    def described(self, place, name):
        dtype = self.dtype(place)
        kind = kind_of(dtype)
        return {
            "name": name,
            "type": kind,
            "dtype": str(dtype)[:100],
            "isIndex": place < self.index_count(),
            "missing": self.missing(dtype, kind),
        }

    def missing(self, dtype, kind):
        return "null"

    def as_pandas(self, variable):
        return variable and f"{variable}.to_pandas()"

    def index_count(self):
        return 0

    def window(self, request):
        order = self.order(request.get("sort", []), request.get("filter", []))
        count = self.shape()[0] if order is None else len(order)
        start = max(0, int(request["start"]))
        end = min(count, int(request["end"]), start + MOST_ROWS)
        places = numpy.arange(start, max(start, end)) if order is None else order[start:end]
        first = int(request.get("firstColumn", 0))
        columns = range(first, min(len(self.names()), first + MOST_COLUMNS))
        taken = self.taken(places, columns)
        limit = max(SHORTEST_VALUE, min(LONGEST_VALUE, MOST_CHARACTERS // max(1, len(places) * len(columns))))
        lists = [[shown(value, limit, self.nan) for value in values] for values in taken]
        return {"rows": [list(row) for row in zip(*lists, strict=True)] if lists else [], "rowCount": count}

    def order(self, sort, filters):
        """Places of the rows that pass, in their order; None for all of them as they are."""
        if not sort and not filters:
            return None
        # Code that ran since may have changed values in their place.
        key = (code_runs.count, id(self.value), self.signature(), json.dumps([sort, filters]))
        known = _orders.get(key)
        if known is not None and known[0]() is self.value:
            _orders.move_to_end(key)
            return known[1]
        made = self.make_order(sort, filters)
        _orders[key] = (weakref.ref(self.value), made)
        while len(_orders) > KEPT_ORDERS:
            _orders.popitem(last=False)
        return made

    def make_order(self, sort, filters):
        from groma.frame_filter import passes

        count = self.shape()[0]
        size = numpy.int32 if count < 2**31 else numpy.int64
        places = None
        for each in filters:
            mask = numpy.asarray(passes(self.column(each["column"]), each), dtype=bool)
            found = numpy.flatnonzero(mask).astype(size)
            places = found if places is None else places[mask[places]]
        if places is None:
            places = numpy.arange(count, dtype=size)
        # The first of several comes last, and a stable order keeps what those after it have made.
        for each in reversed(sort):
            values = self.column(each["column"]).iloc[places]
            places = places[sorted_places(values, each["direction"] == "desc")]
        return places


def sorted_places(values, is_descending):
    """Places of the values in their order, missing ones last; values without an order by their texts."""
    try:
        return argsorted(values, is_descending)
    except Exception:
        return argsorted(values.map(str, na_action="ignore"), is_descending)


def argsorted(values, is_descending):
    return numpy.asarray(values.array.argsort(ascending=not is_descending, kind="stable", na_position="last"))


class PandasRows(Rows):
    """A frame or series of pandas, and a frame of GeoPandas."""

    nan = None

    def __init__(self, value):
        super().__init__(value)
        self.is_series = value.ndim == 1
        self.index = value.index
        is_plain = isinstance(self.index, pandas.RangeIndex) and self.index.name is None
        self.levels = 0 if is_plain and self.index.start == 0 and self.index.step == 1 else self.index.nlevels

    def shape(self):
        return len(self.value), 1 if self.is_series else self.value.shape[1]

    def signature(self):
        if self.is_series:
            return (len(self.value), str(self.value.dtype))
        return (len(self.value), hash(tuple(map(str, self.value.columns))), hash(tuple(map(str, self.value.dtypes))))

    def size_bytes(self):
        used = self.value.memory_usage(index=True, deep=False)
        return int(used if self.is_series else used.sum()) * 4

    def is_geo(self):
        return not self.is_series and hasattr(self.value, "total_bounds")

    def as_pandas(self, variable):
        return variable

    def index_count(self):
        return self.levels

    def names(self):
        own = [self.value.name if self.value.name is not None else ""] if self.is_series else list(self.value.columns)
        levels = list(self.index.names)[: self.levels]
        return [name_text(name) if name is not None else "" for name in levels] + [name_text(name) for name in own]

    def dtype(self, place):
        if place < self.levels:
            return self.index.levels[place].dtype if self.index.nlevels > 1 else self.index.dtype
        return self.value.dtype if self.is_series else self.value.dtypes.iloc[place - self.levels]

    def missing(self, dtype, kind):
        if dtype.kind in "mM":
            return "NaT"
        if dtype.kind == "O" and not hasattr(dtype, "na_value"):
            return "None"
        return str(getattr(dtype, "na_value", "NaN")).replace("nan", "NaN")

    def column(self, place):
        if place < self.levels:
            return pandas.Series(self.index.get_level_values(place), dtype=self.dtype(place) if self.levels == 1 else None)
        values = self.value if self.is_series else self.value.iloc[:, place - self.levels]
        return values

    def taken(self, places, columns):
        index = self.index[places] if self.levels else None
        rows = self.value.iloc[places]
        for place in columns:
            if place < self.levels:
                yield index.get_level_values(place)
            else:
                yield rows if self.is_series else rows.iloc[:, place - self.levels]


class PolarsRows(Rows):
    """A frame or series of Polars."""

    def __init__(self, value):
        super().__init__(value)
        self.is_series = not hasattr(value, "columns")

    def shape(self):
        return len(self.value), 1 if self.is_series else self.value.width

    def signature(self):
        if self.is_series:
            return (len(self.value), str(self.value.dtype))
        return (len(self.value), hash(tuple(self.value.columns)), hash(tuple(map(str, self.value.dtypes))))

    def size_bytes(self):
        return int(self.value.estimated_size())

    def is_geo(self):
        return False

    def names(self):
        return [self.value.name] if self.is_series else list(self.value.columns)

    def _own(self, place):
        return self.value if self.is_series else self.value.to_series(place)

    def dtype(self, place):
        return self._own(place).dtype

    def column(self, place):
        return arrow_series(self._own(place).to_arrow())

    def taken(self, places, columns):
        wanted = places.tolist()
        for place in columns:
            yield self._own(place)[wanted].to_list()


class ArrowRows(Rows):
    """A table of PyArrow."""

    def shape(self):
        return self.value.num_rows, self.value.num_columns

    def signature(self):
        return self.shape()

    def size_bytes(self):
        return int(self.value.nbytes)

    def is_geo(self):
        return False

    def names(self):
        return list(self.value.column_names)

    def dtype(self, place):
        return self.value.schema.field(place).type

    def column(self, place):
        return arrow_series(self.value.column(place))

    def taken(self, places, columns):
        for place in columns:
            yield self.value.column(place).take(places).to_pylist()


def arrow_series(array):
    """A column of Arrow as one of pandas that keeps its type: whole numbers stay whole where some are missing."""
    import pyarrow

    types = pyarrow.types
    if types.is_date(array.type):
        array = array.cast(pyarrow.timestamp("ms"))
    if types.is_timestamp(array.type) or types.is_dictionary(array.type):
        return pandas.Series(array.to_pandas())
    return pandas.Series(pandas.array(array, dtype=pandas.ArrowDtype(array.type)))


def kind_of(dtype):
    """What the grid sorts and filters a column as."""
    name = str(dtype).lower()
    if name.startswith(("geometry", "geography")):
        return "geo"
    if name.startswith("bool"):
        return "boolean"
    if name.startswith(("list", "struct", "array", "map", "dictionary", "interval", "period", "complex", "sparse[object")):
        return "text"
    if name.startswith(("datetime", "timestamp", "date")):
        return "time"
    if name.startswith(("int", "uint", "float", "double", "decimal", "halffloat", "sparse[int", "sparse[float")):
        return "number"
    return "text"


def name_text(name):
    if isinstance(name, tuple):
        return " · ".join(str(part) for part in name if part != "")
    return str(name)


def shown(value, limit, nan=None):
    """A value as JSON has it: missing ones are null, and what it has no form for is a text of at most `limit` characters."""
    if value is None or value is pandas.NA or value is pandas.NaT:
        return None
    if isinstance(value, (bool, numpy.bool_)):
        return bool(value)
    if isinstance(value, (int, numpy.integer)):
        whole = int(value)
        return whole if -EXACT <= whole <= EXACT else str(whole)
    if isinstance(value, (float, numpy.floating)):
        number = float(value)
        if math.isnan(number):
            return nan
        return number if math.isfinite(number) else str(number)
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, str):
        text = value
    elif hasattr(value, "geom_type"):
        text = geometry_text(value)
    elif isinstance(value, (datetime.datetime, datetime.date)):
        text = str(value)
    elif isinstance(value, (list, tuple, dict, set, numpy.ndarray)):
        text = nested_text(value, limit)
    else:
        text = str(value)
    text = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return text.encode("utf-8", "replace").decode("utf-8")


def nested_text(value, limit):
    """A list or record as Python writes it, of whose many parts only the first are."""
    if isinstance(value, numpy.ndarray):
        value = value.reshape(-1)[:limit].tolist() if value.ndim == 1 else value[:limit].tolist()
    elif isinstance(value, (list, tuple)) and len(value) > limit:
        value = value[:limit]
    return str(value)


def geometry_text(shape):
    import shapely

    points = shapely.get_num_coordinates(shape)
    if points > 50:
        return f"{shape.geom_type.upper()} ({points})"
    return shapely.to_wkt(shape, rounding_precision=6)
