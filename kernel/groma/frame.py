"""Arrow to data frames and back: layers, rows of queries, and frames that become layers."""

import contextlib
import gc
import json

import numpy
import pyarrow
import pyarrow.compute as compute
import shapely

DEGREES = 4326
BATCH_ROWS = 65_536
GEOMETRY = "geometry"
FID = "groma_fid"
SINGLE = {"point": "POINT", "linestring": "LINESTRING", "polygon": "POLYGON"}


def layer_frame(answer, names, columns=None, bbox=None):
    """A layer as the server streams it, as a GeoDataFrame with the ids of the features as index."""
    import geopandas
    import pandas

    with _without_collection():
        table, geometries, types = _layer(answer, names, columns, bbox)
    fids = table.column(FID).to_numpy()
    frame = table.drop_columns([FID]).to_pandas()
    for place, kind in enumerate(types):
        frame.isetitem(place, _typed(frame.iloc[:, place], kind))
    frame.index = pandas.Index(fids, name=FID)
    name = _free(GEOMETRY, frame.columns)
    return geopandas.GeoDataFrame(frame, geometry=geopandas.GeoSeries(geometries, index=frame.index, crs=DEGREES, name=name))


def layer_table(answer, names, columns=None, bbox=None):
    """The same as a table of pyarrow, its geometries as well-known binary."""
    with _without_collection():
        table, geometries, _types = _layer(answer, names, columns, bbox)
    metadata = {
        "ARROW:extension:name": "geoarrow.wkb",
        "ARROW:extension:metadata": '{"crs":"OGC:CRS84","crs_type":"authority_code"}',
    }
    field = pyarrow.field(_free(GEOMETRY, table.column_names), pyarrow.binary(), metadata=metadata)
    return table.append_column(field, pyarrow.array(shapely.to_wkb(geometries, flavor="iso"), pyarrow.binary()))


