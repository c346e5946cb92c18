"""What shapely and pyproj give for the cases of the tests of the tools: JSON in, JSON out."""

import json
import sys

import numpy as np
import shapely
from pyproj import Geod, Transformer
from shapely.geometry import mapping, shape

GEOD = Geod(ellps="WGS84")


def geodesic_buffer_area(geometry, radius):
    """The area within a distance: in an azimuthal equidistant plane at the middle, its vertices taken back one by one."""
    lon, lat = geometry.centroid.x, geometry.centroid.y
    plane = f"+proj=aeqd +lat_0={lat} +lon_0={lon} +ellps=WGS84"
    there = Transformer.from_crs("EPSG:4326", plane, always_xy=True).transform
    back = Transformer.from_crs(plane, "EPSG:4326", always_xy=True).transform
    dense = shapely.segmentize(geometry, 0.002)
    grown = shapely.transform(dense, there, interleaved=False).buffer(radius, quad_segs=256)
    return area_of(shapely.transform(grown, back, interleaved=False))


def area_of(geometry):
    """Square metres on the ellipsoid; edges are straight in degrees."""
    return abs(GEOD.geometry_area_perimeter(shapely.orient_polygons(shapely.segmentize(geometry, 0.01)))[0])


def answer(case):
    geometries = [shape(each) if each else None for each in case["geometries"]]
    kind = case["ask"]
    if kind == "buffer_areas":
        return [geodesic_buffer_area(each, case["radius"]) for each in geometries]
    if kind == "areas":
        return [area_of(each) for each in geometries]
    if kind == "cap_area":
        # A circle around a place, by its own geodesics.
        az = np.arange(0, 360, 0.25)
        lon, lat = case["center"]
        x, y, _ = GEOD.fwd(np.full(len(az), lon), np.full(len(az), lat), az, np.full(len(az), case["radius"]))
        return abs(GEOD.polygon_area_perimeter(x, y)[0])
    if kind == "pairs_equal":
        other = [shape(each) if each else shapely.Polygon() for each in case["others"]]
        valid = [shapely.make_valid(each) if each else shapely.Polygon() for each in geometries]
        return [
            float(one.symmetric_difference(two).area / max(one.area, two.area, 1e-12)) for one, two in zip(valid, other)
        ]
    if kind == "operate":
        return [mapping(getattr(shapely, case["name"])(each, **case.get("arguments", {}))) for each in geometries]
    if kind == "overlay":
        one = [shapely.make_valid(each) for each in geometries]
        two = shapely.union_all([shapely.make_valid(shape(each)) for each in case["others"]])
        return [mapping(getattr(shapely, case["name"])(each, two)) for each in one]
    if kind == "union":
        return mapping(shapely.union_all([shapely.make_valid(each) for each in geometries]))
    if kind == "voronoi":
        points = shapely.MultiPoint(geometries)
        cells = shapely.voronoi_polygons(points, extend_to=shapely.box(*case["box"]))
        box = shapely.box(*case["box"])
        return [next(float(cell.intersection(box).area) for cell in cells.geoms if cell.covers(point)) for point in geometries]
    if kind == "delaunay":
        return sorted(float(each.area) for each in shapely.delaunay_triangles(shapely.MultiPoint(geometries)).geoms)
    if kind == "relate":
        others = [shape(each) for each in case["others"]]
        test = getattr(shapely, case["name"])
        return [f"{one} {two}" for one, own in enumerate(geometries) for two, each in enumerate(others) if test(own, each)]
    if kind == "dbscan":
        from sklearn.cluster import DBSCAN

        count = len(geometries)
        far = np.zeros((count, count))
        for at, one in enumerate(geometries):
            for other in range(at):
                far[at, other] = far[other, at] = GEOD.inv(*one.coords[0], *geometries[other].coords[0])[2]
        found = DBSCAN(eps=case["metres"], min_samples=case["least"], metric="precomputed").fit(far)
        return {"labels": found.labels_.tolist(), "core": found.core_sample_indices_.tolist()}
    raise ValueError(kind)


print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
