"""What a Groma notebook may import: `import groma`.

    groma.layers["World/roads"].frame()            a layer as it is now, as a GeoDataFrame
    groma.sql('SELECT … FROM layers."World".roads') SQL over the project, as a data frame
    groma.tools.buffer("World/roads", radius=2)    any tool of the toolbox
    groma.maps["World"].add(frame, name="Hot")     a data frame as a new layer, live on open maps
    groma.files["/data/sales.csv"].frame()         a file of the project
    groma.images["World/scene"].read(bounds=…)     a window of a raster layer, or of a raster file, as a NumPy array
    groma.publish(frame, name="Hot")               what a notebook gives that runs as a tool
    groma.tables["city/public/parcels"].frame()    a table of a connected database
    groma.read("layer:World/roads")                any of these by its name, as input blocks for data give it

Everything is done with the rights of the person whose block runs, in the project of the notebook. What the server
refuses is a `groma.Error` with its text. The project's files are at `groma.data` (the folder /data), shared with every
notebook of the project.
"""

import os
from pathlib import Path

from groma.call import Error
from groma.file import Files
from groma.image import Images
from groma.layer import Layers
from groma.map import Maps
from groma.publishing import publish
from groma.query import sql
from groma.reading import read
from groma.table import Tables
from groma.tool import Tools

data = Path(os.environ.get("GROMA_PROJECT_DATA", "/data"))
layers = Layers()
maps = Maps()
files = Files(data)
images = Images(files)
tables = Tables()
tools = Tools()

__all__ = ["Error", "data", "files", "images", "layers", "maps", "publish", "read", "sql", "tables", "tools"]
