"""Tables of the databases of the project, by “database/schema/table”."""

from groma.call import Error, call, project
from groma.names import Remembered
from groma.query import sql


class Table:
    """A table of a database. Its rows are read when they are asked for."""

    def __init__(self, database, names):
        self.database = database
        self.names = names

    @property
    def reference(self):
        """Its name to whatever takes data: “table:city/public/parcels”."""
        if len(self.names) != 2:
            raise Error(f"Name the table with its schema, as “{self.database}/main/{self.names[-1]}”.", "BAD_INPUT")
        return "table:" + "/".join(_part(name) for name in [self.database, *self.names])

    def frame(self, limit=None):
        """Its rows as a data frame: with geometries as a GeoDataFrame. limit: how many at most."""
        end = "" if limit is None else f" LIMIT {int(limit)}"
        return sql(f"SELECT * FROM {'.'.join(_quoted(name) for name in self.names)}{end}", database=self.database)

    def __repr__(self):
        return f"Table({'/'.join([self.database, *self.names])!r})"


class Tables:
    """`groma.tables["city/public/parcels"]`"""

    def __init__(self):
        self._databases = Remembered(
            lambda: [each["name"] + "/" for each in call("GET", f"/api/databases/projects/{project()}")["data"]]
        )

    def __getitem__(self, key):
        database, *names = [_whole(part) for part in str(key).removeprefix("table:").split("/")]
        if not names or not all([database, *names]):
            raise Error(f"A table is named “database/schema/table”, and “{key}” is not.", "BAD_INPUT")
        return Table(database, names)

    def __repr__(self):
        # The tables themselves are asked of each database, which may be slow or away.
        return f"Tables({self._databases()})"

    def _ipython_key_completions_(self):
        return self._databases()


def _part(name):
    return name.replace("%", "%25").replace("/", "%2F")


def _whole(part):
    return part.replace("%2F", "/").replace("%2f", "/").replace("%25", "%")


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'
