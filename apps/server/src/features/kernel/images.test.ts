import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { defaultRasterStyle, rasterTileUrl } from '@groma/model';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { smallTiff } from '../../../test/small-tiff.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';

let notebooks: TestNotebooks;
let own: TestMap;
TestNotebooks.ofFile(
  (started) => {
    notebooks = started;
  },
  { outboundAllowed: ['127.0.0.1'] },
);

/** Writes images of several types, north up, south up and rotated, with overviews that are averages. */
const writing = `
import numpy, rasterio, os
from affine import Affine
from rasterio.enums import Resampling
up = Affine(10, 0, 500000, 0, -10, 5000000)
places = {"up": up, "down": Affine(10, 0, 500000, 0, 10, 5000000), "turned": up @ Affine.rotation(30)}
kinds = {"uint8": 0, "int16": -32768, "uint16": None, "int32": -1, "float32": numpy.nan, "float64": -9999.0}
random = numpy.random.default_rng(3)
os.makedirs("/data/images", exist_ok=True)
for kind, nodata in kinds.items():
    for name, transform in places.items():
        values = (random.random((2, 200, 300)) * 200).astype(kind)
        if nodata is not None: values[:, :9, :7] = nodata
        with rasterio.open(f"/data/images/{kind}-{name}.tif", "w", driver="GTiff", width=300, height=200, count=2, dtype=kind,
                crs="EPSG:32632", transform=transform, nodata=nodata, tiled=True, blockxsize=64, blockysize=64) as file:
            file.write(values)
            file.build_overviews([2, 4], Resampling.average)
`;

/** Holds what groma reads against rasterio by itself; says how many images were the same. */
const comparing = `
import groma
from rasterio.windows import Window
same = 0
for kind, nodata in kinds.items():
    for name in places:
        path = f"/data/images/{kind}-{name}.tif"
        image = groma.images[path]
        with rasterio.open(path) as file:
            assert (image.width, image.height, image.count, image.dtypes, image.crs, image.transform) == (300, 200, 2, file.dtypes, file.crs, file.transform)
            assert str(image.nodata) == str(file.nodata) and image.shape == file.shape and image.overviews == [2, 4]
            whole = file.read(masked=True)
            part = file.read(2, window=Window(20, 10, 70, 40), masked=True, out_shape=(10, 20), resampling=Resampling.bilinear)
        def check(one, other):
            assert one.dtype == other.dtype and numpy.array_equal(numpy.ma.getmaskarray(one), numpy.ma.getmaskarray(other)), path
            assert numpy.array_equal(one.filled(0), other.filled(0)), path
        check(image.read(), whole)
        check(image.read(window=((10, 50), (20, 90)), bands=2, shape=(10, 20), resampling="bilinear"), part)
        with rasterio.open(path, OVERVIEW_LEVEL=0) as file:
            check(image.read(shape=(100, 150)), file.read(masked=True))
        array = image.to_xarray()
        filled = whole.astype(array.dtype).filled(numpy.nan) if nodata is not None else whole.data
        numpy.testing.assert_array_equal(array.isel(band=1, x=slice(5, 60, 3), y=[4, 9, 2]).values, filled[1][[4, 9, 2], 5:60:3])
        across, along = image.transform @ (7.5, 3.5)
        if name == "turned":
            numpy.testing.assert_allclose([array.xc.values[3, 7], array.yc[3, 7]], [across, along])
        else:
            assert (array.x.values[7], array.y.values[3]) == (across, along)
            box = (500100, *sorted([image.bounds.bottom + 700, image.bounds.bottom + 900])[:1], 500330, image.bounds.bottom + 900)
            some = image.to_xarray(box)
            assert some.shape == (2, 20, 23), some.shape
            numpy.testing.assert_array_equal(some.values, array.sel(x=some.x, y=some.y).values)
        assert image.to_xarray(masked=False).dtype == kind
        same += 1
print(same)
`;

const rowsOfStrip = 16;

/**
 * An image of 10,240 m in UTM, whose values follow from their places: `(7 column + 13 row + first) mod 60000`.
 */
function image(first: number, side = 1_024): Buffer {
  const strips = Array.from({ length: side / rowsOfStrip }, (_, strip) => {
    const values = Uint16Array.from(
      { length: side * rowsOfStrip },
      (__, at) => (7 * (at % side) + 13 * (strip * rowsOfStrip + Math.floor(at / side)) + first) % 60_000,
    );
    return new Uint8Array(values.buffer);
  });
  return Buffer.from(
    smallTiff(
      {
        256: [4, side],
        257: [4, side],
        258: [3, 16],
        259: [3, 1],
        262: [3, 1],
        277: [3, 1],
        278: [4, rowsOfStrip],
        339: [3, 1],
        33550: [12, 10_240 / side, 10_240 / side, 0],
        33922: [12, 0, 0, 0, 500_000, 5_000_000, 0],
        34735: [3, 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_632],
      },
      strips,
    ),
  );
}

