"""Writers of point clouds: LAS, LAZ, XYZ and PLY."""

import numpy as np
import pandas

from cloud import COLORS, Chunk, Source, measure, scales_for
from read_cloud import LasSource
from say import Unreadable, loss, progress


def write_las(source: Source, output: str, crs) -> None:
    """LAS or LAZ by the ending of the name. A LAS source keeps its scales, records and dimensions as they are."""
    import laspy

    if isinstance(source, LasSource):
        header = source.header
        # The order of a COPC file is gone with its index.
        header.vlrs = [each for each in header.vlrs if each.user_id != "copc"]
        if crs is not None and source.crs is None:
            _put_crs(header, crs)
        with laspy.open(output, mode="w", header=header, do_compress=output.endswith(".laz")) as writer:
            for points in source.raw():
                writer.write_points(points)
                progress(source.read)
            if source.more_records:
                writer.write_evlrs(laspy.vlrs.vlrlist.VLRList(source.more_records))
        return
    bounds = measure(source, lambda read: progress(read / 2))
    if bounds.count == 0:
        raise Unreadable("it holds no points")
    has_colors = all(color in source.columns for color in COLORS)
    header = laspy.LasHeader(point_format=7 if has_colors else 6, version="1.4")
    header.scales, header.offsets = scales_for(bounds), np.floor(bounds.low)
    wide = _is_wide(source) if has_colors else False
    own = {each.name for each in header.point_format.dimensions}
    extra = {name: kind for name, kind in source.columns.items() if name.lower() not in own}
    header.add_extra_dims(
        [laspy.ExtraBytesParams(name=name[:32], type=np.dtype(kind).newbyteorder("=")) for name, kind in extra.items()]
    )
    for name in extra:
        if len(name) > 32:
            loss(f"The name of the dimension “{name}” is cut to 32 letters.")
    if crs is not None:
        _put_crs(header, crs)
    with laspy.open(output, mode="w", header=header, do_compress=output.endswith(".laz")) as writer:
        for chunk in source.chunks():
            record = laspy.ScaleAwarePointRecord.zeros(len(chunk.xyz), header=header)
            record.x, record.y, record.z = chunk.xyz.T
            for name, values in chunk.columns.items():
                _put(record, name, values, wide, name in extra)
            writer.write_points(record)
            progress(0.5 + source.read / 2)


def _put(record, name: str, values: np.ndarray, wide: bool, is_extra: bool) -> None:
    if name in COLORS:
        record[name] = np.clip(values, 0, 65535).astype("u2") if wide else np.clip(values, 0, 255).astype("u2") * 257
    elif is_extra:
        record[name[:32]] = values
    else:
        dimension = record.point_format.dimension_by_name(name.lower())
        if dimension.dtype is not None and np.dtype(dimension.dtype).kind == "f":
            record[name.lower()] = values
            return
        low, high = dimension.min, dimension.max
        clean = np.nan_to_num(np.asarray(values, "f8"))
        if (clean < low).any() or (clean > high).any() or (clean != np.round(clean)).any():
            loss(f"Values of “{name}” are rounded and cut to what LAS keeps of them.")
        # Dimensions of a few bits have no type of their own.
        record[name.lower()] = np.clip(np.round(clean), low, high).astype(dimension.dtype or "u1")


def _is_wide(source: Source) -> bool:
    """Whether colours have 16 bits: any is above 255."""
    return any(
        (chunk.columns[color] > 255).any() for chunk in source.chunks() for color in COLORS if len(chunk.xyz)
    )


def _put_crs(header, crs) -> None:
    try:
        header.add_crs(crs, keep_compatibility=False)
    except Exception:
        loss(f"The coordinate system “{crs.name}” could not be written into the file.")


def write_xyz(source: Source, output: str, crs) -> None:
    """Lines of numbers with a line of names; as many digits as a LAS source has, else all."""
    if crs is not None:
        loss(f"The coordinate system “{crs.name}” is not in an XYZ file. Note it, and name it when the file is read.")
    digits = None if source.scales is None else [max(0, int(np.ceil(-np.log10(scale)))) for scale in source.scales]
    with open(output, "w", encoding="utf-8", newline="\n") as file:
        file.write(" ".join(["X", "Y", "Z", *(_word(name) for name in source.columns)]) + "\n")
        for chunk in source.chunks():
            frame = pandas.DataFrame(
                {
                    axis: chunk.xyz[:, at] if digits is None else np.round(chunk.xyz[:, at], digits[at])
                    for at, axis in enumerate("XYZ")
                }
            )
            for name, values in chunk.columns.items():
                is_whole = values.dtype.kind == "f" and np.array_equal(values, np.round(values))
                frame[f"column {name}"] = values.astype("i8") if is_whole and np.abs(values).max(initial=0) < 2**53 else values
            frame.to_csv(file, sep=" ", header=False, index=False, na_rep="nan")
            progress(source.read)


def _word(name: str) -> str:
    return "_".join(name.split()) or "column"


PLY_NAMES = {
    "i1": "char", "u1": "uchar", "i2": "short", "u2": "ushort", "i4": "int", "u4": "uint", "f4": "float", "f8": "double",
}  # fmt: skip


def write_ply(source: Source, output: str, crs) -> None:
    """Binary PLY with places in double precision; its comment names the coordinate system."""
    has_colors = all(color in source.columns for color in COLORS)
    wide = has_colors and _is_wide(source)
    if wide:
        loss("Colours of 16 bits become colours of 8 bits.")
    kinds = {name: _ply_type(name, kind) for name, kind in source.columns.items()}
    fields = [("x", "<f8"), ("y", "<f8"), ("z", "<f8"), *((_word(name), f"<{kind}") for name, kind in kinds.items())]
    written = 0
    with open(output, "wb") as file:
        file.write(b"ply\nformat binary_little_endian 1.0\n")
        if crs is not None:
            code = crs.to_authority()
            named = ":".join(code) if code else crs.to_wkt(pretty=False)
            file.write(f"comment crs {named}\n".encode())
        file.write(b"element vertex ")
        place = file.tell()
        # How many there are is known in the end.
        file.write(b"0" * 12 + b"\n")
        for name, kind in fields:
            file.write(f"property {PLY_NAMES[kind[1:]]} {name}\n".encode())
        file.write(b"end_header\n")
        for chunk in source.chunks():
            rows = np.zeros(len(chunk.xyz), np.dtype(fields))
            rows["x"], rows["y"], rows["z"] = chunk.xyz.T
            for name, values in chunk.columns.items():
                rows[_word(name)] = np.asarray(values) // 256 if wide and name in COLORS else values
            rows.tofile(file)
            written += len(rows)
            progress(source.read)
        file.seek(place)
        file.write(str(written).rjust(12).encode())
    if written == 0:
        raise Unreadable("it holds no points")


def _ply_type(name: str, kind: np.dtype) -> str:
    if name in COLORS:
        return "u1"
    short = np.dtype(kind).str[1:]
    if short in PLY_NAMES:
        return short
    loss(f"Values of “{name}” ({np.dtype(kind).name}) are written in double precision.")
    return "f8"


WRITERS = {"las": write_las, "laz": write_las, "xyz": write_xyz, "ply": write_ply}
