"""Makes the image of the benchmark, and answers its questions by exactextract, a line each."""

import json
import sys
import time

import numpy as np
import rasterio
from exactextract import exact_extract
from rasterio.transform import from_origin


def make(path, side):
    random = np.random.default_rng(7)
    rows = np.arange(side)
    profile = dict(driver="GTiff", width=side, height=side, count=1, dtype="uint16", nodata=0, crs="EPSG:4326", tiled=True,
                   blockxsize=512, blockysize=512, compress="deflate", zlevel=6, predictor=2, transform=from_origin(10, 50, 1e-4, 1e-4))
    with rasterio.open(path, "w", **profile) as file:
        for top in range(0, side, 512):
            height = min(512, side - top)
            y = rows[top : top + height, None]
            values = 2000 + 900 * np.sin(rows[None, :] / 170) * np.cos(y / 130) + random.integers(-32, 32, (height, side))
            window = rasterio.windows.Window(0, top, side, height)
            file.write(values.astype("uint16"), 1, window=window)


def answer(image, features, statistics, into):
    began = time.perf_counter()
    found = exact_extract(image, features, statistics)
    took = (time.perf_counter() - began) * 1000
    rows = [[each["properties"][name] for name in statistics] for each in found]
    np.asarray(rows, dtype="float64").tofile(into)
    return took


def weights(image, feature):
    """How much of the pixels of a polygon has each value, as exactextract has it."""
    [found] = exact_extract(image, [feature], ["values", "coverage"])
    values, coverage = (np.asarray(found["properties"][name], dtype="float64") for name in ("values", "coverage"))
    different, places = np.unique(values, return_inverse=True)
    return dict(zip(different.tolist(), np.bincount(places, weights=coverage).tolist()))


image, side, polygons, into = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
statistics = sys.argv[5].split(",")
make(image, side)
features = json.load(open(polygons))
print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "run":
        print(answer(image, features, statistics, into), flush=True)
        continue
    found = weights(image, features[int(rest[0])])
    if word == "weigh":
        print(*(found.get(float(value), 0) for value in rest[1:]), flush=True)
    else:
        print(sum(weight <= float(rest[1]) for weight in found.values()), flush=True)
