"""The tools of the toolbox as functions, made of what the server says of each."""

import inspect
import keyword
import re
import unicodedata
import uuid

from groma.call import Error, call, project, read_bytes
from groma.file import File
from groma.image import Image
from groma.layer import Layer, Layers, as_layer
from groma.map import Map, Maps
from groma.names import Remembered
from groma.table import Table

OUTPUTS = """
    name, map: of the new layer, and the map that it comes on (that of the layer, where nothing is said).
    features: ids of the features that are taken; all where nothing is said.
    replace: puts the result in the place of the features, as one change that can be undone.
    file: a path, as "/data/x.parquet": the result becomes that file; replace=True where there is one.
    keep: False gives the result as a GeoDataFrame, and nothing of it stays.
"""


class Tools:
    """`groma.tools.buffer("World/roads", radius=2)`; `help(groma.tools.buffer)` says what each takes."""

    def __init__(self):
        self._made = {}
        self._own = Remembered(self._offered)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._all().get(name) or _named(self._offered()).get(name)
        if found is None:
            raise AttributeError(f"There is no tool “{name}”.")
        return found

    def __getitem__(self, key):
        """A tool by its id, as `notebook:…`, or the title of one that people of the project offer."""
        if key in self._all():
            return self._all()[key]
        offered = self._offered()
        found = [each for each in offered if each.tool_id == key] or [each for each in offered if each.title == key]
        if len(found) == 1:
            return found[0]
        if not found:
            raise Error(f"There is no tool “{key}”.", "NOT_FOUND", {"noun": "tool"})
        raise Error(f"Several tools are called “{key}”. Write the id of the one that is meant: {', '.join(each.tool_id for each in found)}.", "BAD_INPUT")

    def __dir__(self):
        try:
            return sorted({*self._all(), *_named(self._own())})
        except Error:
            return []

    def __repr__(self):
        return f"Tools({dir(self)})"

    def _all(self):
        # They are the same for everybody, for as long as the kernel lives.
        if not self._made:
            self._made = {each["id"]: _function(each) for each in call("GET", "/api/tools")["data"]}
        return self._made

    def _offered(self):
        """What people offer may change at any time."""
        return [_own_function(each) for each in call("GET", f"/api/tools/projects/{project()}")["data"]]


def _function(definition):
    takes_layer = bool(definition["inputs"])
    schema = definition["parameters"].get("properties", {})

    def run(layer=None, /, *, name=None, map=None, features=None, replace=False, file=None, keep=True, **parameters):
        unknown = [each for each in parameters if each not in schema]
        if unknown:
            raise TypeError(f"{definition['id']}() has no parameter {unknown[0]!r}; it has {', '.join(schema) or 'none'}")
        if takes_layer and layer is None and parameters.get("extent") is None:
            raise TypeError(f"{definition['id']}() needs a layer")
        source = _source(layer) if takes_layer and layer is not None else None
        output = _output(source, name, map, replace, keep, file)
        body = {
            "operation_id": str(uuid.uuid4()),
            "parameters": {each: _value(schema[each], value) for each, value in parameters.items()},
            "output": output,
        }
        if source is not None:
            body["layer"] = source if isinstance(source, str) else source.reference
        if features is not None:
            body["features"] = [int(each) for each in features]
        made = call("POST", f"/api/tools/{definition['id']}/projects/{project()}", body=body)["data"]
        if output["kind"] == "preview":
            return _frame_of(made)
        # An image is a file, on a map or not.
        if output["kind"] in ("file", "layer") and made.get("file"):
            return made["file"]["path"]
        if output["kind"] in ("file", "layer") and made["layer"] is None:
            return [each["path"] for each in made["outputs"]]
        return source if output["kind"] == "replace" else Layers()[f"{output['map_id']}/{made['layer']['id']}"]

    run.__name__ = run.__qualname__ = definition["id"]
    run.__doc__ = _help(definition, schema)
    run.__signature__ = _signature(takes_layer, schema)
    return run


def _named(functions):
    """Tools that people offer, by names that are made of their titles."""
    named = {}
    for function in functions:
        named.setdefault(function.__name__, function)
    return named


