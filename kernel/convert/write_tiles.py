"""Writes a point cloud as 3D Tiles 1.0 (OGC 18-053r2): a tree of PNTS tiles in which each adds points to those above it.

Points are sorted into cells of a cube on disk, so that memory stays flat, and then gathered from below: what is above gets a
sample of what is beneath. Places are kept as differences from the middle of their tile, in single precision; tiles that are
so large that this would cost more than half a millimetre hold no points.
"""

import json
import os
import struct
import tempfile
import warnings

import numpy as np

from cloud import COLORS, Chunk, Source, measure
from say import Unreadable, loss, progress

# Levels of cells below the whole.
LEVELS = 7
# Points of a cell at most, unless it is of the lowest level; and of the sample that a tile above others holds.
LEAF_POINTS = 60_000
SAMPLE_POINTS = 30_000
# Half a side in metres up to which single precision keeps half a millimetre.
LARGEST_HALF_SIDE = 8_192.0
GEOCENTRIC = "EPSG:4978"


def write_tiles(source: Source, output: str, crs) -> None:
    """Writes `tileset.json` and its tiles into the folder `output`."""
    if crs is None:
        raise Unreadable(
            "it does not say which coordinate system it is in, and tiles have a place on the globe. "
            "Convert it from a LAS or LAZ file that does"
        )
    _write(_Placed(source, crs), source, output)


def write_scene(source: Source, output: str, crs) -> None:
    """Writes tiles of points whose place on the globe does not matter: in metres around the first of them."""
    is_round = crs is not None and not crs.is_projected
    _write(_Placed(source, crs) if is_round else _Near(source, crs), source, output)


def _write(placed, source: Source, output: str) -> None:
    bounds = measure(placed, lambda read: progress(read * 0.2))
    if bounds.count == 0:
        raise Unreadable("it holds no points")
    cube = _Cube(bounds.low, bounds.high)
    has_colors = all(color in source.columns for color in COLORS)
    lost = [name for name in source.columns if name not in COLORS and name not in KEPT]
    if lost:
        loss(f"The tiles do not have {', '.join(f'“{name}”' for name in lost)}.")
    counts = np.zeros(8**LEVELS, "u4")
    wide = False
    for chunk in placed.chunks():
        wide = wide or has_colors and any((chunk.columns[color] > 255).any() for color in COLORS)
        cells, number = np.unique(cube.cells(chunk.xyz), return_counts=True)
        counts[cells] += number.astype("u4")
        progress(0.2 + placed.read * 0.2)
    leaves = _leaves(counts)
    with tempfile.TemporaryDirectory(dir=output) as cellar:
        layout = _layout(source, has_colors)
        _sort_into(placed, cube, leaves, layout, wide, cellar)
        writer = _Writer(output, cellar, cube, leaves, layout, bounds.count)
        root, rest = writer.node(0, 0)
        if root is None:
            raise Unreadable("it holds no points")
        writer.fill(root, "r", rest)
        del root["_bounds"]
    tileset = {"asset": {"version": "1.0"}, "geometricError": root["geometricError"] * 2 or 1.0, "root": root}
    with open(os.path.join(output, "tileset.json"), "w", encoding="utf-8") as file:
        json.dump(tileset, file, separators=(",", ":"))


KEPT = {"intensity": "<u2", "classification": "u1"}


class _Placed(Source):
    """A cloud in metres from the middle of the Earth. Heights are above the ellipsoid, unless the system says of what."""

    def __init__(self, source: Source, crs):
        import pyproj

        self._source, self.columns, self.count = source, source.columns, source.count
        # What is missing is told as a loss.
        warnings.simplefilter("ignore")
        geocentric = pyproj.CRS.from_user_input(GEOCENTRIC)
        is_flat = len(crs.axis_info) < 3
        # The unit of heights that nothing names is that of the plane; degrees have metres beside them.
        self._height, unit = 1.0, "metres"
        if is_flat:
            if crs.is_projected:
                self._height, unit = crs.axis_info[0].unit_conversion_factor, crs.axis_info[0].unit_name
            loss(f"Heights are taken as heights above the ellipsoid, in the unit {unit}.")
        elif not pyproj.transformer.TransformerGroup(crs, geocentric, always_xy=True).best_available:
            loss(f"Heights of “{crs.name}” are not exact: this server lacks the grid that turns them into those of the globe.")
        self._transform = pyproj.Transformer.from_crs(crs.to_3d() if is_flat else crs, geocentric, always_xy=True)

    @property
    def read(self):
        return self._source.read

    def chunks(self):
        left_out = 0
        for chunk in self._source.chunks():
            xyz = np.column_stack(self._transform.transform(*(chunk.xyz * (1, 1, self._height)).T))
            good = np.isfinite(xyz).all(axis=1)
            left_out += int((~good).sum())
            yield Chunk(xyz[good], {name: values[good] for name, values in chunk.columns.items()})
        if left_out:
            loss(f"Points outside what their coordinate system is for are left out: {left_out}.")


