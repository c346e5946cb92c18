"""Rasters by rasterio: what they are, and windows of their values."""

import contextlib
import math

import numpy

from groma.call import Error
from groma.remote_file import RemoteImage

try:
    import rasterio
    import rasterio.warp
    from rasterio.enums import MaskFlags, Resampling
    from rasterio.errors import RasterioError
    from rasterio.windows import Window
except ImportError:
    raise Error("Images need rasterio, which this machine's Python environment lacks: pip install rasterio", "UNAVAILABLE") from None

#: Parts of a pixel by which a border may miss one, as sums of doubles do.
SLACK = 1e-6


@contextlib.contextmanager
def opened(place):
    """The file as rasterio has it, for as long as it is asked: an open one must not be shared by threads."""
    if isinstance(place, list):
        with contextlib.ExitStack() as stack:
            yield JoinedSource([stack.enter_context(opened(each)) for each in place], [_name_of(each) for each in place])
        return
    if isinstance(place, RemoteImage):
        with _opened_through_server(place) as source:
            yield source
        return
    try:
        with rasterio.open(place) as source:
            yield source
    except RasterioError as error:
        raise Error(f"The image {place} cannot be read: {error}", "BAD_INPUT") from None


@contextlib.contextmanager
def _opened_through_server(image):
    name, opener, errors = image.open()
    try:
        with rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"), rasterio.open(name, opener=opener) as source:
            yield source
    except RasterioError as error:
        if errors:
            raise errors[0] from None
        raise Error(f"The image at {image.url} cannot be read: {error}", "BAD_INPUT") from None


def _name_of(place):
    name = (place.url if isinstance(place, RemoteImage) else place).split("?")[0].rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[0]


class JoinedSource:
    """
    Files of one place as one: the bands of each behind those of the one before, in the pixels of the finest. It has what
    `facts_of` and `read_window` ask of a file that rasterio has opened.
    """

    def __init__(self, sources, names):
        finest = max(sources, key=lambda each: each.width)
        self._bands = [(source, band, name) for source, name in zip(sources, names) for band in range(1, source.count + 1)]
        self.width, self.height, self.count = finest.width, finest.height, len(self._bands)
        self.crs, self.transform, self.nodata = finest.crs, finest.transform, finest.nodata
        self.dtypes = tuple(source.dtypes[band - 1] for source, band, _ in self._bands)
        self.mask_flag_enums = [source.mask_flag_enums[band - 1] for source, band, _ in self._bands]
        # Files of one band seldom say which it is; their names do.
        self.descriptions = tuple(
            source.descriptions[band - 1] or (name if source.count == 1 else f"{name} {band}") for source, band, name in self._bands
        )
        self._finest = finest

    def overviews(self, _band):
        return self._finest.overviews(1)

    def read(self, bands, window, masked, out_shape, resampling):
        size = (window.height, window.width) if out_shape is None else out_shape[1:]
        values = []
        for number in bands:
            source, band, _ = self._bands[number - 1]
            across, down = source.width / self.width, source.height / self.height
            own = Window(window.col_off * across, window.row_off * down, window.width * across, window.height * down)
            values.append(source.read(band, window=own, masked=masked, out_shape=size, resampling=resampling))
        return numpy.ma.stack(values)


def facts_of(place, crs, nodata):
    """What an image is. crs, nodata: what somebody has chosen where the file says nothing, or for what it says."""
    with opened(place) as source:
        own = source.crs or (rasterio.crs.CRS.from_user_input(crs) if crs else None)
        return {
            "width": source.width,
            "height": source.height,
            "count": source.count,
            "dtypes": source.dtypes,
            "crs": own,
            "transform": source.transform,
            "nodata": source.nodata if nodata is None else float(nodata),
            "bounds": _bounds_of(source.transform, source.width, source.height),
            "descriptions": source.descriptions,
            "overviews": source.overviews(1) if source.count else [],
        }


