"""Readers of point clouds: LAS, LAZ, XYZ, PLY and PNTS."""

import json
import os
import re
import struct

import numpy as np
import pandas

from cloud import CHUNK, Chunk, Source, finite
from say import Unreadable, loss


def open_cloud(path: str) -> Source:
    """Opens a point cloud by the ending of its name. @raises Unreadable"""
    ending = path.rsplit(".", 1)[-1].lower()
    readers = {"las": LasSource, "laz": LasSource, "ply": PlySource, "pnts": PntsSource}
    return readers.get(ending, XyzSource)(path)


class LasSource(Source):
    def __init__(self, path: str):
        import laspy

        self._path = path
        try:
            with laspy.open(path) as reader:
                self.header = reader.header
                self.more_records = [each for each in reader.evlrs or [] if each.user_id != "copc"]
                self.count = reader.header.point_count
                self.scales = np.array(reader.header.scales)
                # Old files may state their system in a form that nobody reads.
                try:
                    self.crs = reader.header.parse_crs()
                except Exception:
                    self.crs = None
        except Exception as error:
            raise Unreadable(f"it is no LAS or LAZ file that can be read: {error}") from None
        skipped = {"X", "Y", "Z"}
        dimensions = list(self.header.point_format.dimensions)
        self.columns = {}
        self._wide: list[str] = []
        for each in dimensions:
            if each.name in skipped:
                continue
            if each.num_elements > 1:
                self._wide.append(each.name)
            else:
                self.columns[each.name] = np.dtype(each.dtype) if each.dtype is not None else np.dtype("u1")

    def raw(self):
        """Points as laspy has them."""
        import laspy

        done = 0
        try:
            with laspy.open(self._path) as reader:
                for points in reader.chunk_iterator(CHUNK):
                    done += len(points)
                    self.read = done / max(1, self.count)
                    yield points
        except Exception as error:
            raise Unreadable(f"it is damaged after {done} points: {error}") from None
        if done < self.count:
            raise Unreadable(f"it ends after {done} of {self.count} points")

    def chunks(self):
        for name in self._wide:
            loss(f"The dimension “{name}” with several values for each point is left out.")
        for points in self.raw():
            xyz = np.column_stack([points.x, points.y, points.z]).astype("f8")
            yield finite(Chunk(xyz, {name: np.asarray(points[name]) for name in self.columns}))


NAMES = {
    "x": "x", "y": "y", "z": "z", "easting": "x", "northing": "y", "elevation": "z", "height": "z",
    "lon": "x", "longitude": "x", "lat": "y", "latitude": "y",
    "r": "red", "g": "green", "b": "blue", "red": "red", "green": "green", "blue": "blue",
    "i": "intensity", "intensity": "intensity", "scalar_intensity": "intensity", "classification": "classification",
}  # fmt: skip
USUAL = {3: [], 4: ["intensity"], 6: ["red", "green", "blue"], 7: ["intensity", "red", "green", "blue"]}


class XyzSource(Source):
    """Lines of numbers, apart by blanks, commas, semicolons or tabs, with a line of names or none."""

    def __init__(self, path: str):
        self._path = path
        self._bytes = os.path.getsize(path)
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [file.readline(10_000) for _ in range(30)]
        skipped = 0
        while skipped < len(lines) and not _words(lines[skipped]):
            skipped += 1
        # A line with one number is how many points follow.
        if skipped < len(lines) and re.fullmatch(r"\s*\d+\s*", lines[skipped]):
            skipped += 1
        if skipped >= len(lines):
            raise Unreadable("it holds no points")
        first = lines[skipped]
        self._separator = next((each for each in ",;\t" if each in first.strip()), r"\s+")
        words = _split(first.lstrip("/#").strip(), self._separator)
        named = not all(_is_number(word) for word in words)
        if named:
            skipped += 1
            sample = next((line for line in lines[skipped:] if _words(line)), "")
            if len(_split(sample.strip(), self._separator)) != len(words):
                raise Unreadable("its first line names other columns than the second has")
        self._skipped = skipped
        usual = USUAL.get(len(words), [f"column_{at + 4}" for at in range(len(words) - 3)])
        names = [NAMES.get(word.strip('"').lower(), word.strip('"')) for word in words] if named else ["x", "y", "z", *usual]
        missing = [axis for axis in "xyz" if axis not in names]
        if len(words) < 3 or missing:
            raise Unreadable(f"it has no column {' and '.join(missing) or 'z'}")
        self._names = names
        self.columns = {name: np.dtype("f8") for name in names if name not in "xyz"}

    def chunks(self):
        left_out = 0
        with open(self._path, encoding="utf-8", errors="replace") as file:
            try:
                frames = pandas.read_csv(
                    file, sep=self._separator, header=None, names=self._names, skiprows=self._skipped, comment="#",
                    chunksize=CHUNK, on_bad_lines="skip", engine="c", index_col=False,
                )  # fmt: skip
                for frame in frames:
                    frame = frame.apply(pandas.to_numeric, errors="coerce")
                    whole = finite(
                        Chunk(
                            frame[["x", "y", "z"]].to_numpy("f8"),
                            {name: frame[name].to_numpy("f8") for name in self.columns},
                        )
                    )
                    left_out += len(frame) - len(whole.xyz)
                    self.read = min(1.0, file.buffer.tell() / max(1, self._bytes))
                    yield whole
            except pandas.errors.EmptyDataError:
                return
            except (pandas.errors.ParserError, ValueError) as error:
                raise Unreadable(f"its lines are no points: {error}") from None
        if left_out:
            loss(f"Lines without three numbers are left out: {left_out}.")