@contextlib.contextmanager
def _without_collection():
    """Python looks for garbage again and again while a million geometries are made, none of which is any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _layer(answer, names, columns, bbox):
    """Ids and columns as a table, geometries, and the types of the columns, in the order in which features were made."""
    tables, geometries, types = [], [], []
    wanted = list(names) if columns is None else [columns] if isinstance(columns, str) else list(columns)
    missing = [name for name in wanted if name not in names]
    if missing:
        raise KeyError(f"the layer has no column {missing[0]!r}; it has {', '.join(names) or 'none'}")
    source = pyarrow.BufferReader(answer)
    while source.tell() < source.size():
        part = pyarrow.ipc.open_stream(source).read_all()
        attributes = [place for place, field in enumerate(part.schema) if _type_of(field)]
        places = [attributes[names.index(name)] for name in wanted]
        types = [_type_of(part.schema.field(place)) for place in places]
        tables.append(pyarrow.table([part.column(0), *(_plain(part.column(place)) for place in places)], [FID, *wanted]))
        geometries.append(_geometries(part))
    if not tables:
        return pyarrow.table([pyarrow.array([], pyarrow.int32()), *([pyarrow.array([], pyarrow.string())] * len(wanted))], [FID, *wanted]), numpy.array([], object), [None] * len(wanted)
    table = pyarrow.concat_tables(tables, promote_options="permissive")
    shapes = geometries[0] if len(geometries) == 1 else numpy.concatenate(geometries)
    order = numpy.argsort(table.column(FID).to_numpy(), kind="stable")
    if bbox is not None:
        west, south, east, north = bbox
        bounds = shapely.bounds(shapes[order])
        with numpy.errstate(invalid="ignore"):
            order = order[(bounds[:, 0] <= east) & (bounds[:, 2] >= west) & (bounds[:, 1] <= north) & (bounds[:, 3] >= south)]
    return table.take(pyarrow.array(order)), shapes[order], types


def _type_of(field):
    told = (field.metadata or {}).get(b"groma:type")
    return told.decode() if told else None


def _plain(column):
    """Without a dictionary: pandas makes categories of those. Of a chunk that holds nothing, only its nulls are sent."""
    kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
    chunks = [
        pyarrow.nulls(len(chunk), kind) if chunk.null_count == len(chunk) else chunk.cast(kind) if chunk.type != kind else chunk
        for chunk in column.chunks
    ]
    return pyarrow.chunked_array(chunks, kind)


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


def _geometries(part):
    """The geometries of a part of a layer: GeoArrow as features of the kinds that they were."""
    field = part.schema.field(part.num_columns - 1)
    told = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode()
    if not told.startswith("geoarrow."):
        return numpy.full(part.num_rows, None, object)
    kind = told.removeprefix("geoarrow.")
    is_multi = kind.startswith("multi")
    lone = part.column("groma_multi") if is_multi and part.schema.get_field_index("groma_multi") >= 0 else None
    made = [_from_arrow(chunk, kind) for chunk in part.column(part.num_columns - 1).chunks]
    if not made:
        return numpy.array([], object)
    shapes = numpy.concatenate([shapes for shapes, _counts in made])
    if is_multi:
        single = numpy.concatenate([counts for _shapes, counts in made]) == 1
        if lone is not None:
            single &= ~lone.to_numpy(zero_copy_only=False).astype(bool)
        shapes[single] = shapely.get_geometry(shapes[single], 0)
    return shapes


def _from_arrow(chunk, kind):
    """Geometries of one array of nested lists, and how many members each has."""
    offsets = []
    while pyarrow.types.is_list(chunk.type):
        offsets.append(chunk.offsets.to_numpy())
        chunk = chunk.values
    size = chunk.type.list_size
    coordinates = chunk.flatten().to_numpy().reshape(-1, size)
    offsets.reverse()
    if kind.endswith("polygon"):
        coordinates, offsets[0] = _closed(coordinates, offsets[0])
    flat = size == 2 or bool(numpy.isnan(coordinates[:, 2]).all())
    xyz = coordinates[:, :2] if flat else coordinates
    levels = getattr(shapely.GeometryType, ("MULTI" if kind.startswith("multi") else "") + SINGLE[kind.removeprefix("multi")])
    shapes = shapely.from_ragged_array(levels, numpy.ascontiguousarray(xyz if flat else numpy.nan_to_num(xyz)), tuple(offsets) or None)
    if not flat and numpy.isnan(coordinates[:, 2]).any():
        shapes = _without_missing_heights(shapes, coordinates[:, 2])
    counts = numpy.diff(offsets[-1]) if kind.startswith("multi") else None
    return shapes, counts


def _closed(coordinates, rings):
    """Rings end where they begin."""
    starts, ends = rings[:-1], rings[1:] - 1
    filled = ends >= starts
    is_open = filled.copy()
    is_open[filled] = (coordinates[starts[filled], :2] != coordinates[ends[filled], :2]).any(axis=1)
    if not is_open.any():
        return coordinates, rings
    closed = numpy.insert(coordinates, ends[is_open] + 1, coordinates[starts[is_open]], axis=0)
    return closed, (rings + numpy.concatenate([[0], numpy.cumsum(is_open)])).astype(rings.dtype)


def _without_missing_heights(shapes, heights):
    """A feature of which no position has a height is flat."""
    counts = shapely.get_num_coordinates(shapes)
    filled = counts > 0
    starts = numpy.concatenate([[0], numpy.cumsum(counts[filled])[:-1]])
    has_height = numpy.zeros(len(shapes), bool)
    has_height[filled] = numpy.add.reduceat(~numpy.isnan(heights), starts) > 0
    shapes[~has_height] = shapely.force_2d(shapes[~has_height])
    return shapes


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
            with _without_collection():
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
    schema = pyarrow.schema([*(field for field, _values in named), pyarrow.field(name, pyarrow.binary(), metadata=metadata)])

    def pieces():
        sink = _Sink()
        with pyarrow.ipc.new_stream(sink, schema) as writer:
            for start in range(0, max(1, len(shapes)), BATCH_ROWS):
                taken = [values.slice(start, BATCH_ROWS) for _field, values in named]
                wkb = pyarrow.array(shapely.to_wkb(shapes[start : start + BATCH_ROWS], flavor="iso"), pyarrow.binary())
                writer.write_batch(pyarrow.record_batch([*taken, wkb], schema=schema))
                yield from sink.take()
        yield from sink.take()

    return name, pieces


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