def _bounds_of(transform, width, height):
    """Of all four corners, which matters where it is rotated."""
    xs, ys = zip(*(transform @ corner for corner in [(0, 0), (width, 0), (0, height), (width, height)]))
    return rasterio.coords.BoundingBox(min(xs), min(ys), max(xs), max(ys))


def window_of(image, bounds, crs):
    left, bottom, right, top = (float(each) for each in bounds)
    if crs is not None:
        if image.crs is None:
            raise Error(f"The image {image.key} has no coordinate system, so bounds can only be said in its own.", "BAD_INPUT")
        left, bottom, right, top = rasterio.warp.transform_bounds(rasterio.crs.CRS.from_user_input(crs), image.crs, left, bottom, right, top)
    if not (left <= right and bottom <= top):
        raise Error("Bounds are (left, bottom, right, top): left of right, and bottom below top.", "BAD_INPUT")
    back = ~image.transform
    columns, rows = zip(*(back @ corner for corner in [(left, top), (right, top), (left, bottom), (right, bottom)]))
    first_row, end_row = _whole(rows, image.height)
    first_column, end_column = _whole(columns, image.width)
    if first_row >= end_row or first_column >= end_column:
        raise Error(f"These bounds lie outside the image {image.key}, whose own are {tuple(image.bounds)}.", "BAD_INPUT")
    return (first_row, end_row), (first_column, end_column)


def _whole(places, size):
    """Whole pixels that meet what lies between; of a border between two pixels, the one that is inside. At least one."""
    first = math.floor(min(places) + SLACK)
    end = max(first + 1, math.ceil(max(places) - SLACK))
    return max(0, first), min(size, end)


def as_window(image, window):
    """A window of rasterio in whole pixels; all where none is said. What lies outside is refused."""
    if window is None:
        return Window(0, 0, image.width, image.height)
    if not isinstance(window, Window):
        window = Window.from_slices(*window, height=image.height, width=image.width)
    inside = 0 <= window.col_off < window.col_off + window.width <= image.width
    if not inside or not 0 <= window.row_off < window.row_off + window.height <= image.height:
        raise Error(f"The window lies outside the image {image.key}, which has {image.height} rows and {image.width} columns.", "BAD_INPUT")
    return window


def as_bands(image, bands):
    """Numbers of bands, and whether one by itself was asked for."""
    wanted = list(range(1, image.count + 1)) if bands is None else [bands] if isinstance(bands, (int, numpy.integer)) else list(bands)
    for each in wanted:
        if not 1 <= each <= image.count:
            raise Error(f"The image {image.key} has no band {each}; it has {image.count}, counted from 1.", "BAD_INPUT")
    return [int(each) for each in wanted], isinstance(bands, (int, numpy.integer))


def as_resampling(name):
    try:
        return Resampling[name]
    except KeyError:
        raise Error(f"There is no resampling “{name}”. There are {', '.join(each.name for each in Resampling)}.", "BAD_INPUT") from None


def read_values(image, window, bands, shape, resampling):
    """Values as a masked array, as `Image.read` says."""
    wanted, is_one = as_bands(image, bands)
    values = read_window(image, as_window(image, window), wanted, shape, as_resampling(resampling))
    return values[0] if is_one else values


def read_window(image, window, bands, shape, resampling):
    """Values of a window of rasterio, as a masked array (bands, rows, columns)."""
    with opened(image._place) as source:
        # A value that somebody has chosen for no data stands beside what the file masks.
        values = source.read(bands, window=window, masked=True, out_shape=None if shape is None else (len(bands), *shape), resampling=resampling)
    chosen = None if image._nodata is None else float(image._nodata)
    if chosen is not None:
        values = numpy.ma.masked_where(numpy.isnan(values.data) if math.isnan(chosen) else values.data == chosen, values, copy=False)
    return values


def has_missing(image):
    """Whether any value may be missing: there is a value for no data, a mask or a band that says how opaque pixels are."""
    if image.nodata is not None:
        return True
    with opened(image._place) as source:
        return any(MaskFlags.all_valid not in flags for flags in source.mask_flag_enums)
