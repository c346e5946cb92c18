import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataset, raster, type Scene } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../test/gdal-files.ts';
import { stacItem, StacServer } from '../../../test/stac-server.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';

const group = gdalMissing ? `files of scenes (skipped: ${gdalMissing})` : 'files of scenes';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  const stac = new StacServer();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  let scene: Scene;

  /** A COG of one band over the same square kilometre, with so many pixels on a side. */
  const band = (
    name: string,
    side: number,
    value: (column: number, row: number) => number,
    north = 5_000_000,
  ): string => {
    const pixel = 1_000 / side;
    const source = gdal.source(
      name,
      'UInt16',
      { width: side, height: side, bands: 1, nodata: 0, transform: `500000,${pixel},0,${north},0,${-pixel}` },
      (_, column, row) => value(column, row),
    );
    return gdal.translate(source, `${name}-cog`, '-of', 'COG');
  };

  beforeAll(async () => {
    await stac.start();
    stac.folder = gdal.folder;
    const files = {
      red: band('red', 100, (column) => 1_000 + column),
      green: band('green', 100, (_, row) => 2_000 + row),
      nir: band('nir', 50, (column) => 3_000 + column * 2),
    };
    band('aside', 100, () => 7, 5_100_000);
    ({ server, ann, projectId } = await startWithProject({ outboundAllowed: ['localhost'] }));
    for (const path of Object.values(files))
      await ann.upload(projectId, `/data/scene/${basename(path)}`, readFileSync(path));
    const assets = Object.fromEntries(
      Object.entries(files).map(([name, path]) => [
        name,
        {
          href: `${stac.origin}/signed/${basename(path)}`,
          type: 'image/tiff; application=geotiff; profile=cloud-optimized',
          'eo:bands': [{ name, common_name: name }],
        },
      ]),
    );
    stac.items.push(stacItem('signed', { assets }));
    const { data: source } = await ann.client.call(dataset.addSceneSource, {
      params: { projectId },
      body: { address: `${stac.origin}/`, signing_address: `${stac.origin}/sign` },
    });
    const found = await ann.client.call(dataset.searchScenes, {
      params: { projectId, sourceId: source.id },
      body: {},
    });
    scene = found.data[0]!;
  });
  afterAll(async () => {
    await server?.close();
    stac.close();
  });

  const info = (url: string) => ann.client.call(raster.cogInfo, { query: { project_id: projectId, url } });
  const pointAt = (url: string, more = {}) =>
    ann.client.call(raster.cogPoint, {
      params: { place: '15.006,45.149' },
      query: { project_id: projectId, url, ...more },
    });
  const own = (...names: string[]) => names.map((name) => `/data/scene/${name}-cog.tif`).join('\n');
  const signs = () => stac.asked.filter((line) => line.startsWith('GET /sign')).length;

  test('[SAT-056] files are read by addresses that are signed when they are read, and signed anew before they end', async () => {
    const { address } = scene.assets.find(({ key }) => key === 'red')!;
    expect(address).not.toContain('sig=');
    expect(await info(address!)).toMatchObject({ count: 1, width: 100 });
    const before = signs();
    await info(address!);
    expect(signs()).toBe(before);
  });

  test('[SAT-056] what signs may lead nowhere else', async () => {
    stac.documents.set('/lead', { href: `${stac.origin}/files/red-cog.tif`, 'msft:expiry': '2099-01-01T00:00:00Z' });
    const address = `${stac.origin}/signed/red-cog.tif#sign=${encodeURIComponent(`${stac.origin}/lead`)}`;
    await expect(info(address)).rejects.toMatchObject({ code: 'STAC_UNREACHABLE' });
    const inside = `${stac.origin}/signed/red-cog.tif#sign=${encodeURIComponent('http://127.0.0.1:1/sign')}`;
    await expect(info(inside)).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
  });

  test('[SAT-057] files of bands are one raster, coarser ones among them', async () => {
    const url = own('red', 'green', 'nir');
    expect(await info(url)).toMatchObject({
      count: 3,
      width: 100,
      band_descriptions: [
        ['b1', 'red-cog'],
        ['b2', 'green-cog'],
        ['b3', 'nir-cog'],
      ],
    });
    const [joined, red, green, nir] = await Promise.all([
      pointAt(url),
      pointAt(own('red')),
      pointAt(own('green')),
      pointAt(own('nir')),
    ]);
    expect(joined.values).toEqual([...red.values, ...green.values, ...nir.values]);
    expect((await pointAt(url, { bidx: ['3', '1', '3'] })).values).toEqual([
      ...nir.values,
      ...red.values,
      ...nir.values,
    ]);
    const { values } = await pointAt(url, { expression: ['(b3-b1)/(b3+b1)'] });
    const [n, r] = [nir.values[0]!, red.values[0]!];
    expect(values[0]).toBeCloseTo((n - r) / (n + r), 9);
    const statistics = await ann.client.call(raster.cogStatistics, { query: { project_id: projectId, url } });
    expect([statistics['b1']!.max, statistics['b2']!.min, statistics['b3']!.max]).toEqual([1_099, 2_000, 3_098]);
  });

  test('[SAT-057] a tile of joined files has in each colour what the file alone gives', async () => {
    const tile = async (url: string, bands: number[]): Promise<Buffer> => {
      const query = new URLSearchParams([
        ['project_id', projectId],
        ['url', url],
        ...bands.map((each) => ['bidx', String(each)]),
        ...bands.map(() => ['rescale', '1000,3200']),
      ]);
      const answer = await ann.fetch(`/tiles/cog/tiles/WebMercatorQuad/14/8874/5884.png?${query}`);
      expect(answer.status).toBe(200);
      return sharp(Buffer.from(await answer.arrayBuffer()))
        .ensureAlpha()
        .raw()
        .toBuffer();
    };
    const joined = await tile(own('red', 'green', 'nir'), [3, 1, 2]);
    const alone = await Promise.all(['nir', 'red', 'green'].map((name) => tile(own(name), [1])));
    let seen = 0;
    let unlike = 0;
    for (let at = 0; at < joined.length; at += 4) {
      if (alone.some((one) => one[at + 3] === 0)) continue;
      seen += 1;
      if (alone.some((one, channel) => one[at] !== joined[at + channel])) unlike += 1;
    }
    expect(unlike).toBe(0);
    expect(seen).toBeGreaterThan(100);
  });

  test('[SAT-057] files of different places are not joined', async () => {
    await ann.upload(projectId, '/data/scene/aside-cog.tif', readFileSync(`${gdal.folder}/aside-cog.tif`));
    await expect(info(own('red', 'aside'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('same place'),
    });
    await expect(info(own('red', 'gone'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(info(own(...Array.from({ length: 17 }, () => 'red')))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
