"""The vector layers of the project, by “map/layer”."""

from collections.abc import Mapping

from groma.call import Error, call, project, read_bytes
from groma.names import Remembered


class Layer:
    """A vector layer. It is read when it is asked for its rows, as it is then, edits included."""

    def __init__(self, told):
        self.id = told["id"]
        self.name = told["name"]
        self.map_id = told["map_id"]
        self.map_name = told["map_name"]
        #: The names of its columns, without the id of features and the geometry.
        self.columns = [each["name"] for each in told["columns"][1:-1]]

    @property
    def key(self):
        return f"{self.map_name}/{self.name}"

    @property
    def reference(self):
        """The name by which calls know it, which renames do not change."""
        return f"layer:{self.map_id}/{self.id}"

    def frame(self, columns=None, bbox=None):
        """
        The layer as a GeoDataFrame in EPSG:4326, with the ids of its features as index.

        columns: names of those that are wanted, all by default.
        bbox: (west, south, east, north) in degrees; features whose boxes do not meet it are left out.
        """
        from groma.frame import layer_frame

        return layer_frame(self._read(), columns, bbox)

    def arrow(self, columns=None, bbox=None):
        """The same as a pyarrow table: `groma_fid`, the columns, and `geometry` as well-known binary (geoarrow.wkb)."""
        from groma.frame import layer_table

        return layer_table(self._read(), columns, bbox)

    def _read(self):
        from groma.layer_rows import Sent

        return Sent.of_layer(read_bytes("GET", f"/maps/layers/{self.id}/arrow", {"map_id": self.map_id, "project_id": project(), "edits": "beside"}))

    def __repr__(self):
        return f"Layer({self.key!r})"


class Layers(Mapping):
    """`groma.layers["World/roads"]`; a name without its map is enough where one layer has it."""

    def __init__(self, map_id=None):
        self._map_id = map_id
        self._names = Remembered(lambda: iter(self))

    def __getitem__(self, key):
        found = self._find(key)
        if len(found) == 1:
            return found[0]
        if not found:
            raise Error(f"This project has no layer “{key}”.", "LAYER_NOT_FOUND", {"id": str(key)})
        meant = ", ".join(f"{each.map_id}/{each.id} ({each.key})" for each in found)
        raise Error(f"Several layers are called “{key}”. Write which is meant: {meant}.", "BAD_INPUT")

    def __iter__(self):
        return iter([each.name if self._map_id else each.key for each in self._all()])

    def __len__(self):
        return len(self._all())

    def __contains__(self, key):
        return bool(self._find(key))

    def __repr__(self):
        return f"Layers({list(self)})"

    def _find(self, key):
        everything = self._all()
        key = str(key).removeprefix("layer:")
        ways = [lambda each: f"{each.map_id}/{each.id}", lambda each: each.key, lambda each: each.name]
        return next((found for way in ways if (found := [each for each in everything if way(each) == key])), [])

    def _all(self):
        told = call("GET", f"/maps/projects/{project()}/layers")["data"]
        return [Layer(each) for each in told if self._map_id in (None, each["map_id"])]

    def _ipython_key_completions_(self):
        return self._names()


def as_layer(said):
    """A layer by itself or by its name."""
    return said if isinstance(said, Layer) else Layers()[said]
