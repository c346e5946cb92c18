"""Rows of any data of the project by its name."""

import os

from groma.call import Error


def read(name, /):
    """
    The rows of a layer, file or table as a data frame, with geometries as a GeoDataFrame.

    name: as an input block for data gives it (`layer:…`, `file:…`, `table:…`), or as people write it: `layer:World/roads`,
    `/data/sales.csv`, `table:city/public/parcels`. None, where nothing is chosen, is a ValueError.
    """
    import groma

    if name is None:
        raise ValueError("no data is chosen")
    text = os.fspath(name) if hasattr(name, "__fspath__") else str(name)
    if text.startswith(("file:", "/")):
        return groma.files[text].frame()
    if text.startswith("table:"):
        return groma.tables[text].frame()
    if text.startswith(("image:", "result:")):
        raise Error(f"“{text}” has no rows that code can read.", "BAD_INPUT")
    return groma.layers[text].frame()