class _Near(Source):
    """A cloud around its first point, in the unit metre where its plane has another."""

    def __init__(self, source: Source, crs):
        self._source, self.columns, self.count = source, source.columns, source.count
        self._unit = crs.axis_info[0].unit_conversion_factor if crs is not None and crs.axis_info else 1.0
        self._first = None

    @property
    def read(self):
        return self._source.read

    def chunks(self):
        for chunk in self._source.chunks():
            if self._first is None and len(chunk.xyz):
                self._first = np.round(chunk.xyz[0])
            yield Chunk((chunk.xyz - (0 if self._first is None else self._first)) * self._unit, chunk.columns)


class _Cube:
    """The cube around all points, and its cells in the order of an octree (Morton, 1966)."""

    def __init__(self, low: np.ndarray, high: np.ndarray):
        self.side = float(max((high - low).max(), 1e-3)) * 1.000001
        self.low = (low + high - self.side) / 2

    def cells(self, xyz: np.ndarray) -> np.ndarray:
        steps = np.clip((xyz - self.low) / self.side * 2**LEVELS, 0, 2**LEVELS - 1).astype("u4")
        found = np.zeros(len(xyz), "u4")
        for level in range(LEVELS):
            for axis in range(3):
                found |= ((steps[:, axis] >> level) & 1) << (3 * level + axis)
        return found


def _leaves(counts: np.ndarray) -> dict[tuple[int, int], int]:
    """Cells (level, number) that are not divided any further, with how many points they hold."""
    sums = [counts.astype("u8")]
    for _ in range(LEVELS):
        sums.append(sums[-1].reshape(-1, 8).sum(axis=1))
    sums.reverse()
    found: dict[tuple[int, int], int] = {}
    open_cells = [(0, 0)]
    while open_cells:
        level, number = open_cells.pop()
        count = int(sums[level][number])
        if count == 0:
            continue
        if count <= LEAF_POINTS or level == LEVELS:
            found[level, number] = count
        else:
            open_cells.extend((level + 1, number * 8 + child) for child in range(8))
    return found


def _layout(source: Source, has_colors: bool) -> np.dtype:
    kept = [(name, kind) for name, kind in KEPT.items() if name in source.columns]
    colors = [("rgb", "u1", (3,))] if has_colors else []
    return np.dtype([("xyz", "<f8", (3,)), *colors, *kept])


def _sort_into(placed, cube, leaves, layout, wide, cellar) -> None:
    """Writes the points of each leaf into a file of its own."""
    of_cell = np.full(8**LEVELS, -1, "i4")
    names = list(leaves)
    for at, (level, number) in enumerate(names):
        width = 8 ** (LEVELS - level)
        of_cell[number * width : (number + 1) * width] = at
    for chunk in placed.chunks():
        rows = np.zeros(len(chunk.xyz), layout)
        rows["xyz"] = chunk.xyz
        if "rgb" in layout.names:
            for at, color in enumerate(COLORS):
                values = chunk.columns[color]
                rows["rgb"][:, at] = np.asarray(values, "u4") // 256 if wide else np.clip(values, 0, 255)
        for name, kind in KEPT.items():
            if name in layout.names:
                most = np.iinfo(np.dtype(kind)).max
                rows[name] = np.clip(np.nan_to_num(np.asarray(chunk.columns[name], "f8")), 0, most)
        leaf = of_cell[cube.cells(chunk.xyz)]
        order = np.argsort(leaf, kind="stable")
        found, starts = np.unique(leaf[order], return_index=True)
        for at, start, end in zip(found, starts, [*starts[1:], len(order)], strict=True):
            level, number = names[at]
            with open(os.path.join(cellar, f"{level}-{number}"), "ab") as file:
                rows[order[start:end]].tofile(file)
        progress(0.4 + placed.read * 0.3)