/** A server of one file, which notes the parts that it was asked for. It has another once `/next.tif` was asked for. */
async function serveImage(): Promise<{ address: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  let file = image(0);
  const coarse = image(5, 512);
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    asked.push(`${first}-${last}`);
    if (request.url === '/next.tif') file = image(1);
    const whole = request.url === '/coarse.tif' ? coarse : file;
    const part = whole.subarray(Number(first), Number(last) + 1);
    response.writeHead(206, {
      'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${whole.length}`,
      etag: `"${whole.subarray(-2).toString('hex')}"`,
    });
    response.end(part);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scene.tif`,
    asked,
    server,
  };
}

describe.skipIf(skipReason)(kernelGroup('images in Python'), { timeout: 90_000 }, () => {
  let elsewhere: Awaited<ReturnType<typeof serveImage>>;

  beforeAll(async () => {
    elsewhere = await serveImage();
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
  });

  afterAll(() => {
    elsewhere.server.close();
  });

  async function printed(...lines: string[]): Promise<string> {
    const { runAll, until, text } = await notebooks.open(lines.join('\n'));
    await runAll();
    await until(0, { status: 'completed' });
    return text(0);
  }

  const needsRasterio = async (context: TestContext): Promise<void> => {
    const found = await printed('import importlib.util', 'print(importlib.util.find_spec("rasterio") is not None)');
    if (found !== 'True\n') context.skip('needs rasterio in the Python environment');
  };

  const add = (text: string, url: string, style: object) =>
    own.post({
      type: 'Create_Raster_Layer',
      text,
      layer_id: randomUUID(),
      raster_data: {
        titiler_url: rasterTileUrl({ projectId: own.projectId, url }, defaultRasterStyle),
        style: style as never,
      },
    });

  test('[KRN-079] windows of images are what rasterio reads, of any type, turned, and from reduced copies', async (context) => {
    await needsRasterio(context);
    expect(await printed(writing, comparing)).toBe('18\n');
  });

  test('[KRN-079] a raster layer is found by its name, with the system and the value for no data that were chosen for it', async (context) => {
    await needsRasterio(context);
    await printed(writing);
    await add('scene', '/data/images/uint8-up.tif', {});
    await add('a/b. "c"', '/data/images/uint16-up.tif', { nodata: '7' });
    await add('twice', '/data/images/uint8-up.tif', {});
    await add('twice', '/data/images/uint8-down.tif', {});
    const said = await printed(
      'import groma, numpy',
      'scene = groma.images["A map/scene"]',
      'print(repr(scene), "scene" in groma.images, "x" in groma.images, len(groma.images))',
      `odd = groma.images['A map/a/b. "c"']`,
      'values = odd.read(bands=1)',
      'print(odd.nodata, bool(values.mask.any()), numpy.array_equal(values.mask, values.data == 7))',
      // Bounds in degrees, of the image itself.
      'import rasterio.warp',
      'box = rasterio.warp.transform_bounds(scene.crs, 4326, *scene.bounds)',
      'print(scene.read(box, crs=4326).shape, scene.window(box, 4326))',
      'for ask in [lambda: groma.images["twice"], lambda: groma.images["none"], lambda: groma.images["/data/none.tif"],',
      '  lambda: groma.images["/etc/x.tif"], lambda: scene.read((0, 0, 1, 1)), lambda: scene.read(bands=3),',
      '  lambda: scene.read(window=((0, 500), (0, 5))), lambda: scene.read(resampling="x"), lambda: scene.read((5, 5, 1, 1))]:',
      '  try: ask()',
      '  except groma.Error as error: print(error.code, str(error)[:50])',
    );
    expect(said.trim().split('\n')).toEqual([
      "Image('A map/scene', 300 × 200, 2 × uint8, EPSG:32632) True False 22",
      '7.0 True True',
      '(2, 200, 300) ((0, 200), (0, 300))',
      expect.stringMatching(/^BAD_INPUT Several images are called “twice”/) as string,
      'NOT_FOUND This project has no image “none”.',
      'FILE_NOT_FOUND There is no file “/data/none.tif”.',
      expect.stringMatching(/^BAD_PATH/) as string,
      expect.stringMatching(/^BAD_INPUT These bounds lie outside the image A map/) as string,
      expect.stringMatching(/^BAD_INPUT The image A map\/scene has no band 3/) as string,
      expect.stringMatching(/^BAD_INPUT The window lies outside/) as string,
      expect.stringMatching(/^BAD_INPUT There is no resampling “x”/) as string,
      expect.stringMatching(/^BAD_INPUT Bounds are \(left, bottom, right, top\)/) as string,
    ]);
  });

  test('[KRN-081] the image of an address is read in parts through the server, each once, and never of two versions', async (context) => {
    await needsRasterio(context);
    await add('far', elsewhere.address, {});
    await add('next', elsewhere.address.replace('scene', 'next'), {});
    await add('beyond', 'http://10.0.0.1/scene.tif', {});
    const { runAll, until, text } = await notebooks.open(
      [
        'import groma, numpy',
        'far = groma.images["A map/far"]',
        'rows, columns = numpy.mgrid[0:1024, 0:1024]',
        'expected = ((7 * columns + 13 * rows) % 60000).astype("uint16")',
        'print(repr(far))',
        'print(numpy.array_equal(far.read(window=((900, 910), (5, 25)), bands=1), expected[900:910, 5:25]))',
      ].join('\n'),
    );
    await runAll();
    await until(0, { status: 'completed' });
    expect(text(0)).toBe("Image('A map/far', 1024 × 1024, 1 × uint16, EPSG:32632)\nTrue\n");
    // Of two megabytes, the first block and the one of the window.
    const bytes = elsewhere.asked
      .map((part) => part.split('-').map(Number))
      .reduce((sum, [a, b]) => sum + b! - a! + 1, 0);
    expect(bytes).toBeLessThan(600_000);
    const said = await printed(
      'import groma, numpy',
      'far = groma.images["A map/far"]',
      'rows, columns = numpy.mgrid[0:1024, 0:1024]',
      'expected = ((7 * columns + 13 * rows) % 60000).astype("uint16")',
      'print(numpy.array_equal(far.to_xarray().values[0], expected))',
      'far = groma.images["A map/far"]',
      'print(numpy.array_equal(far.read(bands=1), expected))',
    );
    expect(said).toBe('True\nTrue\n');
    await add('both', `${elsewhere.address}\n${elsewhere.address.replace('scene', 'coarse')}`, {});
    const joined = await printed(
      'import groma, numpy',
      'both = groma.images["A map/both"]',
      'print(repr(both), both.descriptions)',
      'rows, columns = numpy.mgrid[0:1024, 0:1024]',
      'expected = [(7 * columns + 13 * rows) % 60000, (7 * (columns // 2) + 13 * (rows // 2) + 5) % 60000]',
      'print(numpy.array_equal(both.read(), expected))',
      'print(numpy.array_equal(both.read(window=((10, 20), (40, 70)), bands=2), expected[1][10:20, 40:70]))',
      'print(numpy.array_equal(both.to_xarray(bands=[2, 1]).values[1], expected[0]))',
    );
    expect(joined.trim().split('\n')).toEqual([
      "Image('A map/both', 1024 × 1024, 2 × uint16, EPSG:32632) ('scene', 'coarse')",
      'True',
      'True',
      'True',
    ]);
    const again = await printed(
      'import groma',
      'far = groma.images["A map/far"]',
      // From now on the server has another image.
      'print(groma.images["A map/next"].read(bands=1)[0, 0])',
      'for ask in [far.read, lambda: groma.images["A map/beyond"]]:',
      '  try: ask()',
      '  except groma.Error as error: print(error.code, error)',
      'print(groma.images["A map/far"].read(bands=1)[0, 0])',
    );
    expect(again.trim().split('\n')).toEqual([
      '1',
      'FILE_UNREADABLE "far" cannot be read: It was changed. Open the image again.',
      'OUTBOUND_REFUSED This server is not allowed to connect to 10.0.0.1. Its administrator can allow it with GROMA_OUTBOUND_ALLOW.',
      '1',
    ]);
  });

  test('[KRN-080] what the server refuses is shown with the line of the block, and without those of the package', async () => {
    const { runAll, until, cell } = await notebooks.open('import groma\nx = 1\ngroma.layers["no such layer"]');
    await runAll();
    await until(0, { status: 'completed', outcome: 'error' });
    const shown = JSON.stringify(cell(0).outputs);
    expect(shown).toContain('This project has no layer “no such layer”.');
    expect(shown).toContain('groma.layers[');
    expect(shown).not.toContain('/opt/groma');
  });
});
