"""Does the same with shapely, on one thread: reads packed polygons, then runs all tools for each line it is sent."""

import json
import sys
import time

import numpy as np
import shapely
from pyproj import Transformer

folder = sys.argv[1]


def read(name):
    about = json.load(open(f"{folder}/{name}.json"))
    coordinates = np.fromfile(f"{folder}/{name}.coordinates").reshape(-1, 2)
    rings = np.array(about["rings"])
    members = np.array(about["members"])
    return shapely.from_ragged_array(shapely.GeometryType.POLYGON, coordinates, (rings, members))


rows, masks = read("rows"), read("masks")
groups = np.arange(len(rows)) % 50
PLANE = "+proj=tmerc +lat_0=49.5 +lon_0=10 +ellps=WGS84"
there = Transformer.from_crs("EPSG:4326", PLANE, always_xy=True)
back = Transformer.from_crs(PLANE, "EPSG:4326", always_xy=True)


def buffered():
    plane = shapely.transform(rows, lambda places: np.column_stack(there.transform(places[:, 0], places[:, 1])))
    grown = shapely.buffer(plane, 500, quad_segs=24)
    return shapely.transform(grown, lambda places: np.column_stack(back.transform(places[:, 0], places[:, 1])))


def clipped():
    tree = shapely.STRtree(masks)
    which, mask = tree.query(rows, predicate="intersects")
    order = np.argsort(which, kind="stable")
    which, mask = which[order], mask[order]
    first = np.flatnonzero(np.diff(which, prepend=-1))
    union = [masks[part[0]] if len(part) == 1 else shapely.union_all(masks[part]) for part in np.split(mask, first[1:])]
    found = shapely.intersection(rows[which[first]], union)
    return found[~shapely.is_empty(found)]


TOOLS = {
    "centroid": lambda: shapely.centroid(rows),
    "bounding_box": lambda: shapely.envelope(rows),
    "convex_hull": lambda: shapely.convex_hull(rows),
    "simplify": lambda: shapely.simplify(rows, 0.001),
    "polygon_to_lines": lambda: shapely.boundary(rows),
    "buffer": buffered,
    "clip_polygons": clipped,
    "dissolve_by_attribute": lambda: np.array([shapely.union_all(rows[groups == group]) for group in range(50)]),
}

print("ready", flush=True)
for _ in sys.stdin:
    times, counts = {}, {}
    for name, run in TOOLS.items():
        start = time.perf_counter()
        result = run()
        times[name] = (time.perf_counter() - start) * 1000
        counts[name] = [len(result), float(shapely.area(result).sum())]
    print(json.dumps({"times": times, "counts": counts}), flush=True)
