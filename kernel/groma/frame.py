"""Arrow to data frames and back: layers, rows of queries, and frames that become layers."""

import json

import pyarrow
import pyarrow.compute as compute
import shapely

from groma.geoarrow import without_collection
from groma.layer_rows import FID, LayerRows

DEGREES = 4326
BATCH_ROWS = 65_536
GEOMETRY = "geometry"


def layer_frame(sent, columns=None, bbox=None):
    """A layer as it was sent (`layer_rows.Sent`), as a GeoDataFrame with the ids of the features as index."""
    import geopandas
    import pandas

    rows = LayerRows(sent, columns, bbox)
    fids = rows.table.column(FID).to_numpy()
    frame = rows.table.drop_columns([FID]).to_pandas()
    for place, kind in enumerate(rows.types):
        frame.isetitem(place, _typed(frame.iloc[:, place], kind))
    frame.index = pandas.Index(fids, name=FID)
    name = _free(GEOMETRY, frame.columns)
    return geopandas.GeoDataFrame(frame, geometry=geopandas.GeoSeries(rows.geometries, index=frame.index, crs=DEGREES, name=name))


def layer_table(sent, columns=None, bbox=None):
    """The same as a table of pyarrow, its geometries as well-known binary."""
    rows = LayerRows(sent, columns, bbox)
    metadata = {
        "ARROW:extension:name": "geoarrow.wkb",
        "ARROW:extension:metadata": '{"crs":"OGC:CRS84","crs_type":"authority_code"}',
    }
    field = pyarrow.field(_free(GEOMETRY, rows.table.column_names), pyarrow.binary(), metadata=metadata)
    return rows.table.append_column(field, pyarrow.array(shapely.to_wkb(rows.geometries, flavor="iso"), pyarrow.binary()))


def _typed(values, kind):
    """Dates and times as such where all of them are, whole numbers as whole, JSON as what it says; else as it came."""
    import pandas

    try:
        if kind in ("date", "datetime", "datetimetz"):
            return pandas.to_datetime(values, format="ISO8601", utc=kind == "datetimetz")
        # Smaller ones would overflow in what people count with them.
        if kind == "integer" and (values.dtype.kind == "i" or not values.hasnans):
            return values.astype("int64")
        if kind == "json":
            return values.map(json.loads, na_action="ignore").astype(object)
    except (ValueError, OverflowError):
        pass
    return values


def query_frame(answer, in_degrees=False):
    """The rows of a query, as a database of the project gives them. `in_degrees`: geometries that may be in degrees are."""
    table = pyarrow.ipc.open_stream(answer).read_all()
    return rows_frame(table, in_degrees)


def rows_frame(table, in_degrees=False):
    import pandas

    frame = table.to_pandas()
    geometries = {}
    for place, field in enumerate(table.schema):
        told = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        if told.get("groma:type", "").lower().startswith(("numeric", "decimal")):
            frame.isetitem(place, pandas.to_numeric(frame.iloc[:, place]))
        if "groma:geometry" in told:
            geometries[place] = json.loads(told["groma:geometry"])
    return _with_geometries(frame, geometries, in_degrees) if geometries and frame.columns.is_unique else frame


def _with_geometries(frame, geometries, in_degrees):
    import geopandas

    readers = {"wkt": shapely.from_wkt, "geojson": shapely.from_geojson}
    made = {}
    for place, told in geometries.items():
        values = frame.iloc[:, place]
        if told["encoding"] == "wkt":
            values = values.str.replace(r"^\s*SRID=\d+\s*;", "", regex=True)
        try:
            with without_collection():
                read = readers.get(told["encoding"], shapely.from_wkb)(values.to_numpy(object))
            system = told.get("srid") or (DEGREES if in_degrees and _may_be_degrees(read) else None)
            made[frame.columns[place]] = geopandas.GeoSeries(read, index=frame.index, crs=system)
        except Exception:
            # Not every value is a geometry after all: the column stays as it came.
            pass
    for name, values in made.items():
        frame[name] = values
    return geopandas.GeoDataFrame(frame, geometry=next(iter(made))) if made else frame


def _may_be_degrees(shapes):
    west, south, east, north = shapely.total_bounds(shapes)
    return not (west < -180 or east > 180 or south < -90 or north > 90)


