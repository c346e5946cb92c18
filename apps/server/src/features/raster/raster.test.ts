import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raster } from '@groma/protocol';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';
import { gdalMissing, GdalFiles } from '../../../test/gdal-files.ts';
import { image, smallTiff } from '../../../test/small-tiff.ts';

const group = gdalMissing ? `the tile service (skipped: ${gdalMissing})` : 'the tile service';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  let elsewhere: Server;
  let changing = '"1"';
  beforeAll(async () => {
    const cog = gdal.translate(
      gdal.source('scene', 'UInt16', { width: 1_100, height: 900, bands: 4, nodata: 0 }, (band, column, row) =>
        column < 100 && row < 100 ? 0 : 1 + band * 1_000 + column,
      ),
      'cog',
      '-of',
      'COG',
      '-co',
      'BLOCKSIZE=256',
      '-co',
      'COMPRESS=DEFLATE',
    );
    elsewhere = createServer((request, response) => {
      const bytes = readFileSync(cog);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (request.url === '/page')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>not here</html>');
      if (request.url === '/gone') return void response.writeHead(404).end();
      if (request.url === '/moved')
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      if (request.url === '/cut') return void response.destroy();
      const etag = request.url === '/changing.tif' ? changing : '"1"';
      const last = Math.min(Number(to), bytes.length - 1);
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${last}/${bytes.length}`, etag })
        .end(bytes.subarray(Number(from), last + 1));
    }).listen(0, '127.0.0.1');
    ({ server, ann, projectId } = await startWithProject({
      outboundAllowed: ['127.0.0.1'],
      tileMemoryBytes: 256 * 1024 * 1024,
    }));
    await put('scene.tif', readFileSync(cog));
    await put(
      'plain.tif',
      readFileSync(
        gdal.translate(
          gdal.source('plain', 'Byte', { width: 700, height: 600, bands: 1 }, (_, column) => column % 200),
          'plain',
        ),
      ),
    );
    await put('cut.tif', readFileSync(cog).subarray(0, 60_000));
    await put('page.tif', Buffer.from('<html>'));
  });
  afterAll(async () => {
    elsewhere.close();
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const put = (name: string, content: Uint8Array | string): Promise<void> =>
    ann.upload(projectId, `/data/${name}`, content);
  const query = (url: string) => ({ project_id: projectId, url });
  const ask = (path: string, words: Record<string, string>, who = ann) =>
    who.fetch(`/tiles/cog/${path}?${new URLSearchParams({ project_id: projectId, url: '/data/scene.tif', ...words })}`);
  const messageOf = async (path: string, words: Record<string, string>): Promise<string> =>
    ((await (await ask(path, words)).json()) as { message: string }).message;
  const pixelsOf = async (reply: Response) =>
    sharp(Buffer.from(await reply.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  /** A tile in the middle of the scene. */
  const tile = 'tiles/WebMercatorQuad/12/2219/1471';

  test('[RAS-016] [RAS-017] a file is validated and described, with its bounds in degrees', async () => {
    expect(await ann.client.call(raster.validateCog, { query: query('/data/scene.tif') })).toEqual({
      COG: true,
      errors: [],
      warnings: [],
    });
    expect((await ann.client.call(raster.validateCog, { query: query('/data/plain.tif') })).errors).toEqual([
      'The file is larger than 512 pixels on a side, but it is not tiled.',
    ]);
    const info = await ann.client.call(raster.cogInfo, { query: query('/data/scene.tif') });
    expect(info).toMatchObject({
      count: 4,
      width: 1_100,
      height: 900,
      dtype: 'uint16',
      nodata_type: 'Nodata',
      nodata_value: 0,
      overviews: [2, 4, 8],
      maxzoom: 13,
    });
    const corners = JSON.parse(gdal.run('gdalinfo', '-json', `${gdal.folder}/cog.tif`)) as {
      wgs84Extent: { coordinates: [number, number][][] };
    };
    const [longitudes, latitudes] = [0, 1].map((axis) =>
      corners.wgs84Extent.coordinates[0]!.map((corner) => corner[axis as 0 | 1]),
    ) as [number[], number[]];
    expect(info.bounds).toEqual(
      [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)].map(
        (each) => expect.closeTo(each, 4) as number,
      ),
    );
    // What lies over a pole goes round it.
    await put(
      'pole.tif',
      readFileSync(
        gdal.translate(
          gdal.source(
            'pole',
            'Byte',
            { width: 60, height: 60, bands: 1, srs: 'EPSG:3031', transform: '-3000000,100000,0,3000000,0,-100000' },
            () => 1,
          ),
          'pole',
        ),
      ),
    );
    expect((await ann.client.call(raster.cogInfo, { query: query('/data/pole.tif') })).bounds).toEqual([
      -180,
      -90,
      180,
      expect.closeTo(-52.3, 1),
    ]);
  });

  test('[RAS-018] [RAS-019] [RAS-023] [RAS-008] a tile has 256 pixels in the colours that were asked for, and is transparent without data', async () => {
    const { data, info } = await pixelsOf(await ask(`${tile}.png`, { rescale: '0,4000' }));
    expect([info.width, info.height]).toEqual([256, 256]);
    const middle = (128 * 256 + 128) * 4;
    // Three bands that differ by 1000 of 4000: a quarter of 255 each.
    expect([data[middle + 1]! - data[middle]!, data[middle + 2]! - data[middle + 1]!, data[middle + 3]]).toEqual([
      expect.closeTo(64, -0.5),
      expect.closeTo(64, -0.5),
      255,
    ]);
    const grey = await pixelsOf(
      await ask(`${tile}.png`, { bidx: '4', rescale: '3000,4100', colormap_name: 'viridis' }),
    );
    expect([...grey.data.subarray(middle, middle + 4)]).not.toEqual([...data.subarray(middle, middle + 4)]);
    const steps = await pixelsOf(
      await ask(`${tile}.webp`, {
        expression: '(b2 - b1) / 1000',
        colormap: '[[[0.9, 1.1], "#ff8000"]]',
        return_mask: 'true',
      }),
    );
    expect([steps.data[middle]! > 240, steps.data[middle + 2]! < 20]).toEqual([true, true]);
    const none = await pixelsOf(await ask('tiles/WebMercatorQuad/12/0/0.png', {}));
    expect(none.data.every((byte) => byte === 0)).toBe(true);
    expect((await pixelsOf(await ask(`${tile}@2x.png`, {}))).info.width).toBe(512);
    expect((await ask(`${tile}.jpeg`, { rescale: '0,4000' })).headers.get('content-type')).toBe('image/jpeg');
    expect((await ask('preview.png', { max_size: '64' })).status).toBe(200);
    expect((await pixelsOf(await ask('bbox/15.01,45.08,15.05,45.14.png', { max_size: '100' }))).info.height).toBe(100);
    const json = (await (await ask('WebMercatorQuad/tilejson.json', { rescale: '0,4000' })).json()) as {
      tiles: string[];
    };
    expect(
      (
        await ann.fetch(
          new URL(json.tiles[0]!.replace('{z}', '12').replace('{x}', '2219').replace('{y}', '1471')).pathname +
            new URL(json.tiles[0]!).search,
        )
      ).status,
    ).toBe(200);
  });

  test('[RAS-009] of fewer than three bands the first is shown alone, as grey', async () => {
    const { data, info } = await pixelsOf(await ask('preview.png', { url: '/data/plain.tif', max_size: '70' }));
    const middle = (30 * info.width + 35) * 4;
    const [red, green, blue, alpha] = data.subarray(middle, middle + 4);
    expect([red! > 100, green, blue, alpha]).toEqual([true, red, red, 255]);
  });

  test('[RAS-042] a colour that is everywhere the same stays that colour when it is stretched; other values become the middle', async () => {
    await put(
      'even.tif',
      readFileSync(
        gdal.translate(
          gdal.source('even', 'Byte', { width: 40, height: 40, bands: 1 }, () => 230),
          'even',
        ),
      ),
    );
    await put(
      'flat.tif',
      readFileSync(
        gdal.translate(
          gdal.source('flat', 'Float32', { width: 40, height: 40, bands: 1 }, () => 1_234.5),
          'flat',
        ),
      ),
    );
    const first = async (url: string, rescale: string) => [
      ...(await pixelsOf(await ask('preview.png', { url, rescale, max_size: '20' }))).data.subarray(0, 4),
    ];
    expect(await first('/data/even.tif', '230,230')).toEqual([230, 230, 230, 255]);
    expect(await first('/data/flat.tif', '1234.5,1234.5')).toEqual([127, 127, 127, 255]);
  });

  test('[RAS-021] statistics are those of GDAL, without nodata', async () => {
    const found = await ann.client.call(raster.cogStatistics, {
      query: { ...query('/data/scene.tif'), max_size: 1_100 } as never,
    });
    const expected = JSON.parse(gdal.run('gdalinfo', '-json', '-stats', `${gdal.folder}/cog.tif`)) as {
      bands: { minimum: number; maximum: number; mean: number; stdDev: number }[];
    };
    for (const [index, { minimum, maximum, mean, stdDev }] of expected.bands.entries()) {
      expect(found[`b${index + 1}`]).toMatchObject({
        min: minimum,
        max: maximum,
        mean: expect.closeTo(mean, 2) as number,
        std: expect.closeTo(stdDev, 2) as number,
        masked_pixels: 10_000,
      });
    }
    const posted = await ann.client.call(raster.rasterStatistics, {
      query: { project_id: projectId },
      body: { url: '/data/plain.tif' },
    });
    expect(posted['b1']).toMatchObject({
      min: 0,
      max: 199,
      sum: expect.any(Number) as number,
      majority: 0,
      minority: 100,
    });
  });

  test('a place has its values, null without data; outside it says so', async () => {
    const reply = await ann.client.call(raster.cogPoint, {
      params: { place: '15.05,45.12' },
      query: query('/data/scene.tif') as never,
    });
    expect(reply.band_names).toEqual(['b1', 'b2', 'b3', 'b4']);
    expect(reply.values[1]! - reply.values[0]!).toBe(1_000);
    expect(
      (
        await ann.client.call(raster.cogPoint, {
          params: { place: '15.001,45.152' },
          query: query('/data/scene.tif') as never,
        })
      ).values,
    ).toEqual([null, null, null, null]);
    expect(await messageOf('point/0,0', {})).toBe('0, 0 is outside the raster.');
  });

  test('[RAS-020] what is asked wrongly is said', async () => {
    expect(await messageOf(`${tile}.png`, { rescale: '1,a' })).toBe('Invalid rescale values');
    expect(await messageOf(`${tile}.png`, { rescale: '5' })).toBe('Invalid rescale values');
    expect(await messageOf(`${tile}.png`, { bidx: '9' })).toBe('There is no band 9: the raster has 4.');
    expect(await messageOf(`${tile}.png`, { expression: 'process.exit()' })).toContain('has an error at character 8');
    expect(await messageOf(`${tile}.png`, { expression: 'b1;b1;b1;b1' })).toBe(
      'A picture is made of one band or of three, not of 4.',
    );
    expect(await messageOf('statistics', { expression: Array.from({ length: 65 }, () => 'b1').join(';') })).toBe(
      'expression: at most 64 are calculated at once, not 65.',
    );
    expect(await messageOf(`${tile}.gif`, {})).toContain('"gif" is not a picture format');
    expect(await messageOf('tiles/WebMercatorQuad/3/9/1.png', {})).toBe('There is no tile 3/9/1.');
    expect(await messageOf(`${tile}.png`, { colormap: '{"1": "red"}' })).toContain('colormap:');
  });

  test('a damaged file, another file and one that is not there are named with the reason', async () => {
    expect(await messageOf('statistics', { url: '/data/cut.tif', max_size: '1100' })).toMatch(
      /^"cut.tif" cannot be read: A (block|field) .*end of the file/,
    );
    expect(await messageOf(`${tile}.png`, { url: '/data/page.tif' })).toBe(
      '"page.tif" cannot be read: The file is too short for a TIFF.',
    );
    expect((await ask(`${tile}.png`, { url: '/data/none.tif' })).status).toBe(404);
    expect((await ask(`${tile}.png`, { url: '/etc/passwd' })).status).toBe(400);
    expect((await ask(`${tile}.png`, {})).status).toBe(200);
  });

  test('a signed link to a file of the project is a source, and one to a file of another is none', async () => {
    const { signedUrl } = (await (await ann.fetch(`/api/gcs/signed-url/groma/${projectId}/data/scene.tif`)).json()) as {
      signedUrl: string;
    };
    expect((await ask(`${tile}.png`, { url: signedUrl, rescale: '0,4000' })).status).toBe(200);
    expect((await ask('info', { url: signedUrl.replace(projectId, await ann.makeProject()) })).status).toBe(400);
  });

  test('[RAS-025] an address is read by parts; one that is no raster, and one inside the network, say so', async () => {
    const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    expect((await ask(`${tile}.png`, { url: `${origin}/scene.tif`, rescale: '0,4000' })).status).toBe(200);
    expect(await messageOf('info', { url: `${origin}/page` })).toContain('does not answer parts of a file');
    expect(await messageOf('info', { url: `${origin}/gone` })).toContain(
      'Failed to fetch resource: the server answered 404.',
    );
    expect(await messageOf('info', { url: `${origin}/moved` })).toContain('is not allowed to connect to');
    expect(await messageOf('info', { url: `${origin}/cut` })).toContain('Failed to fetch resource: 127.0.0.1');
    expect(await messageOf('info', { url: 'http://169.254.169.254/latest' })).toContain('is not allowed to connect to');
  });

  test('[RAS-043] [RAS-040] a raster that names no system lies nowhere, and where the chosen system has it', async () => {
    const bytes = smallTiff(image(8, 8, 8, { 33550: [12, 100, 100, 0], 33922: [12, 0, 0, 0, 500_000, 5_000_000, 0] }), [
      new Uint8Array(64).fill(7),
    ]);
    await put('nowhere.tif', Buffer.from(bytes));
    const asked = { project_id: projectId, url: '/data/nowhere.tif' };
    expect(await ann.client.call(raster.cogInfo, { query: asked })).toMatchObject({
      bounds: null,
      crs: null,
      lacks_crs: true,
    });
    await expect(ann.client.call(raster.cogTileJson, { query: asked })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
    const info = await ann.client.call(raster.cogInfo, { query: { ...asked, assumed_crs: 'EPSG:32633' } });
    expect([info.crs, info.lacks_crs, info.bounds!.map((each) => Math.round(each * 100) / 100)]).toEqual([
      'http://www.opengis.net/def/crs/EPSG/0/32633',
      false,
      [15, 45.15, 15.01, 45.15],
    ]);
    const { values } = await ann.client.call(raster.cogPoint, {
      params: { place: '15.005,45.149' },
      query: { ...asked, assumed_crs: 'EPSG:32633' },
    });
    expect(values).toEqual([7]);
    expect((await ann.client.call(raster.cogInfo, { query: { ...asked, assumed_crs: 'EPSG:1' } })).bounds).toBeNull();
    await expect(
      ann.client.call(raster.cogInfo, { query: { ...asked, assumed_crs: '/etc/passwd' } }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    // What the file says goes first.
    expect(
      (
        await ann.client.call(raster.cogInfo, {
          query: { ...asked, url: '/data/scene.tif', assumed_crs: 'EPSG:27700' },
        })
      ).crs,
    ).toMatch(/32633$/);
  });

  test('an address whose file is replaced is read anew, not by the directory of the old one', async () => {
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/changing.tif`;
    const etagOf = async (range: string) => {
      const reply = await ask(`${tile}.png`, { url, rescale: range });
      return [reply.status, reply.headers.get('etag')];
    };
    const before = await etagOf('0,4000');
    changing = '"2"';
    // Another tile is not in memory: its bytes come with another name.
    expect((await ask('tiles/WebMercatorQuad/13/4438/2942.png', { url })).status).toBe(200);
    const after = await etagOf('0,4000');
    expect([before[0], after[0]]).toEqual([200, 200]);
    expect(after[1]).not.toBe(before[1]);
  });

  test('what is not finite is another wish each time', async () => {
    const etags = await Promise.all(
      ['nan', 'none', 'Infinity', '-Infinity'].map(async (nodata) =>
        (await ask(`${tile}.png`, { nodata })).headers.get('etag'),
      ),
    );
    expect(new Set(etags).size).toBe(4);
  });

  test('a picture that is there already is not sent again; whoever may not read the files gets nothing', async () => {
    const first = await ask(`${tile}.png`, { rescale: '0,9' });
    const again = await ann.fetch(
      `/tiles/cog/${tile}.png?${new URLSearchParams({ project_id: projectId, url: '/data/scene.tif', rescale: '0,9' })}`,
      { headers: { 'if-none-match': first.headers.get('etag')! } },
    );
    expect(again.status).toBe(304);
    const ben = await server.signUp();
    expect((await ask(`${tile}.png`, {}, ben)).status).toBe(404);
    await put('scene.tif', readFileSync(`${gdal.folder}/plain.tif`));
    expect((await ask(`${tile}.png`, { rescale: '0,9' })).headers.get('etag')).not.toBe(first.headers.get('etag'));
  });
});
