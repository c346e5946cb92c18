"""What a notebook that runs as a tool gives: `groma.publish(value, name="Hot spots")`."""

import io
import os
from pathlib import Path

from groma.call import project, send

_runs_as_tool = False


def begin():
    """The server says so before each block: this kernel runs its notebook as a tool."""
    global _runs_as_tool
    _runs_as_tool = True


def publish(value, name=""):
    """
    Gives a result of a notebook that runs as a tool: a GeoDataFrame becomes a layer, a DataFrame a table, and a figure or the
    file at a path a file of the project. name: of the layer or file, that of the tool where nothing is said. Under a
    name that was published before, the result takes the place of that.

    In an open notebook nothing is kept: it only says what would be published.
    """
    name = str(name).strip()
    kind, said, content = _published(value)
    if not _runs_as_tool:
        print(f"“{name or 'The tool'}” would publish {said}. Nothing is kept here: run the notebook as a tool.")
        return
    query = {"name": name, "kind": kind}
    content(query)


def _published(value):
    """What kind of result a value is, what it is in words, and what sends it."""
    if isinstance(value, (str, os.PathLike)):
        return _file(Path(value))
    type_name = f"{type(value).__module__}.{type(value).__qualname__}"
    if hasattr(value, "savefig"):
        return "file", "a figure, as a PNG file", lambda query: _send_bytes(query, ".png", _png(value))
    if hasattr(value, "get_figure") and hasattr(value, "plot") and type_name.startswith("matplotlib."):
        return _published(value.get_figure())
    if type_name.startswith("plotly.") and hasattr(value, "to_html"):
        return "file", "a figure, as an HTML file", lambda query: _send_bytes(query, ".html", value.to_html(include_plotlyjs=True).encode())
    return _rows(value, type_name)


def _file(path):
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {str(path)!r} to publish")
    ending = "".join(path.suffixes[-2:]) if path.name.lower().endswith((".tar.gz", ".geojson.gz", ".csv.gz")) else path.suffix
    data = Path(os.environ.get("GROMA_PROJECT_DATA", "/data"))
    real = path.resolve()

    def give(query):
        if real.is_relative_to(data):
            query["project_path"] = f"/data/{real.relative_to(data)}"
            _post({**query, "name": query["name"] or real.name}, lambda: iter([]))
        else:
            _post({**query, "name": query["name"] or real.stem, "ending": ending or None}, lambda: _pieces_of(real))

    return "file", f"the file “{path.name}”", give


def _rows(value, type_name):
    try:
        import pandas
        from groma.frame import frame_pieces, row_pieces
    except ImportError:
        raise TypeError(f"a {type_name} cannot be published") from None
    import geopandas

    if hasattr(value, "schema") and hasattr(value, "to_pandas"):
        value = value.to_pandas()
    if isinstance(value, geopandas.GeoSeries):
        value = geopandas.GeoDataFrame(geometry=value)
    if isinstance(value, geopandas.GeoDataFrame) and value._geometry_column_name in value.columns:
        column, pieces = frame_pieces(value)
        return "layer", f"a layer of {len(value):,} features", lambda query: _post({**query, "geometry_column": column}, pieces)
    if isinstance(value, pandas.Series):
        value = value.to_frame()
    if isinstance(value, pandas.DataFrame):
        return "table", f"a table of {len(value):,} rows", lambda query: _post(query, row_pieces(value))
    raise TypeError(f"a {type_name} cannot be published: only data frames, figures and paths of files")


def _png(figure):
    content = io.BytesIO()
    figure.savefig(content, format="png", bbox_inches="tight")
    return content.getvalue()


def _pieces_of(path):
    with open(path, "rb") as content:
        while piece := content.read(1 << 20):
            yield piece


def _send_bytes(query, ending, content):
    _post({**query, "ending": ending}, lambda: iter([content]))


def _post(query, pieces):
    # The same name sent again takes the place of what came before.
    with send("POST", f"/api/tool-results/projects/{project()}", query, pieces=pieces, again=True) as answer:
        answer.read()
