"""Files at the addresses of raster layers, read in parts through the server: a kernel has no network of its own."""

import io
import threading
import uuid
from collections import OrderedDict

from groma.call import Error, project, read_part

BLOCK_BYTES = 262_144
#: The most that one call is asked for.
CALL_BYTES = 8 * 1_048_576
#: What is kept of all files together.
KEPT_BYTES = 64 * 1_048_576


class RemoteImage:
    """
    A file at an address that a raster layer draws; `number` says which, where there are several. Its first part is read
    at once, and says its version.
    """

    def __init__(self, map_id, layer_id, url, number=0):
        self.url = url
        self._path = f"/maps/layers/{layer_id}/image-bytes"
        self._query = {"map_id": map_id, "project_id": project(), "file": number}
        first, headers = self._ask(0, BLOCK_BYTES, None)
        self.size = int(headers["content-range"].rsplit("/", 1)[1])
        self._version = headers["etag"]
        self._key = (self._path, number, self._version)
        _kept.put((self._key, 0), first)

    def read(self, start, end):
        """The bytes from start to end, of blocks that are kept and of others, which are asked for together."""
        blocks = range(start // BLOCK_BYTES, -(-end // BLOCK_BYTES))
        found = {number: _kept.get((self._key, number)) for number in blocks}
        missing = [number for number in blocks if found[number] is None]
        while missing:
            first = missing[0]
            run = 1
            while run < len(missing) and run * BLOCK_BYTES < CALL_BYTES and missing[run] == first + run:
                run += 1
            offset = first * BLOCK_BYTES
            part, _ = self._ask(offset, min(run * BLOCK_BYTES, self.size - offset), self._version)
            for number in missing[:run]:
                place = (number - first) * BLOCK_BYTES
                found[number] = bytes(part[place : place + BLOCK_BYTES])
                _kept.put((self._key, number), found[number])
            missing = missing[run:]
        whole = b"".join(found[number] for number in blocks)
        offset = blocks.start * BLOCK_BYTES
        return whole[start - offset : end - offset]

    def open(self):
        """For rasterio: a name, a function that opens it, and a list into which the error goes that ended a reading."""
        name = f"{uuid.uuid4().hex}.tif"
        errors = []

        def opener(path, mode="rb"):
            # Files beside it, as of statistics, are not asked for.
            if not str(path).endswith(name):
                raise FileNotFoundError(path)
            return _File(self, errors)

        return name, opener, errors

    def _ask(self, offset, length, version):
        return read_part(self._path, {**self._query, "offset": offset, "length": length, "version": version})


class _File(io.RawIOBase):
    def __init__(self, image, errors):
        self._image = image
        self._errors = errors
        self._place = 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=io.SEEK_SET):
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._image.size}[whence]
        return self._place

    def tell(self):
        return self._place

    def read(self, size=-1):
        end = self._image.size if size is None or size < 0 else min(self._place + size, self._image.size)
        if self._place >= end:
            return b""
        try:
            part = self._image.read(self._place, end)
        except (Error, KeyboardInterrupt) as error:
            # GDAL says of it only that it could not read.
            self._errors.append(error)
            return b""
        self._place = end
        return part


class _Kept:
    """Blocks of files, those that were used last, within a number of bytes."""

    def __init__(self):
        self._blocks = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key):
        with self._lock:
            block = self._blocks.get(key)
            if block is not None:
                self._blocks.move_to_end(key)
            return block

    def put(self, key, block):
        with self._lock:
            self._bytes += len(block) - len(self._blocks.pop(key, b""))
            self._blocks[key] = bytes(block)
            while self._bytes > KEPT_BYTES:
                self._bytes -= len(self._blocks.popitem(last=False)[1])


_kept = _Kept()
