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


def lines_of(geometry):
    return list(getattr(geometry, "geoms", [geometry]))


def dense(geometry):
    """Positions of a geometry, no more than about 100 m apart as degrees have its edges."""
    if geometry.geom_type.endswith("Point"):
        return shapely.get_coordinates(geometry)
    lines = geometry.boundary if geometry.geom_type.endswith("Polygon") else geometry
    return shapely.get_coordinates(shapely.segmentize(lines, 0.0008))


def nearest(own, others, most):
    """The nearest others with their geodesic distances, by all pairs of positions (chords through the Earth choose ten of them)."""
    there = Transformer.from_crs("EPSG:4326", "EPSG:4978", always_xy=True)

    def solid(places):
        return np.column_stack(there.transform(places[:, 0], places[:, 1], np.zeros(len(places))))

    from scipy.spatial import cKDTree

    places = dense(own)
    tree = cKDTree(solid(places))
    found = []
    for at, other in enumerate(others):
        if shapely.intersects(own, other):
            found.append([0.0, at])
            continue
        targets = dense(other)
        far, near = tree.query(solid(targets))
        best = np.argsort(far)[:10]
        metres = [GEOD.inv(*places[near[each]], *targets[each])[2] for each in best]
        found.append([float(min(metres)), at])
    return sorted(found)[:most]


def along(line, step):
    found, passed, count = [], 0.0, 0
    places = list(line.coords)
    for (x1, y1), (x2, y2) in zip(places, places[1:]):
        azimuth, _, metres = GEOD.inv(x1, y1, x2, y2)
        while count * step < passed + metres:
            lon, lat, _ = GEOD.fwd(x1, y1, azimuth, count * step - passed)
            found.append([lon, lat])
            count += 1
        passed += metres
    return found


def measures(geometry):
    if geometry.geom_type.endswith("LineString"):
        return [0, GEOD.geometry_length(geometry)]
    return [abs(GEOD.geometry_area_perimeter(shapely.orient_polygons(geometry))[0]), GEOD.geometry_length(geometry.boundary)]


def split(geometry, cutters):
    """The pieces of a geometry: faces of its noded outline, or a line cut at the places where the others meet it."""
    if geometry.geom_type.endswith("Polygon"):
        faces = shapely.polygonize([shapely.union(geometry.boundary, cutters)])
        return [face for face in faces.geoms if geometry.contains(face.representative_point())]
    from shapely.ops import substring

    cuts = sorted({0.0, geometry.length, *(geometry.project(each) for each in points_of(geometry.intersection(cutters)))})
    kept = [cuts[0]] + [each for before, each in zip(cuts, cuts[1:]) if each - before > 1e-9]
    return [substring(geometry, one, two) for one, two in zip(kept, kept[1:])]


def points_of(geometry):
    if geometry.geom_type == "Point":
        return [geometry]
    if geometry.geom_type == "LineString":
        return [shapely.Point(each) for each in (geometry.coords[0], geometry.coords[-1])] if not geometry.is_empty else []
    return [each for part in geometry.geoms for each in points_of(part)]


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
    if kind == "nearest":
        others = [shape(each) for each in case["others"]]
        return [nearest(each, others, case["most"]) for each in geometries]
    if kind == "along":
        return [along(each, case["step"]) for each in geometries]
    if kind == "distances":
        others = [shape(each) for each in case["others"]]
        return [[GEOD.inv(*one.coords[0], *two.coords[0])[2] for two in others] for one in geometries]
    if kind == "measures":
        return [measures(each) for each in geometries]
    if kind == "split":
        cutters = shapely.union_all([shape(each) for each in case["others"]])
        return [sorted(part.area or part.length for part in split(each, cutters)) for each in geometries]
    if kind == "line_merge":
        merged = shapely.line_merge(shapely.MultiLineString([line for each in geometries for line in lines_of(each)]))
        return sorted(float(line.length) for line in lines_of(merged))
    raise ValueError(kind)


print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
