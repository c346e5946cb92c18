import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import { formatResource, layerReference, newGeneralNode, parseDataPath, type ProjectId } from '@groma/model';
import { operation, origin, resource, tool, workflow, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { startWithMap, TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

type Body = BodyOf<typeof tool.runTool>;

const group = gdalMissing ? `image tools (skipped: ${gdalMissing})` : 'image tools';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  let hills: string;
  beforeAll(async () => {
    ({ server, ann, own } = await startWithMap());
    hills = gdal.translate(
      gdal.source('hills', 'Float32', { width: 120, height: 90, bands: 2, nodata: -9 }, (band, column, row) =>
        column < 5 && row < 5 ? -9 : band * 500 + Math.round(200 + 80 * Math.sin(column / 14) * Math.cos(row / 11)),
      ),
      'hills',
      '-co',
      'TILED=YES',
    );
    await own.upload('hills.tif', readFileSync(hills));
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  async function run(toolId: string, parameters: Body['parameters'], more: Partial<Body> = {}): Promise<ToolOutcome> {
    const { data } = await ann.client.call(tool.runTool, {
      params: { toolId, projectId: own.projectId },
      body: { parameters, output: { kind: 'layer', map_id: own.mapId }, ...more },
    });
    return data;
  }
  /** A file that a tool has written, for other programs. */
  async function fetched(path: string, name: string): Promise<string> {
    const file = join(gdal.folder, `${name}-got.tif`);
    const folder = await server.platform.files.folderOf(own.projectId as ProjectId);
    await copyFile(join(folder, path.slice('/data/'.length)), file);
    return file;
  }
  const degrees = (x: number, y: number): number[] => [
    ...(plainProjection('EPSG:32633')!.toDegrees(Float64Array.of(x, y)) as Float64Array),
  ];
  async function layerOf(name: string, features: object[]): Promise<string> {
    await own.upload(`${name}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
    const { Layer } = await own.import(`/data/${name}.geojson`);
    return layerReference({ mapId: own.mapId, layerId: Layer[0]!.id });
  }
  const box = (west: number, south: number, east: number, north: number) => ({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [degrees(west, south), degrees(east, south), degrees(east, north), degrees(west, north), degrees(west, south)],
      ],
    },
    properties: { code: 4 },
  });
  const rowsOf = async (made: ToolOutcome) => [...(await own.features(made.layer!.id)).values()];
  /** Greatest difference of what was made to what a program of GDAL makes. */
  function difference(one: string, other: string): number {
    const [first, second] = [gdal.samples(one), gdal.samples(other)];
    expect(first.length).toBe(second.length);
    return first.reduce((worst, value, at) => {
      const off = Math.abs(value - second[at]!);
      return Number.isNaN(value) && Number.isNaN(second[at]!)
        ? worst
        : Math.max(worst, Number.isNaN(off) ? Infinity : off);
    }, 0);
  }

  test('[RAS-045, RAS-046, RAS-047] polygons and points are told what an image holds where they lie', async () => {
    const zones = await layerOf('zones', [box(500_200, 4_999_500, 500_400, 4_999_700)]);
    const statistics = ['count', 'mean', 'max'];
    const image = 'image:/data/hills.tif';
    const made = await run('zonal_statistics', { image, band: 'b2', statistics, prefix: 'h_' }, { layer: zones });
    const [zone] = await rowsOf(made);
    expect(zone!.properties).toMatchObject({ code: 4 });
    // Whole pixels, so that GDAL can be asked.
    const cut = gdal.translate(hills, 'cut', '-b', '2', '-srcwin', '20', '30', '20', '20');
    const values = gdal.samples(cut);
    expect(zone!.properties['h_count']).toBeCloseTo(400, 3);
    expect(zone!.properties['h_mean']).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 400, 4);
    expect(zone!.properties['h_max']).toBeCloseTo(Math.max(...values), 6);
    const points = await layerOf('points', [
      { type: 'Feature', geometry: { type: 'Point', coordinates: degrees(500_205, 4_999_695) }, properties: {} },
      { type: 'Feature', geometry: { type: 'Point', coordinates: degrees(500_005, 4_999_995) }, properties: {} },
    ]);
    const sampled = await rowsOf(await run('sample_at_points', { image }, { layer: points }));
    const told = sampled.map(({ properties: { b1, b2 } }) => `${b1} ${b2}`).toSorted();
    expect(told).toEqual([`${gdal.samples(hills)[30 * 120 + 20]} ${values[0]}`, 'null null'].toSorted());
    const found = (await own.origins()).find(({ thing }) => JSON.stringify(thing).includes(made.layer!.id))!;
    expect(JSON.stringify(found)).toContain('/data/hills.tif');
  });

  test('[RAS-045] an image becomes a cloud-optimised file and a layer, as gdaldem makes it', async () => {
    const made = await run('hillshade', { image: '/data/hills.tif', azimuth: 300 });
    expect(made.file!.path).toBe('/data/Hillshade.tif');
    const shown = (await own.state()).layers.find(({ id }) => id === made.raster_layer!.id)!;
    expect(shown.text).toBe('Hillshade');
    const file = await fetched(made.file!.path, 'hillshade');
    expect(gdal.run('gdalinfo', file)).toContain('LAYOUT=COG');
    const peer = join(gdal.folder, 'peer.tif');
    gdal.run('gdaldem', 'hillshade', '-q', '-az', '300', '-compute_edges', hills, peer);
    expect(difference(file, peer)).toBe(0);
    // A layer is an image as well, under its ids and its name.
    const layer = formatResource({ kind: 'image', parts: [own.mapId, shown.id] });
    const of = await run(
      'slope',
      { image: layer, slope_unit: 'percent' },
      { output: { kind: 'file', path: '/data/x/slope.tif', replace: false } },
    );
    expect(of.file!.path).toBe('/data/x/slope.tif');
    expect(of.raster_layer).toBeUndefined();
    expect((await run('aspect', { image: 'image:A map/Hillshade' })).file!.path).toBe('/data/Aspect.tif');
    await expect(
      run('aspect', { image: layer }, { output: { kind: 'file', path: '/data/x/slope.tif', replace: false } }),
    ).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    const { data } = await ann.client.call(resource.readResource, {
      params: { projectId: own.projectId },
      query: { name: 'image:/data/hills.tif' },
    });
    expect(data.columns.map(({ name }) => name)).toEqual(['b1', 'b2']);
  });

  test('[RAS-048] lines and areas of equal value become layers', async () => {
    const lines = await run('contours', { image: '/data/hills.tif', contour_interval: 20 });
    const heights = (await rowsOf(lines)).map(({ properties }) => Number(properties['elev']));
    expect(heights.length).toBeGreaterThan(3);
    expect(heights.every((height) => height % 20 === 0 && height >= 120 && height <= 280)).toBe(true);
    const classes = gdal.translate(
      gdal.source('classes', 'Byte', { width: 30, height: 20, bands: 1 }, (_, column) => (column < 10 ? 1 : 2)),
      'classes',
    );
    await own.upload('classes.tif', readFileSync(classes));
    const areas = await rowsOf(await run('polygonise', { image: '/data/classes.tif' }));
    expect(areas.map(({ properties }) => properties['value']).toSorted()).toEqual([1, 2]);
  });

  test('[RAS-049] an image is cut, put together, resampled and reprojected on the right pixels', async () => {
    const zones = await layerOf('cuts', [box(500_201, 4_999_501, 500_399, 4_999_699)]);
    const clip = await fetched(
      (await run('clip_image', { image: '/data/hills.tif' }, { layer: zones })).file!.path,
      'clip',
    );
    const whole = gdal.translate(hills, 'whole', '-srcwin', '20', '30', '20', '20');
    expect(difference(clip, whole)).toBe(0);
    const halves = [
      gdal.translate(hills, 'left', '-srcwin', '0', '0', '70', '90'),
      gdal.translate(hills, 'right', '-srcwin', '60', '0', '60', '90'),
    ];
    for (const [at, half] of halves.entries()) await own.upload(`half${at}.tif`, readFileSync(half));
    const mosaic = await run('mosaic', { images: ['/data/half0.tif', 'image:/data/half1.tif'] });
    expect(difference(await fetched(mosaic.file!.path, 'mosaic'), hills)).toBe(0);
    const coarse = await fetched(
      (await run('resample', { image: '/data/hills.tif', cell_size: 30, method: 'average' })).file!.path,
      'coarse',
    );
    const peer = join(gdal.folder, 'coarse-peer.tif');
    gdal.run('gdalwarp', '-q', '-tr', '30', '30', '-r', 'average', hills, peer);
    expect(difference(coarse, peer)).toBe(0);
    const world = await fetched(
      (await run('reproject', { image: '/data/hills.tif', crs: 'EPSG:3857' })).file!.path,
      'world',
    );
    expect(gdal.run('gdalsrsinfo', '-e', world)).toContain('3857');
    await expect(run('reproject', { image: '/data/hills.tif', crs: '/etc/passwd' })).rejects.toThrow(
      'no coordinate system',
    );
    await expect(run('mosaic', { images: ['/data/half0.tif'] })).rejects.toThrow('at least 2 images');
  });

  test('[RAS-050] features become pixels of another image, or of so many metres', async () => {
    const zones = await layerOf('drawn', [box(500_200, 4_999_500, 500_400, 4_999_700)]);
    const like = await run('rasterise', { like: '/data/hills.tif', attribute: 'code' }, { layer: zones });
    const drawn = gdal.samples(await fetched(like.file!.path, 'drawn'));
    expect(drawn.length).toBe(120 * 90);
    expect(drawn.filter((value) => value === 4).length).toBe(400);
    expect([drawn[30 * 120 + 20], drawn[49 * 120 + 39], drawn[50 * 120 + 39]]).toEqual([4, 4, 0]);
    const free = await fetched((await run('rasterise', { pixel_size: 20 }, { layer: zones })).file!.path, 'free');
    expect(gdal.run('gdalinfo', free)).toMatch(/Pixel Size = \(20\.0+,-20\.0+\)/);
    expect(gdal.run('gdalsrsinfo', '-e', free)).toContain('32633');
    expect(gdal.samples(free).filter((value) => value === 1).length).toBe(100);
  });

  test('[RAS-045] what is missing or wrong is named', async () => {
    await expect(run('slope', {})).rejects.toThrow('Choose an image');
    await expect(run('slope', { image: 'image:/data/none.tif' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await own.upload('page.tif', '<html>');
    await expect(run('slope', { image: '/data/page.tif' })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(run('slope', { image: '/data/hills.tif', band: 'nir' })).rejects.toThrow(
      '“hills.tif” has no band “nir”',
    );
    await own.upload('picture.png', 'x');
    await expect(run('slope', { image: '/data/picture.png' })).rejects.toThrow('is no GeoTIFF');
    await expect(run('slope', { image: '/data/hills.tif' }, { output: { kind: 'preview' } })).rejects.toThrow(
      'output.box',
    );
    const zones = await layerOf('wrong', [box(500_200, 4_999_500, 500_400, 4_999_700)]);
    await expect(run('zonal_statistics', { image: '/data/hills.tif', band: '3' }, { layer: zones })).rejects.toThrow(
      'has no band “3”',
    );
    const stranger = await server.signUp();
    const theirs = await TestMap.make(stranger);
    await expect(
      stranger.client.call(tool.runTool, {
        params: { toolId: 'slope', projectId: theirs.projectId },
        body: {
          parameters: { image: formatResource({ kind: 'image', parts: [own.mapId, 'x'] }) },
          output: { kind: 'layer', map_id: theirs.mapId },
        },
      }),
    ).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  });

  test('[RAS-045] tools that give rows of images are steps of workflows', async () => {
    const zones = await layerOf('steps', [box(500_120, 4_999_850, 500_250, 4_999_950)]);
    const { data: made } = await ann.client.call(workflow.createWorkflow, {
      params: { projectId: own.projectId },
      body: { name: 'Zones', nodes: [], edges: [] },
    });
    const at = { x: 0, y: 0 };
    const image = 'image:/data/classes.tif';
    const step = (id: string, name: string, parameters: Record<string, unknown>) =>
      newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
    const save = (id: string, name: string) =>
      newGeneralNode('save', id, at, { label: id, to: 'layer', map: own.mapId, name });
    const wire = (source: string, target: string) => ({
      id: `${source} ${target}`,
      source,
      target,
      type: 'default' as const,
      data: {},
    });
    const operation_id = crypto.randomUUID();
    await ann.client.call(workflow.beginWorkflowRun, {
      params: { projectId: own.projectId, workflowId: made.id },
      body: {
        operation_id,
        nodes: [
          newGeneralNode('data', 'zones', at, { label: 'zones', reference: zones }),
          step('measure', 'zonal_statistics', { image, statistics: ['majority'] }),
          step('areas', 'polygonise', { image }),
          save('one', 'Measured'),
          save('two', 'Areas'),
        ],
        edges: [wire('zones', 'measure'), wire('measure', 'one'), wire('areas', 'two')],
      },
    });
    const status = async () =>
      (await ann.client.call(operation.readOperation, { params: { operationId: operation_id } })).data.status;
    await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('Completed');
    const { layers } = await own.state();
    const [measured, areas] = ['Measured', 'Areas'].map((name) => layers.find(({ text }) => text === name)!.id);
    expect([...(await own.features(measured!)).values()].map(({ properties }) => properties['majority'])).toEqual([2]);
    expect((await own.features(areas!)).size).toBe(2);
  });

  test('[RAS-051] a run that is canceled ends within a second and leaves nothing', async () => {
    const large = join(gdal.folder, 'large.tif');
    gdal.run('gdal_translate', '-q', '-outsize', '6000', '4500', '-r', 'cubic', '-co', 'TILED=YES', hills, large);
    await server.platform.files.write(
      own.projectId as ProjectId,
      parseDataPath('/data/large.tif'),
      createReadStream(large),
    );
    const aborter = new AbortController();
    const operationId = crypto.randomUUID();
    const running = ann.client.call(tool.runTool, {
      params: { toolId: 'slope', projectId: own.projectId },
      body: {
        operation_id: operationId,
        parameters: { image: '/data/large.tif' },
        output: { kind: 'file', path: '/data/large slope.tif', replace: false },
      },
      signal: aborter.signal,
    });
    running.catch(() => undefined);
    const read = async () => (await ann.client.call(operation.readOperation, { params: { operationId } })).data;
    await expect
      .poll(
        () =>
          read().then(
            ({ progress }) => progress,
            () => 0,
          ),
        { timeout: 20_000, interval: 20 },
      )
      .toBeGreaterThan(0);
    const began = performance.now();
    aborter.abort();
    await expect.poll(() => read().then(({ status }) => status), { timeout: 5_000, interval: 20 }).toBe('Canceled');
    expect(performance.now() - began).toBeLessThan(1_500);
    const files = await server.platform.files.list(own.projectId as ProjectId, '/data' as never);
    expect(files.filter(({ path }) => path.includes('large slope'))).toEqual([]);
  });

  test('[RAS-045] an image is made again by the same tool when its source has changed', async () => {
    const lines = (await run('contours', { image: '/data/hills.tif', contour_interval: 20 })).layer!.id;
    const made = await run(
      'slope',
      { image: '/data/hills.tif' },
      { output: { kind: 'file', path: '/data/again.tif', replace: false } },
    );
    const flat = gdal.translate(
      gdal.source('flat', 'Float32', { width: 120, height: 90, bands: 1 }, (_, column) => 15 + column / 10),
      'flat',
    );
    await server.platform.files.write(
      own.projectId as ProjectId,
      parseDataPath('/data/hills.tif'),
      createReadStream(flat),
      {
        replace: true,
      },
    );
    const thing = `file:${made.file!.path}`;
    await ann.client.call(origin.runAgain, { params: { projectId: own.projectId }, body: { thing } });
    // One in a hundred: 0.1 of height on 10 metres.
    expect(gdal.samples(await fetched('/data/again.tif', 'again'))[50 * 120 + 50]).toBeCloseTo(0.573, 2);
    await own.again(lines);
    const heights = [...(await own.features(lines)).values()].map(({ properties }) => properties['elev']);
    expect([...new Set(heights)]).toEqual([20]);
  });
});