def _words(line: str) -> list[str]:
    return line.strip().split()


def _split(line: str, separator: str) -> list[str]:
    return line.split() if separator == r"\s+" else [word.strip() for word in line.split(separator)]


def _is_number(word: str) -> bool:
    try:
        float(word)
        return True
    except ValueError:
        return False


PLY_TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
    "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8",
}  # fmt: skip
PLY_NAMES = {"diffuse_red": "red", "diffuse_green": "green", "diffuse_blue": "blue", "scalar_Intensity": "intensity"}


class PlySource(Source):
    """Vertices of a PLY file (Turk, 1994), ASCII or binary."""

    def __init__(self, path: str):
        self._path = path
        with open(path, "rb") as file:
            if file.readline(100).strip() != b"ply":
                raise Unreadable("it is no PLY file")
            elements: list[tuple[str, int, list]] = []
            self._form = None
            while True:
                words = file.readline(10_000).decode("utf-8", "replace").split()
                if not words and file.tell() == os.fstat(file.fileno()).st_size:
                    raise Unreadable("its header does not end")
                if words[:1] == ["format"] and len(words) > 1:
                    self._form = words[1]
                elif words[:2] == ["comment", "crs"] and len(words) > 2:
                    self.crs = _crs_of(" ".join(words[2:]))
                elif words[:1] == ["element"] and len(words) == 3:
                    elements.append((words[1], int(words[2]), []))
                elif words[:1] == ["property"] and elements:
                    elements[-1][2].append(words[1:])
                elif words[:1] == ["end_header"]:
                    break
            self._start = file.tell()
        self._order = {"binary_little_endian": "<", "binary_big_endian": ">"}.get(self._form or "", "")
        self._skip_header(elements)

    def _skip_header(self, elements) -> None:
        vertex = next((each for each in elements if each[0] == "vertex"), None)
        if vertex is None or elements[0] is not vertex:
            raise Unreadable("its vertices are not what comes first")
        if any(properties[0] == "list" for properties in vertex[2]):
            raise Unreadable("its vertices have lists, which points do not")
        if any(count for name, count, _ in elements if name == "face"):
            loss("The faces of a mesh are left out: its corners become points.")
        self.count = vertex[1]
        try:
            fields = [(PLY_NAMES.get(name, name), self._order + PLY_TYPES[kind]) for kind, name in vertex[2]]
        except (KeyError, ValueError):
            raise Unreadable("its vertices have properties of unknown types") from None
        self._type = np.dtype(fields)
        if not {"x", "y", "z"} <= set(self._type.names or ()):
            raise Unreadable("its vertices have no x, y and z")
        self.columns = {
            name: np.dtype(self._type[name]).newbyteorder("=") for name in self._type.names if name not in ("x", "y", "z")
        }

    def chunks(self):
        done = 0
        with open(self._path, "rb") as file:
            file.seek(self._start)
            while done < self.count:
                wanted = min(CHUNK, self.count - done)
                rows = np.fromfile(file, self._type, wanted) if self._order else self._text(file, wanted)
                if len(rows) < wanted:
                    raise Unreadable(f"it ends after {done + len(rows)} of {self.count} points")
                done += wanted
                self.read = done / self.count
                xyz = np.column_stack([rows[axis].astype("f8") for axis in "xyz"])
                columns = {name: _whole_colors(name, rows[name].astype(kind)) for name, kind in self.columns.items()}
                yield finite(Chunk(xyz, columns))

    def _text(self, file, wanted: int) -> np.ndarray:
        lines = [line for line in (file.readline() for _ in range(wanted)) if line.strip()]
        rows = np.zeros(len(lines), self._type)
        try:
            values = np.array([line.split()[: len(self._type.names)] for line in lines], dtype="f8").reshape(len(lines), -1)
        except ValueError:
            raise Unreadable("a line of its vertices is no list of numbers") from None
        for at, name in enumerate(self._type.names):
            rows[name] = values[:, at]
        return rows