class _Writer:
    def __init__(self, output, cellar, cube, leaves, layout, count):
        self._output, self._cellar, self._cube, self._leaves = output, cellar, cube, leaves
        self._layout, self._count, self._written = layout, count, 0
        self._inner = {(level, number >> (3 * (top - level))) for top, number in leaves for level in range(top)}
        # The same points give the same tiles.
        self._random = np.random.default_rng(20_180_630)

    def node(self, level: int, number: int):
        """The tile of a cell, without content yet, and the points that are to be its content or to go further up."""
        key = (level, number)
        if key in self._leaves:
            rows = np.fromfile(os.path.join(self._cellar, f"{level}-{number}"), self._layout)
            os.remove(os.path.join(self._cellar, f"{level}-{number}"))
            return self._tile(rows["xyz"], 0.0), self._random.permutation(rows)
        if key not in self._inner:
            return None, np.zeros(0, self._layout)
        half = self._cube.side / 2**level / 2
        is_empty = half > LARGEST_HALF_SIDE
        children, samples = [], []
        parts = [(child, *self.node(level + 1, number * 8 + child)) for child in range(8)]
        total = sum(len(rows) for _, _, rows in parts)
        for child, tile, rows in parts:
            if tile is None:
                continue
            taken = 0 if is_empty else min(len(rows) - 1, round(SAMPLE_POINTS * len(rows) / total))
            samples.append(rows[:taken])
            self.fill(tile, f"r{level + 1}-{number * 8 + child}", rows[taken:])
            children.append(tile)
        boxes = np.array([each["_bounds"] for each in children])
        for each in children:
            del each["_bounds"]
        tile = self._tile(np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)]), half / 16)
        tile["children"] = children
        rows = np.concatenate(samples)
        return tile, self._random.permutation(rows)

    def _tile(self, xyz: np.ndarray, error: float) -> dict:
        low, high = xyz.min(axis=0), xyz.max(axis=0)
        middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-3)
        box = [*middle, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]]
        return {
            "boundingVolume": {"box": [float(each) for each in box]},
            "geometricError": error,
            "refine": "ADD",
            "_bounds": np.array([low, high]),
        }

    def fill(self, tile: dict, name: str, rows: np.ndarray) -> None:
        """Writes points as the content of a tile."""
        if len(rows) == 0:
            return
        middle = np.round((rows["xyz"].min(axis=0) + rows["xyz"].max(axis=0)) / 2, 3)
        table = {"POINTS_LENGTH": len(rows), "RTC_CENTER": [float(each) for each in middle], "POSITION": {"byteOffset": 0}}
        body = (rows["xyz"] - middle).astype("<f4").tobytes()
        if "rgb" in self._layout.names:
            table["RGB"] = {"byteOffset": len(body)}
            body += rows["rgb"].tobytes()
        batch, batch_body = {}, b""
        for column, kind in KEPT.items():
            if column not in self._layout.names:
                continue
            batch_body += b"\0" * (-len(batch_body) % np.dtype(kind).itemsize)
            component = "UNSIGNED_SHORT" if kind == "<u2" else "UNSIGNED_BYTE"
            batch[column.capitalize()] = {"byteOffset": len(batch_body), "componentType": component, "type": "SCALAR"}
            batch_body += rows[column].astype(kind).tobytes()
        with open(os.path.join(self._output, f"{name}.pnts"), "wb") as file:
            file.write(_pnts(table, body, batch, batch_body))
        tile["content"] = {"uri": f"{name}.pnts"}
        self._written += len(rows)
        progress(0.7 + 0.3 * self._written / self._count)


def _pnts(table: dict, body: bytes, batch: dict, batch_body: bytes) -> bytes:
    """A tile; each of its parts ends at a multiple of eight bytes."""
    head = _padded(json.dumps(table, separators=(",", ":")).encode(), b" ", 28)
    body += b"\0" * (-len(body) % 8)
    batch_head = _padded(json.dumps(batch, separators=(",", ":")).encode(), b" ", 0) if batch else b""
    batch_body += b"\0" * (-len(batch_body) % 8)
    parts = (head, body, batch_head, batch_body)
    length = 28 + sum(len(part) for part in parts)
    return struct.pack("<4s6I", b"pnts", 1, length, *(len(part) for part in parts)) + b"".join(parts)


def _padded(text: bytes, filler: bytes, before: int) -> bytes:
    return text + filler * (-(before + len(text)) % 8)
