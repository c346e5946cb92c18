"""Files of the project, by their paths below /data."""

import os
from collections.abc import Mapping
from pathlib import Path

from groma.call import Error

SHOWN = 1_000


class File:
    """A file of the project."""

    def __init__(self, path, key):
        self.path = path
        self.key = key

    def frame(self, **options):
        """
        A table as a data frame, geodata as a GeoDataFrame, by the file's kind. Options are those of the reader: of pandas
        for CSV, TSV, JSON lines and Excel, else of GeoPandas.
        """
        import pandas

        kind = self.path.suffix.lower()
        if kind in (".csv", ".tsv", ".txt"):
            return pandas.read_csv(self.path, **({"sep": "\t"} if kind == ".tsv" else {}), **options)
        if kind in (".jsonl", ".ndjson"):
            return pandas.read_json(self.path, lines=True, **options)
        if kind in (".xls", ".xlsx"):
            return pandas.read_excel(self.path, **options)
        import geopandas

        if kind in (".parquet", ".geoparquet"):
            try:
                return geopandas.read_parquet(self.path, **options)
            except ValueError:
                # Without geometry.
                return pandas.read_parquet(self.path, **options)
        return geopandas.read_file(self.path, **options)

    def __fspath__(self):
        return str(self.path)

    def __repr__(self):
        return f"File({self.key!r})"


class Files(Mapping):
    """`groma.files["/data/sales.csv"]`"""

    def __init__(self, data):
        self._data = data

    def __getitem__(self, key):
        inside = str(key).removeprefix("file:").removeprefix("/data/")
        path = Path(os.path.normpath(self._data / inside))
        if not path.is_relative_to(self._data):
            raise Error(f"“{key}” is not a path below /data.", "BAD_PATH", {"path": str(key)})
        if not path.is_file():
            raise Error(f"There is no file “/data/{inside}”.", "FILE_NOT_FOUND", {"path": str(key)})
        return File(path, f"/data/{path.relative_to(self._data)}")

    def __iter__(self):
        for folder, folders, names in os.walk(self._data):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                yield f"/data/{(Path(folder) / name).relative_to(self._data)}"

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return f"Files({self._ipython_key_completions_()})"

    def _ipython_key_completions_(self):
        return [key for key, _ in zip(self, range(SHOWN))]