def _whole_colors(name: str, values: np.ndarray) -> np.ndarray:
    """Colours between 0 and 1 as 8 bits."""
    if name in ("red", "green", "blue") and values.dtype.kind == "f":
        return np.clip(np.round(values * 255), 0, 255).astype("u1")
    return values


class PntsSource(Source):
    """One tile of points (3D Tiles 1.0, PointCloud)."""

    def __init__(self, path: str):
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] != b"pnts" or len(data) < 28:
            raise Unreadable("it is no PNTS tile")
        table_json, table_bytes, batch_json, batch_bytes = struct.unpack("<4I", data[12:28])
        try:
            table = json.loads(data[28 : 28 + table_json])
            batch = json.loads(data[28 + table_json + table_bytes :][:batch_json] or b"{}")
        except ValueError:
            raise Unreadable("its tables are no JSON") from None
        if "3DTILES_draco_point_compression" in table.get("extensions", {}):
            raise Unreadable("its points are packed by Draco, which is not read")
        body = data[28 + table_json :][:table_bytes]
        self.count = int(table.get("POINTS_LENGTH", 0))
        # Places of tiles are in metres from the middle of the Earth, unless a tileset moves them.
        self.crs = _crs_of("EPSG:4978")
        loss("The place of the tile is what it says itself; what its tileset says of it is not known.")
        self._chunk = Chunk(self._places(table, body), self._colors(table, body))
        tail = data[28 + table_json + table_bytes + batch_json :][:batch_bytes]
        for name, entry in batch.items():
            kinds = {"BYTE": "i1", "UNSIGNED_BYTE": "u1", "SHORT": "<i2", "UNSIGNED_SHORT": "<u2", "INT": "<i4", "UNSIGNED_INT": "<u4", "FLOAT": "<f4", "DOUBLE": "<f8"}  # fmt: skip
            if isinstance(entry, dict) and entry.get("type") == "SCALAR" and "BATCH_ID" not in table:
                self._chunk.columns[name.lower()] = self._array(tail, entry, kinds[entry["componentType"]], 1)[:, 0]
            elif name != "extensions":
                loss(f"The property “{name}” of the tile is left out.")
        self.columns = {name: values.dtype for name, values in self._chunk.columns.items()}

    def _array(self, body: bytes, entry, kind: str, width: int) -> np.ndarray:
        try:
            return np.frombuffer(body, kind, self.count * width, int(entry["byteOffset"])).reshape(-1, width)
        except (ValueError, KeyError, TypeError):
            raise Unreadable("it is shorter than its points") from None

    def _places(self, table, body: bytes) -> np.ndarray:
        if "POSITION" in table:
            places = self._array(body, table["POSITION"], "<f4", 3).astype("f8")
        elif "POSITION_QUANTIZED" in table:
            steps = self._array(body, table["POSITION_QUANTIZED"], "<u2", 3).astype("f8")
            places = steps * np.array(table["QUANTIZED_VOLUME_SCALE"]) / 65535 + np.array(table["QUANTIZED_VOLUME_OFFSET"])
        else:
            raise Unreadable("it has no places")
        return places + np.array(table.get("RTC_CENTER", (0, 0, 0)), "f8")

    def _colors(self, table, body: bytes) -> dict[str, np.ndarray]:
        for name, width in (("RGB", 3), ("RGBA", 4)):
            if name in table:
                rows = self._array(body, table[name], "u1", width)
                return {color: rows[:, at].copy() for at, color in enumerate(("red", "green", "blue"))}
        return {}

    def chunks(self):
        self.read = 1.0
        yield finite(self._chunk)


def _crs_of(text: str):
    import pyproj

    try:
        return pyproj.CRS.from_user_input(text)
    except Exception:
        return None
