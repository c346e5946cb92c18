"""Images of the project: raster files below /data, and raster layers of maps."""

import os
from collections.abc import Mapping

from groma.call import Error, call, project
from groma.file import Files
from groma.names import Remembered

#: Endings of files that completion offers; a file of another is opened all the same.
RASTERS = (".tif", ".tiff", ".vrt", ".img", ".jp2", ".png", ".jpg", ".jpeg", ".nc", ".grd", ".asc", ".dem", ".hgt")
DEGREES = 4326


class Image:
    """
    A raster: what it is, and windows of its values. It is opened for each question and read where it lies, not copied;
    where that is an address, through the server, which has to be allowed to reach it.

    width, height, count: pixels and bands. dtypes: the types of the bands. crs: its coordinate system, None where it has none.
    transform: from columns and rows to coordinates, as an Affine. nodata: the value that stands for none. bounds: left,
    bottom, right and top in `crs`. descriptions: of the bands. overviews: by how much reduced copies are coarser.
    """

    def __init__(self, key, place, crs=None, nodata=None):
        from groma.raster import facts_of

        self.key = key
        self._place = place
        self._nodata = nodata
        vars(self).update(facts_of(place, crs, nodata))

    @property
    def shape(self):
        """Rows and columns."""
        return (self.height, self.width)

    @property
    def dtype(self):
        """The type of the values, where all bands have one; else the one that holds them all."""
        import numpy

        return numpy.result_type(*self.dtypes)

    def window(self, bounds, crs=None):
        """
        The window of whole pixels that meets bounds, as ((first row, end), (first column, end)).

        bounds: (left, bottom, right, top) in the image's own system, or in `crs`, as 4326 for degrees.
        """
        from groma.raster import window_of

        return window_of(self, bounds, crs)

    def read(self, bounds=None, *, window=None, bands=None, shape=None, crs=None, resampling="nearest"):
        """
        Values as a masked array of NumPy (bands, rows, columns), masked where there is no data; all where nothing is said.

        bounds: (left, bottom, right, top) in the image's own system, or in `crs` (4326 for degrees); whole pixels that meet them.
        window: ((first row, end), (first column, end)) instead, or a window of rasterio.
        bands: numbers from 1, all by default. One number gives an array (rows, columns).
        shape: (rows, columns) of the result; reduced copies in the file (overviews) are used where it is smaller.
        resampling: nearest, bilinear, cubic, average, mode and so on.
        """
        from groma.raster import read_values

        return read_values(self, _one_of(self, bounds, window, crs), bands, shape, resampling)

    def to_xarray(self, bounds=None, *, window=None, bands=None, shape=None, crs=None, resampling="nearest", masked=True):
        """
        The same as an xarray.DataArray (band, y, x) with the coordinates of the centres of pixels. Values are read when they are
        asked for, and only of the window that is.

        masked: where there is no data, values are NaN, for which whole numbers become real ones; False leaves them as they are.
        """
        from groma.raster_array import data_array

        return data_array(self, _one_of(self, bounds, window, crs), bands, shape, resampling, masked)

    def __array__(self, dtype=None, copy=None):
        values = self.read()
        return values.data if dtype is None else values.data.astype(dtype)

    def __repr__(self):
        return f"Image({self.key!r}, {self.width} × {self.height}, {self.count} × {self.dtype}, {self.crs})"


def _one_of(image, bounds, window, crs):
    if bounds is not None and window is not None:
        raise TypeError("say bounds or a window, not both")
    return image.window(bounds, crs) if bounds is not None else window


class Images(Mapping):
    """`groma.images["World/scene"]`, a raster layer, or `groma.images["/data/scene.tif"]`, a file."""

    def __init__(self, files: Files):
        self._files = files
        self._names = Remembered(lambda: iter(self))

    def __getitem__(self, key):
        text = os.fspath(key) if hasattr(key, "__fspath__") else str(key)
        if text.startswith("/"):
            file = self._files[text]
            return Image(file.key, str(file.path))
        found = self._find(text)
        if len(found) > 1:
            meant = ", ".join(f"{each['map_id']}/{each['id']} ({_name(each)})" for each in found)
            raise Error(f"Several images are called “{text}”. Write which is meant: {meant}.", "BAD_INPUT")
        if not found:
            raise Error(f"This project has no image “{text}”.", "NOT_FOUND", {"noun": "image"})
        told = found[0]
        return Image(_name(told), self._place_of(told), told["assumed_crs"], told["nodata"])

    def __contains__(self, key):
        text = os.fspath(key) if hasattr(key, "__fspath__") else str(key)
        return text in self._files if text.startswith("/") else bool(self._find(text))

    def __iter__(self):
        yield from map(_name, self._layers())
        yield from (key for key in self._files if key.lower().endswith(RASTERS))

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return f"Images({list(self)})"

    def _place_of(self, told):
        """Of a layer of several files, their places."""
        from groma.remote_file import RemoteImage

        urls = [line for line in told["url"].split("\n") if line]
        places = [
            str(self._files[url].path) if url.startswith("/data/") else RemoteImage(told["map_id"], told["id"], url, number)
            for number, url in enumerate(urls)
        ]
        return places[0] if len(places) == 1 else places

    def _find(self, text):
        told = self._layers()
        ways = [lambda each: f"{each['map_id']}/{each['id']}", _name, lambda each: each["name"]]
        return next((found for way in ways if (found := [each for each in told if way(each) == text])), [])

    def _layers(self):
        return call("GET", f"/maps/projects/{project()}/images")["data"]

    def _ipython_key_completions_(self):
        return self._names()


def _name(told):
    return f"{told['map_name']}/{told['name']}"
