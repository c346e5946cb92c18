"""Rasters as arrays of xarray, whose values are read when they are asked for."""

import numpy
import xarray
from xarray.backends import BackendArray
from xarray.core import indexing

from groma.raster import as_bands, as_resampling, as_window, has_missing, read_window


def data_array(image, window, bands, shape, resampling, masked):
    """The array that `Image.to_xarray` says."""
    window = as_window(image, window)
    wanted, is_one = as_bands(image, bands)
    rows, columns = shape or (int(window.height), int(window.width))
    transform = image.transform @ image.transform.translation(window.col_off, window.row_off)
    transform = transform @ transform.scale(window.width / columns, window.height / rows)
    is_masked = masked and has_missing(image)
    values = _Values(image, window, wanted, (rows, columns), as_resampling(resampling), is_masked)
    variable = xarray.Variable(("band", "y", "x"), indexing.LazilyIndexedArray(values))
    coords = {"band": wanted, **_coordinates(transform, rows, columns), "spatial_ref": _spatial_ref(image.crs, transform)}
    attributes = {"long_name": tuple(image.descriptions[each - 1] for each in wanted)} if any(image.descriptions) else {}
    if image.nodata is not None and not is_masked:
        attributes["_FillValue"] = image.nodata
    array = xarray.DataArray(variable, coords=coords, name=image.key.rsplit("/", 1)[-1], attrs=attributes)
    return array.isel(band=0) if is_one else array


def _coordinates(transform, rows, columns):
    """The centres of pixels: for each row and column, or where the image is rotated for each pixel."""
    if transform.b == 0 and transform.d == 0:
        return {
            "y": transform.f + transform.e * (numpy.arange(rows) + 0.5),
            "x": transform.c + transform.a * (numpy.arange(columns) + 0.5),
        }
    return {
        name: xarray.Variable(("y", "x"), indexing.LazilyIndexedArray(_Centres((rows, columns), numbers)))
        for name, numbers in (("yc", (transform.d, transform.e, transform.f)), ("xc", (transform.a, transform.b, transform.c)))
    }


def _spatial_ref(crs, transform):
    """System and transform as GDAL, and libraries for xarray, look for them."""
    told = {"GeoTransform": " ".join(repr(float(each)) for each in transform.to_gdal())}
    return xarray.Variable((), 0, {**told, **({"crs_wkt": crs.to_wkt(), "spatial_ref": crs.to_wkt()} if crs else {})})


class _Lazy(BackendArray):
    def __getitem__(self, key):
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._get)


class _Values(_Lazy):
    """Values of a window at a size."""

    def __init__(self, image, window, bands, size, resampling, masked):
        self._image = image
        self._window = window
        self._bands = bands
        self._size = size
        self._resampling = resampling
        self._masked = masked
        self.shape = (len(bands), *size)
        kind = numpy.dtype(image.dtype)
        self.dtype = numpy.result_type(kind, numpy.float32) if masked and kind.kind in "iub" else kind

    def _get(self, key):
        bands, rows, columns = (numpy.atleast_1d(numpy.arange(size)[part]) for size, part in zip(self.shape, key))
        if 0 in (len(bands), len(rows), len(columns)):
            values = numpy.empty((len(bands), len(rows), len(columns)), self.dtype)
        else:
            values = self._part([self._bands[each] for each in bands], rows, columns)
        for axis in reversed([axis for axis, part in enumerate(key) if isinstance(part, (int, numpy.integer))]):
            values = values.take(0, axis=axis)
        return values

    def _part(self, bands, rows, columns):
        """Values of rows and columns, by the least window that holds them."""
        from rasterio.windows import Window

        is_plain = self._size == (self._window.height, self._window.width)
        if is_plain:
            part = Window(self._window.col_off + columns.min(), self._window.row_off + rows.min(), columns.max() - columns.min() + 1, rows.max() - rows.min() + 1)
            read = read_window(self._image, part, bands, None, self._resampling)
            rows, columns = rows - rows.min(), columns - columns.min()
        else:
            # Resampled as a whole, so that a part is what it is in the whole.
            read = read_window(self._image, self._window, bands, self._size, self._resampling)
        read = read[:, rows][:, :, columns]
        return read.astype(self.dtype).filled(numpy.nan) if self._masked else read.data


class _Centres(_Lazy):
    """One coordinate of the centres of pixels of a rotated image: a × column + b × row + c."""

    def __init__(self, size, numbers):
        self.shape = size
        self.dtype = numpy.dtype(float)
        self._numbers = numbers

    def _get(self, key):
        by_column, by_row, first = self._numbers
        rows, columns = (numpy.arange(size)[part] + 0.5 for size, part in zip(self.shape, key))
        if numpy.ndim(rows) and numpy.ndim(columns):
            rows = rows[:, numpy.newaxis]
        return by_column * columns + by_row * rows + first