def _own_function(offered):
    """A notebook or query that people offer, as a function. Data is a parameter of it like any other."""
    definition = {"id": offered["id"], "name": offered["title"], "description": offered["description"], "inputs": [], "parameters": offered["parameters"]}
    made = _function(definition)
    plain = unicodedata.normalize("NFKD", offered["title"]).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "tool"
    made.__name__ = made.__qualname__ = f"tool_{name}" if name[0].isdigit() or keyword.iskeyword(name) else name
    made.tool_id = offered["id"]
    made.title = offered["title"]
    return made


def _output(source, name, map, replace, keep, file):
    if not keep:
        return {"kind": "preview"}
    if file is not None:
        return {"kind": "file", "path": str(file), "replace": replace}
    if replace:
        return {"kind": "replace"}
    on = map.id if isinstance(map, Map) else Maps()[map].id if map is not None else source.map_id if isinstance(source, Layer) else None
    if on is None:
        raise TypeError("say on which map the layer comes: map=…")
    return {"kind": "layer", "map_id": on, **({} if name is None else {"name": name})}


def _frame_of(made):
    """The features of a preview, which is then removed."""
    from groma.frame import layer_frame
    from groma.layer_rows import Sent

    address = f"/api/tools/results/{made['operation_id']}"
    try:
        manifest = made["preview"]["manifest"]
        parts = [read_bytes("GET", f"{address}/snapshot", {"part": part["file"]}) for part in manifest["parts"]]
        return layer_frame(Sent.of_parts(manifest["columns"], parts))
    finally:
        call("DELETE", address)


def _value(schema, value):
    """Where a layer is meant, the name of any data with rows is enough; where an image is, its path or the names of map and layer."""
    if schema.get("format") == "images":
        return [_image(each) for each in ([value] if isinstance(value, (str, Image)) else value)]
    if schema.get("format") == "image":
        return None if value is None else _image(value)
    if isinstance(value, File) and not _is_layer(schema):
        return value.key
    if isinstance(value, Table):
        return value.reference
    if isinstance(value, Layer) or (_is_layer(schema) and value is not None):
        source = _source(value)
        return source if isinstance(source, str) else source.reference
    return value


def _image(said):
    """The reference of an image: of a path, an address, `Map/Layer`, a file or an image that was opened."""
    key = str(said.key if isinstance(said, (File, Image)) else said)
    # Images with a date may come with all that is known of them, as origins hold them.
    known = ("/data/", "image:", "file:", "http://", "https://", "{")
    return key if key.startswith(known) else f"image:{key}"


def _source(said):
    """A layer, or the reference of any other data as it is said."""
    if isinstance(said, Table):
        return said.reference
    path = said if isinstance(said, str) else getattr(said, "path", None)
    if path is not None and str(path).startswith("/data/"):
        return f"file:{path}"
    if isinstance(said, str) and said.startswith(("file:", "layer:", "table:", "result:")):
        return said
    return as_layer(said)


def _is_layer(schema):
    return schema.get("format") in ("layer", "data")


def _signature(takes_layer, schema):
    kinds = inspect.Parameter
    first = [kinds("layer", kinds.POSITIONAL_ONLY)] if takes_layer else []
    own = [kinds(name, kinds.KEYWORD_ONLY, default=told.get("default")) for name, told in schema.items()]
    shared = {"name": None, "map": None, "features": None, "replace": False, "file": None, "keep": True}
    rest = [kinds(name, kinds.KEYWORD_ONLY, default=default) for name, default in shared.items() if name not in schema]
    return inspect.Signature(first + own + rest)


def _help(definition, schema):
    lines = [f"{definition['name']}: {definition['description']}", ""]
    if definition["inputs"]:
        takes = definition["inputs"][0]["geometry_types"]
        kinds = "" if takes == "any" else ", of " + " or ".join(takes) + "s"
        lines.append("    layer: a layer or its name, as “World/roads”, a file, as “/data/roads.gpkg”,")
        lines.append(f"        or a table, as groma.tables[“city/public/roads”]{kinds}.")
    for name, told in schema.items():
        limits = [f"{word} {told[key]}" for key, word in (("minimum", "at least"), ("maximum", "at most")) if key in told]
        choices = ["one of " + ", ".join(told["enum"])] if "enum" in told else []
        lines.append(f"    {name}: {'; '.join([told.get('description', ''), *choices, *limits])}. Default: {told.get('default')!r}.")
    return "\n".join(lines) + OUTPUTS
