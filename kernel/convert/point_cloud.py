"""Converts a point cloud: `point_cloud.py SOURCE OUTPUT FORMAT [CRS]`. OUTPUT is a file, for `3dtiles` and `scene`
a folder; `scene` are tiles to be looked at, which lie around the middle of nothing."""

from read_cloud import open_cloud
from say import Unreadable, progress, run
from write_cloud import WRITERS
from write_tiles import write_scene, write_tiles


def main(words: list[str]) -> None:
    path, output, form, *named = words
    source = open_cloud(path)
    crs = source.crs
    if named:
        import pyproj

        try:
            crs = pyproj.CRS.from_user_input(named[0])
        except pyproj.exceptions.CRSError:
            raise Unreadable(f"there is no coordinate system {named[0]}") from None
    {**WRITERS, "3dtiles": write_tiles, "scene": write_scene}[form](source, output, crs)
    progress(1)


run(main)
