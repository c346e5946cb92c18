"""Writes a data frame into the project's files."""

import os
import re
from pathlib import Path

from groma.frame_rows import name_text

ENDINGS = {"csv": ".csv", "parquet": ".parquet"}


def save(rows, kind, name):
    """Writes all rows under a name that is free, whole or not at all; gives the path as notebooks write it."""
    folder = Path(os.environ.get("GROMA_PROJECT_DATA", "/data"))
    ending = ENDINGS[kind]
    stem = re.sub(r"\W+", "_", name).strip("_") or "frame"
    unfinished = folder / f".{stem}-{os.getpid()}{ending}.part"
    try:
        write(rows.value, kind, unfinished)
        path = placed(unfinished, folder, stem, ending)
    finally:
        unfinished.unlink(missing_ok=True)
    return f"/data/{path.name}"


def placed(unfinished, folder, stem, ending):
    """Gives it the first free name: a link is made of none that is taken."""
    for count in range(1, 10_000):
        path = folder / (f"{stem}{ending}" if count == 1 else f"{stem}_{count}{ending}")
        try:
            os.link(unfinished, path)
            return path
        except FileExistsError:
            continue
        except OSError:
            if not path.exists():
                os.replace(unfinished, path)
                return path
    raise FileExistsError(stem)


def write(value, kind, path):
    module = type(value).__module__
    if module.startswith("polars"):
        frame = value if hasattr(value, "columns") else value.to_frame()
        frame.write_csv(path) if kind == "csv" else frame.write_parquet(path)
    elif module.startswith("pyarrow"):
        import pyarrow.csv
        import pyarrow.parquet

        pyarrow.csv.write_csv(value, path) if kind == "csv" else pyarrow.parquet.write_table(value, path)
    else:
        write_pandas(value, kind, path)


def write_pandas(value, kind, path):
    import pandas

    frame = value.to_frame() if value.ndim == 1 else value
    if kind == "csv":
        frame.to_csv(path, index=not isinstance(frame.index, pandas.RangeIndex))
        return
    storable(frame).to_parquet(path)


def storable(frame):
    """The frame as Parquet takes it: names as texts, each once, and as texts the values that have no common type."""
    import pyarrow

    frame = frame.copy(deep=False)
    frame.columns = unique_names(frame.columns)
    for place, name in enumerate(frame.columns):
        values = frame.iloc[:, place]
        if values.dtype != object:
            continue
        try:
            pyarrow.array(values, from_pandas=True)
        except (pyarrow.ArrowException, TypeError):
            frame[name] = values.map(str, na_action="ignore")
    return frame


def unique_names(columns):
    names = []
    for column in columns:
        name = column if isinstance(column, str) else name_text(column)
        names.append(next(each for each in (name, *(f"{name}_{count}" for count in range(2, len(columns) + 2))) if each not in names))
    return names
