import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import { defaultRasterStyle, formatResource, layerReference, rasterTileUrl } from '@groma/model';
import { dataset, tool, type ToolOutcome } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { stacItem, StacServer } from '../../../../test/stac-server.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

const group = gdalMissing ? `time series (skipped: ${gdalMissing})` : 'time series';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  const stac = new StacServer();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  beforeAll(async () => {
    await stac.start();
    stac.folder = gdal.folder;
    ({ server, ann, own } = await startWithMap({ outboundAllowed: ['localhost'] }));
  });
  afterAll(async () => {
    await server?.close();
    stac.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const band = (name: string, value: (column: number, row: number) => number): string => {
    const shape = { width: 50, height: 50, bands: 1, nodata: 0, transform: '500000,20,0,5000000,0,-20' };
    return gdal.translate(
      gdal.source(name, 'UInt16', shape, (_, column, row) => value(column, row)),
      `${name}-cog`,
      '-of',
      'COG',
    );
  };
  const degrees = (x: number, y: number): number[] => [
    ...(plainProjection('EPSG:32633')!.toDegrees(Float64Array.of(x, y)) as Float64Array),
  ];
  async function run(parameters: Record<string, unknown>, layer?: string): Promise<ToolOutcome> {
    const { data } = await ann.client.call(tool.runTool, {
      params: { toolId: 'image_time_series', projectId: own.projectId },
      body: { parameters: parameters as never, output: { kind: 'layer', map_id: own.mapId }, ...(layer && { layer }) },
    });
    return data;
  }
  const rowsOf = async (made: ToolOutcome) =>
    [...(await own.features(made.layer!.id)).values()]
      .map(({ properties }) => properties)
      .toSorted((one, other) => `${one['date']}${one['feature']}`.localeCompare(`${other['date']}${other['feature']}`));
  const place = () => degrees(500_210, 4_999_790).join(', ');

  test('[SAT-080, SAT-081] layers with a date, and files here and elsewhere whose name has one, are listed by date, with what they show', async () => {
    const layers: string[] = [];
    for (const [at, date] of ['2025-07-01', '2025-06-01'].entries()) {
      const name = `scene${at}`;
      await own.upload(`${name}.tif`, readFileSync(band(name, (column) => 100 * (at + 1) + column)));
      const style = {
        ...defaultRasterStyle,
        startDate: date,
        ...(at === 0 && { expression: 'b1 * 2', currentAlgebra: 'expression' }),
      };
      const url = `/data/${name}.tif`;
      const id = crypto.randomUUID();
      await own.post({
        type: 'Create_Raster_Layer',
        text: name,
        layer_id: id,
        raster_data: { titiler_url: rasterTileUrl({ projectId: own.projectId, url }, style), style },
      } as never);
      layers.push(formatResource({ kind: 'image', parts: [own.mapId, id] }));
    }
    const late = band('late', () => 7);
    await own.upload('late_20250801.tif', readFileSync(late));
    copyFileSync(late, join(gdal.folder, 'later_20250802.tif'));
    await own.upload('never.tif', readFileSync(late));
    const address = `${stac.origin}/files/later_20250802.tif`;
    const dated_images = [...layers, '/data/late_20250801.tif', address];
    const made = await run({ where: 'place', place: place(), dated_images });
    expect(await rowsOf(made)).toEqual([
      { date: '2025-06-01', value: 210, count: 1, scene: 'scene1', feature: null },
      { date: '2025-07-01', value: 220, count: 1, scene: 'scene0', feature: null },
      { date: '2025-08-01', value: 7, count: 1, scene: 'late_20250801.tif', feature: null },
      { date: '2025-08-02', value: 7, count: 1, scene: 'later_20250802.tif', feature: null },
    ]);
    const found = (await own.origins()).find(({ thing }) => JSON.stringify(thing).includes(made.layer!.id))!;
    expect(JSON.stringify(found)).toContain('/data/scene0.tif');
    expect(JSON.stringify(found)).toContain(address);
    for (const [parameters, code] of [
      [{ where: 'place', place: place(), dated_images: ['/data/never.tif'] }, 'TOOL_SERIES_NO_DATE'],
      [{ where: 'place', place: place(), dated_images: ['{"date":1}'] }, 'BAD_INPUT'],
    ] as const)
      await expect(run(parameters), code).rejects.toMatchObject({ code });
  });

  test('[SAT-080, SAT-082, SAT-083] all scenes of a data set between two days are read where they lie, without clouds', async () => {
    band('red', () => 1_000);
    band('nir', (column) => 3_000 + column);
    band('clear', () => 4);
    band('cloudy', (column) => (column < 12 ? 9 : 4));
    const asset = (name: string, key: string, more = {}) => ({
      href: `${stac.origin}/files/${name}-cog.tif`,
      type: 'image/tiff; application=geotiff; profile=cloud-optimized',
      'eo:bands': [{ name: key, common_name: key }],
      ...more,
    });
    const measured = { 'raster:bands': [{ scale: 0.0001, offset: -0.05 }] };
    for (const [id, time, mask] of [
      ['one', '2025-06-01T10:00:00Z', 'clear'],
      ['two', '2025-06-06T10:00:00Z', 'cloudy'],
      ['lost', '2025-06-07T10:00:00Z', 'gone'],
      ['later', '2025-09-01T10:00:00Z', 'clear'],
    ] as const)
      stac.items.push(
        stacItem(id, {
          box: [14, 45, 16, 46],
          time,
          collection: 'sentinel-2-l2a',
          assets: { red: asset('red', 'red', measured), nir: asset('nir', 'nir', measured), scl: asset(mask, 'scl') },
        }),
      );
    const { data: source } = await ann.client.call(dataset.addSceneSource, {
      params: { projectId: own.projectId },
      body: { address: `${stac.origin}/` },
    });
    await own.upload(
      'fields.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: { type: 'Point', coordinates: degrees(500_110, 4_999_790) }, properties: {} },
          {
            type: 'Feature',
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [500_200, 4_999_800],
                  [500_200, 4_999_600],
                  [500_400, 4_999_600],
                  [500_400, 4_999_800],
                  [500_200, 4_999_800],
                ].map(([x, y]) => degrees(x!, y!)),
              ],
            },
            properties: {},
          },
        ],
      }),
    );
    const { Layer } = await own.import('/data/fields.geojson');
    const parameters = {
      // By its name, as people call it.
      scene_source: source.name.toLowerCase(),
      dataset: 'sentinel-2-l2a',
      start_date: '01-06-2025',
      end_date: '30-06-2025',
      series_value: 'NDVI',
    };
    const made = await run(parameters, layerReference({ mapId: own.mapId, layerId: Layer[0]!.id }));
    const rows = await rowsOf(made);
    const told = rows.map(({ date, scene, count }) => `${date} ${scene} ${Math.round(Number(count))}`);
    expect(told.toSorted()).toEqual([
      '2025-06-01 one 1',
      '2025-06-01 one 100',
      '2025-06-06 two 0',
      '2025-06-06 two 80',
    ]);
    const reflected = (stored: number): number => stored * 0.0001 - 0.05;
    const ndvi = (column: number): number => {
      const [nir, red] = [reflected(3_000 + column), reflected(1_000)];
      return (nir - red) / (nir + red);
    };
    const mean = (from: number, to: number): number =>
      Array.from({ length: to - from }, (_, at) => ndvi(from + at)).reduce((sum, value) => sum + value, 0) /
      (to - from);
    const valueOf = (date: string, least: number) =>
      rows.find((row) => row['date'] === date && Math.round(Number(row['count'])) >= least)?.['value'];
    expect(valueOf('2025-06-01', 2)).toBeCloseTo(mean(10, 20), 5);
    expect(valueOf('2025-06-06', 2)).toBeCloseTo(mean(12, 20), 5);
    expect(rows.find(({ date, count }) => date === '2025-06-06' && count === 0)!['value']).toBeNull();
    expect(made.skipped).toEqual([{ reason: 'unread_image', count: 1 }]);
    const lost = { ...parameters, series_value: '' };
    await expect(run({ ...lost, where: 'place', place: place() })).rejects.toMatchObject({
      code: 'TOOL_SERIES_NO_VALUE',
    });
  });
});
