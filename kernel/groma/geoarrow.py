"""GeoArrow coordinates, as layers are stored, to geometries."""

import contextlib
import gc

import numpy
import pyarrow
import shapely

SINGLE = {"point": "POINT", "linestring": "LINESTRING", "polygon": "POLYGON"}


@contextlib.contextmanager
def without_collection():
    """Python looks for garbage again and again while a million geometries are made, none of which is any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def geometries_of(part):
    """The geometries of a part of a layer: GeoArrow as features of the kinds that they were."""
    field = part.schema.field(part.num_columns - 1)
    told = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode()
    if not told.startswith("geoarrow."):
        return numpy.full(part.num_rows, None, object)
    kind = told.removeprefix("geoarrow.")
    is_multi = kind.startswith("multi")
    made = [_from_arrow(chunk, kind) for chunk in part.column(part.num_columns - 1).chunks]
    if not made:
        return numpy.array([], object)
    shapes = numpy.concatenate([shapes for shapes, _counts in made])
    lone = numpy.zeros(len(shapes), bool)
    told = [place for place, field in enumerate(part.schema) if field.name == "groma_multi" and b"groma:type" not in (field.metadata or {})]
    if told:
        lone = part.column(told[0]).to_numpy(zero_copy_only=False).astype(bool)
    if is_multi:
        single = (numpy.concatenate([counts for _shapes, counts in made]) == 1) & ~lone
        shapes[single] = shapely.get_geometry(shapes[single], 0)
    elif lone.any():
        # Where no feature has several members, multi types of one are stored as what they are of.
        gather = {"point": shapely.multipoints, "linestring": shapely.multilinestrings, "polygon": shapely.multipolygons}[kind]
        shapes[lone] = gather(shapes[lone], indices=numpy.arange(lone.sum()))
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
