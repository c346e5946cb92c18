"""SQL over the project and its databases."""

from groma.call import project, read_bytes

#: The database in which one statement reads layers (`layers."World".roads`) and files (`files."/data/x.csv"`).
OWN = "This project"


def sql(query, /, *, database=OWN, **parameters):
    """
    Runs statements in a database of the project and gives the rows of the last one as a data frame: with geometries as a
    GeoDataFrame; None where none has rows.

    In “This project”, the default, one statement reads layers, as they are now, and files:
    `SELECT * FROM layers."World".roads JOIN files."/data/x.csv" USING (id)`. `database` is the name of another. `$name`
    in the statement stands for the parameter of that name.
    """
    answer = read_bytes(
        "POST",
        f"/api/databases/projects/{project()}/arrow",
        body={"database": database, "query": query, "params": parameters},
    )
    if not answer:
        return None
    from groma.frame import query_frame

    return query_frame(answer, in_degrees=database == OWN)
