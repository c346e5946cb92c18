"""Runs the SQL blocks of a notebook by DuckDB, inside the Python kernel.

Data frames of the notebook are tables by their names, files of the project by their paths (`SELECT * FROM 'a.csv'`),
and `$name` stands for the notebook's variable of that name. The result is a data frame that Python goes on with.
"""

import base64

_connection = None
_fed = []


class SqlError(Exception):
    """What DuckDB says of a statement; shown without the lines of this file."""

    def _render_traceback_(self):
        return [str(self)]


def run(query, name, namespace):
    """Runs the statements of `query` in order; shows the last one's rows and keeps them in `namespace` as `name`."""
    try:
        import duckdb
    except ImportError:
        raise SqlError("SQL blocks need DuckDB, which this machine's Python environment lacks: pip install duckdb") from None
    try:
        result = _run_all(duckdb, query, namespace)
    except KeyboardInterrupt:
        raise
    except Exception as error:
        raise SqlError(f"{type(error).__name__}: {error}") from None
    if result is not None:
        from IPython.display import display

        namespace[name] = result
        display(result)


def feed(piece, is_first):
    """Takes a piece of the rows that a database of the project has answered, as base64 of an Arrow stream."""
    if is_first:
        _fed.clear()
    _fed.append(base64.b64decode(piece))


def take(name, namespace):
    """Shows the rows that were fed and keeps them in `namespace` as `name`: with geometries as a GeoDataFrame."""
    import pyarrow

    table = pyarrow.ipc.open_stream(b"".join(_fed)).read_all()
    _fed.clear()
    from groma.frame import rows_frame

    frame = rows_frame(table)
    from IPython.display import display

    namespace[name] = frame
    display(frame)


def _run_all(duckdb, query, namespace):
    global _connection
    if _connection is None:
        _connection = duckdb.connect()
    result = None
    for statement in _connection.extract_statements(query):
        wanted = statement.named_parameters
        missing = sorted(each for each in wanted if each not in namespace)
        if missing:
            raise NameError(f"there is no variable {missing[0]} for ${missing[0]}")
        scope = {"_c": _connection, "_s": statement, "_p": {each: namespace[each] for each in wanted}}
        # Evaluated among the notebook's own names, where DuckDB looks for data frames.
        answer = eval("_c.execute(_s, _p or None)", namespace, scope)
        result = _rows(answer, statement.type == duckdb.StatementType.SELECT)
    return result


def _rows(answer, asks):
    """The rows of an answer; of a statement that only changes something, how many rows it changed is printed."""
    if answer.description is None:
        return None
    frame = answer.fetchdf()
    if asks or list(frame.columns) != ["Count"]:
        return frame
    if len(frame):
        print(f"{frame['Count'][0]} rows")
    return None
