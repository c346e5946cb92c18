"""Converts a mesh: `mesh.py SOURCE OUTPUT FORMAT [CRS]`. OUTPUT is a file, for `obj` and `3dtiles` a folder: its materials
or its tiles stand beside it."""

import json
import os
import struct

import numpy as np

from mesh_tiles import write_mesh_tiles
from say import Unreadable, loss, progress, run

# What single precision may move a corner by before it is told, in the unit of the mesh.
LEAST_MOVE = 1e-4
# What needs a decoder that is not here.
PACKED = {
    "KHR_draco_mesh_compression": "Draco",
    "EXT_meshopt_compression": "meshopt",
    "KHR_texture_basisu": "Basis Universal",
}
UNSAID = {"animations": "Animations are", "skins": "Skins are", "cameras": "Cameras are"}


def main(words: list[str]) -> None:
    path, output, form, *named = words
    scene = read_scene(path)
    if not scene.geometry:
        raise Unreadable("it holds no faces")
    progress(0.6)
    if form == "3dtiles":
        matte(scene)
        write_mesh_tiles(scene, output, named_crs(named), is_upright(path, bool(named)))
    else:
        WRITERS[form](scene, output)
    progress(1)


def named_crs(named: list[str]):
    if not named:
        return None
    import pyproj

    try:
        return pyproj.CRS.from_user_input(named[0])
    except pyproj.exceptions.CRSError:
        raise Unreadable(f"there is no coordinate system {named[0]}") from None


def is_upright(path: str, is_placed: bool) -> bool:
    """What is scanned or printed has its height along z; OBJ says nothing, but with a coordinate system it is east, north, height."""
    ending = path.rsplit(".", 1)[-1].lower()
    return ending in ("stl", "ply") or ending == "obj" and is_placed


def read_scene(path: str):
    """All of a file whose faces can be read, as a scene of trimesh. @raises Unreadable"""
    import trimesh

    ending = path.rsplit(".", 1)[-1].lower()
    center = np.zeros(3)
    try:
        if ending == "b3dm":
            body, center = open_b3dm(path)
            check_gltf(body)
            scene = trimesh.load_scene(trimesh.util.wrap_as_stream(body), file_type="glb")
        else:
            if ending in ("glb", "gltf"):
                with open(path, "rb") as file:
                    check_gltf(file.read())
            if ending == "obj":
                check_materials(path)
            scene = trimesh.load_scene(path)
    except Unreadable:
        raise
    except FileNotFoundError as error:
        name = os.path.basename(str(error.filename))
        raise Unreadable(f"the file “{name}” that it names is not beside it") from None
    except MemoryError:
        raise
    except Exception as error:
        reason = str(error)[:200] or type(error).__name__
        raise Unreadable(f"it is no {ending.upper()} file that can be read: {reason}") from None
    keep_faces(scene)
    if ending == "dae":
        to_metres(scene, path)
    if center.any():
        # What is added to a tile has its height along z, what is in it along y.
        x, y, z = center
        scene.apply_transform(trimesh.transformations.translation_matrix([x, z, -y]))
    return scene


def to_metres(scene, path: str) -> None:
    """COLLADA names its unit and which axis goes up; others are in metres with their height along y, or say nothing."""
    import collada
    import trimesh
    from collada.common import DaeBrokenRefError, DaeUnsupportedError

    asset = collada.Collada(path, ignore=[DaeUnsupportedError, DaeBrokenRefError]).assetInfo
    unit = asset.unitmeter or 1.0
    turn = {"Z_UP": [[1, 0, 0], [0, 0, 1], [0, -1, 0]], "X_UP": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}.get(asset.upaxis)
    matrix = np.eye(4)
    matrix[:3, :3] = np.array(turn if turn else np.eye(3)) * unit
    if not np.allclose(matrix, np.eye(4)):
        scene.apply_transform(matrix)
        loss(f"Its unit of {unit:g} m and its axes become metres with the height along y.")


def keep_faces(scene) -> None:
    """Takes away lines and points, and corners that are no numbers."""
    import trimesh

    for name, each in list(scene.geometry.items()):
        if not isinstance(each, trimesh.Trimesh) or len(each.faces) == 0:
            loss("Points and lines without faces are left out.")
            scene.delete_geometry(name)
        elif not np.isfinite(each.vertices).all():
            raise Unreadable("some of its corners are no numbers")


