"""Makes the scenes of the benchmark, and puts them together by odc-stac with dask, once for each line it is sent."""

import datetime
import json
import resource
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pystac
import rasterio
from rasterio.shutil import copy
from rasterio.transform import from_origin

folder, side, dates = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
bands = sys.argv[4].split(",")
west, north, pixel, crs = 600_000, 5_400_000, 10, 32632


def make(path, seed):
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:side, 0:side]
    values = 2000 + 900 * np.sin(x / 170) * np.cos(y / 130) + random.integers(-400, 400, (side, side))
    # Clouds: a third of each scene is missing, in patches.
    patches = random.random((side // 64 + 1, side // 64 + 1)) < 0.33
    values[np.kron(patches, np.ones((64, 64), dtype=bool))[:side, :side]] = 0
    profile = dict(driver="GTiff", width=side, height=side, count=1, dtype="uint16", nodata=0, crs=f"EPSG:{crs}",
                   transform=from_origin(west, north, pixel, pixel))
    with rasterio.open("/vsimem/plain.tif", "w", **profile) as file:
        file.write(values.astype("uint16"), 1)
    copy("/vsimem/plain.tif", path, driver="COG", compress="DEFLATE", predictor="YES", blocksize=512, overviews="AUTO")


def item(at):
    made = pystac.Item(
        f"scene-{at}",
        geometry={"type": "Polygon", "coordinates": [[[10, 48], [11, 48], [11, 49], [10, 49], [10, 48]]]},
        bbox=[10, 48, 11, 49],
        datetime=datetime.datetime(2025, 6, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=at),
        properties={"proj:epsg": crs, "proj:shape": [side, side], "proj:transform": [pixel, 0, west, 0, -pixel, north]},
        stac_extensions=["https://stac-extensions.github.io/projection/v1.1.0/schema.json"],
    )
    for name in bands:
        made.add_asset(name, pystac.Asset(str(folder / f"{name}-{at}.tif"), media_type=pystac.MediaType.COG, roles=["data"]))
    return made


class Watch(threading.Thread):
    """The most memory that this process holds while it works."""

    def __init__(self):
        super().__init__(daemon=True)
        self.most, self.is_on = 0, True

    def run(self):
        while self.is_on:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.most = max(self.most, pages * resource.getpagesize())
            time.sleep(0.01)


def compose(items):
    import odc.stac

    watch = Watch()
    watch.start()
    began = time.perf_counter()
    # The default of odc-stac for the pixels of files; dask's threads for the cores.
    data = odc.stac.load(items, bands=bands, crs=f"EPSG:{crs}", resolution=pixel, chunks={"x": 512, "y": 512}, groupby="id",
                         dtype="uint16", nodata=0)
    made = data.where(data != 0).median("time", skipna=True).compute()
    took = (time.perf_counter() - began) * 1000
    watch.is_on = False
    stacked = np.stack([made[name].values for name in bands]).astype("float32")
    stacked.tofile(folder / "peer.raw")
    return took, watch.most


for at in range(dates):
    for number, name in enumerate(bands):
        path = folder / f"{name}-{at}.tif"
        if not path.exists():
            make(path, at * 100 + number)
items = [item(at) for at in range(dates)]
print("ready", flush=True)
for _ in sys.stdin:
    took, most = compose(items)
    print(json.dumps({"took": took, "bytes": most}), flush=True)