def frame_pieces(frame):
    """
    A GeoDataFrame, or a table of pyarrow that it can be made of, for the server: the name of the column of geometries, and
    a function that gives the pieces of an Arrow stream. Each type is one that a layer has.
    """
    import geopandas

    if isinstance(frame, pyarrow.Table):
        frame = geopandas.GeoDataFrame.from_arrow(frame)
    if isinstance(frame, geopandas.GeoSeries):
        frame = geopandas.GeoDataFrame(geometry=frame)
    if not isinstance(frame, geopandas.GeoDataFrame) or frame._geometry_column_name not in frame.columns:
        raise TypeError(f"a layer is made of a GeoDataFrame with a geometry, not of a {type(frame).__name__}")
    if not frame.columns.is_unique:
        raise ValueError(f"the column {frame.columns[frame.columns.duplicated()][0]!r} is there twice")
    if frame.crs is not None and frame.crs.to_epsg() != DEGREES:
        frame = frame.to_crs(DEGREES)
    shapes = frame.geometry.to_numpy()
    rest = frame.drop(columns=[frame.geometry.name])
    named = [_arrow_column(str(name), rest.iloc[:, place]) for place, name in enumerate(rest.columns)]
    name = _free(GEOMETRY, [field.name for field, _values in named])
    metadata = {"groma:geometry": json.dumps({"encoding": "wkb", "srid": DEGREES})}
    place = pyarrow.field(name, pyarrow.binary(), metadata=metadata)

    def wkb(start):
        return pyarrow.array(shapely.to_wkb(shapes[start : start + BATCH_ROWS], flavor="iso"), pyarrow.binary())

    return name, _stream(named, len(shapes), place, wkb)


def row_pieces(frame):
    """A data frame without geometry for the server: a function that gives the pieces of an Arrow stream."""
    if not frame.columns.is_unique:
        raise ValueError(f"the column {frame.columns[frame.columns.duplicated()][0]!r} is there twice")
    if frame.index.names != [None]:
        frame = frame.reset_index()
    named = [_arrow_column(str(name), frame.iloc[:, place]) for place, name in enumerate(frame.columns)]
    return _stream(named, len(frame))


def _stream(named, rows, place=None, wkb=None):
    """Columns, and with `place` and `wkb` geometries, as a function that gives the pieces of an Arrow stream."""
    schema = pyarrow.schema([*(field for field, _values in named), *([] if place is None else [place])])

    def pieces():
        sink = _Sink()
        with pyarrow.ipc.new_stream(sink, schema) as writer:
            for start in range(0, max(1, rows), BATCH_ROWS):
                taken = [values.slice(start, BATCH_ROWS) for _field, values in named]
                if wkb is not None:
                    taken.append(wkb(start))
                writer.write_batch(pyarrow.record_batch(taken, schema=schema))
                yield from sink.take()
        yield from sink.take()

    return pieces


class _Sink:
    """Keeps what is written until it is taken."""

    closed = False

    def __init__(self):
        self._pieces = []

    def write(self, piece):
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self):
        taken, self._pieces = self._pieces, []
        return taken

    def flush(self):
        pass

    def close(self):
        pass

    def writable(self):
        return True

    def readable(self):
        return False

    def seekable(self):
        return False


def _arrow_column(name, values):
    """A column as one that the server takes: whole and other numbers, truth, text, dates and moments; what else there is as JSON or text."""
    types = pyarrow.types
    if hasattr(values, "to_wkt"):
        return _text(name, values.to_wkt())
    try:
        array = pyarrow.array(values, from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, pyarrow.ArrowNotImplementedError):
        return _json(name, values)
    if isinstance(array, pyarrow.ChunkedArray):
        array = array.combine_chunks()
    kind = array.type
    if types.is_dictionary(kind):
        array = compute.cast(array, kind.value_type)
        kind = array.type
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_float32(kind) or types.is_float64(kind):
        # The largest unsigned numbers have no type there.
        return pyarrow.field(name, kind), array
    if types.is_float16(kind):
        return pyarrow.field(name, pyarrow.float32()), compute.cast(array, pyarrow.float32())
    if types.is_decimal(kind):
        return pyarrow.field(name, pyarrow.float64()), compute.cast(array, pyarrow.float64())
    if types.is_date(kind):
        return pyarrow.field(name, pyarrow.date32()), compute.cast(array, pyarrow.date32())
    if types.is_timestamp(kind):
        wanted = pyarrow.timestamp("us", "UTC" if kind.tz else None)
        return pyarrow.field(name, wanted), compute.cast(array, wanted, safe=False)
    if types.is_null(kind) or types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind) or types.is_time(kind):
        return pyarrow.field(name, pyarrow.string()), compute.cast(array, pyarrow.string())
    if types.is_list(kind) or types.is_struct(kind) or types.is_map(kind):
        return _json(name, values)
    return _text(name, values)


def _json(name, values):
    texts = [None if _is_missing(value) else json.dumps(value, default=_json_value) for value in values]
    return pyarrow.field(name, pyarrow.string(), metadata={"groma:json": "1"}), pyarrow.array(texts, pyarrow.string())


def _text(name, values):
    texts = [None if _is_missing(value) else str(value) for value in values]
    return pyarrow.field(name, pyarrow.string()), pyarrow.array(texts, pyarrow.string())


def _is_missing(value):
    return value is None or (isinstance(value, float) and value != value)


def _json_value(value):
    return value.tolist() if hasattr(value, "tolist") else str(value)


def _free(name, taken):
    """The name, or with a number behind it, as none of the others has it."""
    low = {str(each).lower() for each in taken}
    return next(each for each in [name, *(f"{name}_{count}" for count in range(2, len(low) + 3))] if each not in low)