def open_b3dm(path: str) -> tuple[bytes, np.ndarray]:
    """The model in a tile of 3D Tiles 1.0 and what is to be added to its places."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"b3dm" or len(data) < 28:
        raise Unreadable("it is no B3DM tile")
    length, *parts = struct.unpack("<5I", data[8:28])
    if length > len(data) or 28 + sum(parts) > length:
        raise Unreadable("it ends before its end")
    table = json.loads(data[28 : 28 + parts[0]] or b"{}")
    if parts[2]:
        loss("The attributes of its batches are left out.")
    body = data[28 + sum(parts) : length]
    if body[:4] != b"glTF":
        raise Unreadable("its model is no binary glTF")
    return body, np.array(table.get("RTC_CENTER", [0, 0, 0]), "f8")


def check_gltf(data: bytes) -> None:
    """Refuses what cannot be decoded, and tells what is not kept."""
    if data[:4] == b"glTF":
        if struct.unpack("<I", data[4:8])[0] != 2:
            raise Unreadable("it is glTF 1.0, and only 2.0 can be read")
        data = data[20 : 20 + struct.unpack("<I", data[12:16])[0]]
    tree = json.loads(data)
    for name in tree.get("extensionsRequired", []):
        if name in PACKED:
            raise Unreadable(f"it is compressed by {PACKED[name]}, which this server cannot read")
    for key, words in UNSAID.items():
        if tree.get(key):
            loss(f"{words} left out.")
    kinds = {primitive.get("mode", 4) for mesh in tree.get("meshes", []) for primitive in mesh.get("primitives", [])}
    if kinds & {0, 1, 2, 3}:
        loss("Points and lines without faces are left out.")


def check_materials(path: str) -> None:
    folder = os.path.dirname(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("mtllib ") and not os.path.exists(os.path.join(folder, line[7:].strip())):
                loss(f"The materials of “{line[7:].strip()}” are left out: that file is not beside it.")


def tell_looks(scene, form: str, keeps_colors: bool) -> None:
    """Names what a format has no place for."""
    pictures, colors = False, False
    for each in scene.geometry.values():
        kind = each.visual.kind
        if kind == "texture":
            material = each.visual.material
            pictures |= any(getattr(material, name, None) is not None for name in ("image", "baseColorTexture"))
            colors = True
        elif kind in ("vertex", "face"):
            colors = True
    if pictures and keeps_colors:
        loss(f"{form} has no textures: they are colours of corners now.")
    if colors and not keeps_colors:
        loss(f"{form} has no colours, materials and textures: they are left out.")
    if len(scene.graph.nodes_geometry) > 1:
        loss(f"{form} has no parts: the {len(scene.graph.nodes_geometry)} of the source are one.")


def whole(scene):
    """The scene as one mesh, in its own coordinates."""
    mesh = scene.to_mesh()
    if len(mesh.faces) == 0:
        raise Unreadable("it holds no faces")
    return mesh


def tell_precision(mesh, form: str) -> None:
    most = float(abs(mesh.vertices).max()) * 2.0**-24
    if most > LEAST_MOVE:
        loss(f"{form} keeps places in single precision: they are moved by up to {most:.2g}.")


def write_ply(scene, output: str) -> None:
    tell_looks(scene, "PLY", True)
    mesh = whole(scene)
    if mesh.visual.kind == "texture":
        mesh.visual = mesh.visual.to_color()
    tell_precision(mesh, "PLY")
    mesh.export(output, file_type="ply")


def write_stl(scene, output: str) -> None:
    tell_looks(scene, "STL", False)
    mesh = whole(scene)
    tell_precision(mesh, "STL")
    mesh.export(output, file_type="stl")


def write_obj(scene, output: str) -> None:
    """`model.obj` in a folder with its materials and textures."""
    parts = len(scene.graph.nodes_geometry)
    if parts > 1:
        loss(f"The {parts} parts of the source are one, and their textures one picture.")
    mesh = whole(scene)
    if mesh.visual.kind == "face":
        loss("Colours of faces are colours of corners now.")
    mesh.export(os.path.join(output, "model.obj"), file_type="obj", digits=17, mtl_name="model.mtl", header=None)


def write_dae(scene, output: str) -> None:
    """Each part in the coordinates of the scene: the writer of trimesh knows no nodes and no pictures."""
    import trimesh

    meshes = [each for each in scene.dump(concatenate=False) if len(each.faces)]
    for each in meshes:
        if each.visual.kind == "texture":
            material = each.visual.material
            if _picture(material) is not None:
                loss("Textures are colours of corners now.")
                each.visual = each.visual.to_color()
                continue
            plain = material.to_simple() if hasattr(material, "to_simple") else material
            # How much it shines is divided by.
            each.visual.material = trimesh.visual.material.SimpleMaterial(diffuse=plain.diffuse)
    with open(output, "wb") as file:
        file.write(trimesh.exchange.dae.export_collada(meshes))


def _picture(material):
    return getattr(material, "image", None) or getattr(material, "baseColorTexture", None)


def write_gltf(scene, output: str) -> None:
    """One file: buffers and pictures stand in it."""
    matte(scene)
    centered(scene)
    files = scene.export(file_type="gltf", embed_buffers=True)
    with open(output, "wb") as file:
        file.write(files["model.gltf"])


def write_glb(scene, output: str) -> None:
    matte(scene)
    centered(scene)
    with open(output, "wb") as file:
        file.write(scene.export(file_type="glb"))


def matte(scene) -> None:
    """A material of glTF that says nothing is bare metal, which is black without surroundings; those of OBJ and DAE are none."""
    for each in scene.geometry.values():
        material = getattr(each.visual, "material", None)
        if hasattr(material, "to_pbr") and hasattr(material, "diffuse"):
            each.visual.material = material.to_pbr()
            each.visual.material.metallicFactor = 0.0


def centered(scene) -> None:
    """Corners are in single precision: those of a part that lies far out are kept around its middle, which a node moves."""
    import trimesh

    for name, each in scene.geometry.items():
        middle = np.round(each.bounds.mean(axis=0), 3)
        if abs(each.vertices).max() * 2.0**-24 < LEAST_MOVE / 10:
            continue
        each.vertices -= middle
        back = trimesh.transformations.translation_matrix(middle)
        for node in scene.graph.nodes_geometry:
            matrix, geometry = scene.graph[node]
            if geometry == name:
                parent = scene.graph.transforms.parents.get(node, scene.graph.base_frame)
                before, _ = scene.graph.get(frame_to=node, frame_from=parent)
                scene.graph.update(frame_to=node, frame_from=parent, matrix=before @ back, geometry=geometry)


WRITERS = {
    "ply": write_ply, "stl": write_stl, "obj": write_obj, "dae": write_dae, "glb": write_glb, "gltf": write_gltf,
}  # fmt: skip

if __name__ == "__main__":
    run(main)
