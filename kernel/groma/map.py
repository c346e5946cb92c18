"""The maps of the project, by their names."""

import json
import uuid
from collections.abc import Mapping

from groma.call import Error, call, project, send
from groma.layer import Layers
from groma.names import Remembered


class Map:
    """A map of the project."""

    def __init__(self, told):
        self.id = told["id"]
        self.name = told["name"]

    @property
    def layers(self):
        """Its vector layers, by their names."""
        return Layers(self.id)

    def add(self, frame, name, style=None):
        """
        Puts a GeoDataFrame on the map as a new layer, on top, where everybody sees it at once; gives the layer.

        The frame is brought to longitude and latitude if it says a reference system; without one it is taken to be in
        degrees. Its index is left out. style: what differs from the style of a new layer, as
        `{"fillColor": [255, 0, 0], "opacity": 0.5}`.
        """
        from groma.frame import frame_pieces

        column, pieces = frame_pieces(frame)
        # The same id sent again asks for the same layer, whatever became of the connection.
        query = {"name": name, "geometry_column": column, "operation_id": str(uuid.uuid4()), "project_id": project()}
        if style is not None:
            query["style"] = json.dumps(style)
        with send("POST", f"/maps/{self.id}/layers/arrow", query, pieces=pieces, again=True) as answer:
            made = json.loads(answer.read())["data"]
        for warning in made["warnings"]:
            print(warning)
        return Layers(self.id)[f"{self.id}/{made['layer']['id']}"]

    def __repr__(self):
        return f"Map({self.name!r})"


class Maps(Mapping):
    """`groma.maps["World"]`"""

    def __init__(self):
        self._names = Remembered(lambda: iter(self))

    def create(self, name):
        """Makes an empty map."""
        return Map(call("POST", f"/api/maps/projects/{project()}", body={"name": name, "key": str(uuid.uuid4())}, again=True)["data"])

    def __getitem__(self, key):
        everything = self._all()
        found = [each for each in everything if each.id == key] or [each for each in everything if each.name == key]
        if len(found) == 1:
            return found[0]
        if not found:
            raise Error(f"This project has no map “{key}”.", "NOT_FOUND", {"noun": "map"})
        raise Error(f"Several maps are called “{key}”. Write the id of the one that is meant: {', '.join(each.id for each in found)}.", "BAD_INPUT")

    def __iter__(self):
        return iter([each.name for each in self._all()])

    def __len__(self):
        return len(self._all())

    def __repr__(self):
        return f"Maps({list(self)})"

    def _all(self):
        return [Map(each) for each in call("GET", f"/api/maps/projects/{project()}")["data"]]

    def _ipython_key_completions_(self):
        return self._names()
