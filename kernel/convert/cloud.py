"""What point clouds have in common, whatever file they come from."""

from dataclasses import dataclass, field

import numpy as np

# Points that are in memory at once.
CHUNK = 500_000

# Columns beside the place, by the names that LAS has for them; colours are of 16 bits.
COLORS = ("red", "green", "blue")


@dataclass
class Chunk:
    """Points in a row: places in the coordinate system of the source, and columns of the same length."""

    xyz: np.ndarray
    columns: dict[str, np.ndarray] = field(default_factory=dict)


class Source:
    """A point cloud that is read in chunks, as often as wanted."""

    #: How many points there are; None where only reading tells.
    count: int | None = None
    #: The coordinate system as a pyproj.CRS, or None.
    crs = None
    #: Types of the columns by name.
    columns: dict[str, np.dtype]
    #: Digits after the point of a LAS file: how far apart two places are at least, for each axis.
    scales: np.ndarray | None = None
    #: How much of the file has been read, from 0 to 1.
    read = 0.0

    def chunks(self):
        raise NotImplementedError


@dataclass
class Bounds:
    low: np.ndarray
    high: np.ndarray
    count: int


def measure(source: Source, tell=None) -> Bounds:
    """Reads a cloud once for its extent and number of points. Places that are not finite are left out."""
    low, high, count = np.full(3, np.inf), np.full(3, -np.inf), 0
    for chunk in source.chunks():
        if len(chunk.xyz):
            low = np.minimum(low, chunk.xyz.min(axis=0))
            high = np.maximum(high, chunk.xyz.max(axis=0))
            count += len(chunk.xyz)
        if tell:
            tell(source.read)
    return Bounds(low, high, count)


def finite(chunk: Chunk) -> Chunk:
    """A chunk without points whose place is not a number."""
    good = np.isfinite(chunk.xyz).all(axis=1)
    if good.all():
        return chunk
    return Chunk(chunk.xyz[good], {name: values[good] for name, values in chunk.columns.items()})


def scales_for(bounds: Bounds) -> np.ndarray:
    """How finely LAS keeps places: a tenth of a millimetre, in degrees 1e-8, and coarser where 32 bits do not reach."""
    is_degrees = (abs(bounds.low[:2]) <= 180).all() and (abs(bounds.high[:2]) <= 180).all()
    scales = np.array([1e-8, 1e-8, 1e-4] if is_degrees and (bounds.high - bounds.low)[:2].max() < 40 else [1e-4] * 3)
    while ((bounds.high - bounds.low) / scales > 2e9).any():
        scales[(bounds.high - bounds.low) / scales > 2e9] *= 10
    return scales
