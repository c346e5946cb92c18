"""Writes a mesh as 3D Tiles 1.0 (OGC 18-053r2): B3DM tiles around their middles, with their materials and textures.

Parts with many faces are cut into tiles by the middles of their faces, so that what is out of sight need not be read. With a
coordinate system the tileset lies on the globe, in metres to the east, north and up of its middle; without one it has
coordinates of its own, with the height along z.
"""

import json
import os
import struct
import warnings

import numpy as np

from say import Unreadable, loss, progress

# Faces of a tile at most.
TILE_FACES = 40_000
# Half a side in metres up to which single precision keeps half a millimetre.
LARGEST_HALF_SIDE = 8_192.0
GEOCENTRIC = "EPSG:4978"
# glTF has its height along y; tiles, and what is scanned or built, along z.
UPRIGHT = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])


def write_mesh_tiles(scene, output: str, crs, is_upright: bool) -> None:
    """Writes `tileset.json` and its tiles into the folder `output`. `is_upright` is a source with its height along z."""
    meshes = [each.copy() for each in scene.dump(concatenate=False) if len(each.faces)]
    if not meshes:
        raise Unreadable("it holds no faces")
    for mesh in meshes:
        if not is_upright:
            mesh.vertices = mesh.vertices @ UPRIGHT.T
    transform = None
    if crs is None:
        loss("It has no place on the globe, as no coordinate system was named.")
    else:
        transform = _place(meshes, crs)
    tiles = _gathered([tile for mesh in meshes for tile in _tiles(mesh)])
    written = [_write_tile(tile, output, f"t{at}", at / len(tiles)) for at, tile in enumerate(tiles)]
    low = np.min([low for _, low, _ in written], axis=0)
    high = np.max([high for _, _, high in written], axis=0)
    size = float(np.linalg.norm(high - low)) or 1.0
    root = {"boundingVolume": _box(low, high), "refine": "ADD"}
    if len(written) == 1:
        root |= {"geometricError": 0, "content": {"uri": written[0][0]}}
    else:
        children = [
            {"boundingVolume": _box(*ends), "geometricError": 0, "content": {"uri": uri}} for uri, *ends in written
        ]
        root |= {"geometricError": size, "children": children}
    if transform is not None:
        root["transform"] = [float(each) for each in transform.T.ravel()]
    tileset = {"asset": {"version": "1.0"}, "geometricError": size, "root": root}
    with open(os.path.join(output, "tileset.json"), "w", encoding="utf-8") as file:
        json.dump(tileset, file, separators=(",", ":"))


def _place(meshes: list, crs) -> np.ndarray:
    """Moves corners to metres to the east, north and up of their middle, and gives the matrix from there to the globe."""
    import pyproj

    warnings.simplefilter("ignore")
    is_flat = len(crs.axis_info) < 3
    height = crs.axis_info[0].unit_conversion_factor if is_flat and crs.is_projected else 1.0
    if is_flat:
        unit = crs.axis_info[0].unit_name if crs.is_projected else "metres"
        loss(f"Heights are taken as heights above the ellipsoid, in the unit {unit}.")
    to_globe = pyproj.Transformer.from_crs(crs.to_3d() if is_flat else crs, GEOCENTRIC, always_xy=True)
    to_degrees = pyproj.Transformer.from_crs(GEOCENTRIC, "EPSG:4979", always_xy=True)
    placed = [np.column_stack(to_globe.transform(*(mesh.vertices * (1, 1, height)).T)) for mesh in meshes]
    if not all(np.isfinite(each).all() for each in placed):
        raise Unreadable("some of its corners are outside what the coordinate system is for")
    ends = np.vstack([each for xyz in placed for each in (xyz.min(axis=0), xyz.max(axis=0))])
    middle = (ends.min(axis=0) + ends.max(axis=0)) / 2
    east, north, _ = to_degrees.transform(*middle)
    frame = _frame(np.radians(east), np.radians(north))
    for mesh, xyz in zip(meshes, placed, strict=True):
        mesh.vertices = (xyz - middle) @ frame
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = frame, middle
    return matrix


def _frame(longitude: float, latitude: float) -> np.ndarray:
    """The directions to the east, to the north and up at a place of the globe, as columns."""
    sl, cl, sp, cp = np.sin(longitude), np.cos(longitude), np.sin(latitude), np.cos(latitude)
    return np.array([[-sl, -sp * cl, cp * cl], [cl, -sp * sl, cp * sl], [0, cp, sp]])


def _tiles(mesh) -> list:
    """A mesh in pieces of so many faces at most, each no larger than single precision allows."""
    half = (mesh.bounds[1] - mesh.bounds[0]).max() / 2
    if len(mesh.faces) <= TILE_FACES and half <= LARGEST_HALF_SIDE or len(mesh.faces) == 1:
        if half > LARGEST_HALF_SIDE:
            loss("A face is so large that its corners are moved by more than half a millimetre.")
        return [mesh]
    middles = mesh.triangles_center
    axis = int(np.argmax(np.ptp(middles, axis=0)))
    order = np.argsort(middles[:, axis], kind="stable")
    parts = np.array_split(order, 2)
    return [tile for part in parts for tile in _tiles(mesh.submesh([np.sort(part)], append=True, repair=False))]


def _gathered(pieces: list) -> list[list]:
    """Small pieces that lie side by side are one tile."""
    tiles, faces = [], 0
    for piece in sorted(pieces, key=lambda each: float(each.bounds[0][0])):
        if not tiles or faces + len(piece.faces) > TILE_FACES:
            tiles.append([])
            faces = 0
        tiles[-1].append(piece)
        faces += len(piece.faces)
    return tiles


def _write_tile(meshes: list, output: str, name: str, done: float) -> tuple[str, np.ndarray, np.ndarray]:
    """Writes one tile, and gives its address and the ends of its box."""
    import trimesh

    low = np.min([mesh.bounds[0] for mesh in meshes], axis=0)
    high = np.max([mesh.bounds[1] for mesh in meshes], axis=0)
    middle = np.round((low + high) / 2, 3)
    for mesh in meshes:
        mesh.vertices = (mesh.vertices - middle) @ UPRIGHT
    body = trimesh.Scene(meshes).export(file_type="glb")
    table = {"BATCH_LENGTH": 0, "RTC_CENTER": [float(each) for each in middle]}
    head = json.dumps(table, separators=(",", ":")).encode()
    # What follows the table begins at a multiple of eight bytes.
    head += b" " * (-(28 + len(head)) % 8)
    body += b"\0" * (-len(body) % 8)
    with open(os.path.join(output, f"{name}.b3dm"), "wb") as file:
        file.write(struct.pack("<4s6I", b"b3dm", 1, 28 + len(head) + len(body), len(head), 0, 0, 0) + head + body)
    progress(0.6 + 0.4 * done)
    return f"{name}.b3dm", low, high


def _box(low: np.ndarray, high: np.ndarray) -> dict:
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-3)
    sides = np.diag(half).ravel()
    return {"box": [float(each) for each in (*middle, *sides)]}
