import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import { formatResource, layerReference, newGeneralNode, type ProjectId, type WorkflowNode } from '@groma/model';
import { operation, tool, workflow, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

type Body = BodyOf<typeof tool.runTool>;

const group = gdalMissing ? `images as inputs (skipped: ${gdalMissing})` : 'images as inputs';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  let elsewhere: Server;
  let scene: string;
  let asked = 0;
  beforeAll(async () => {
    ({ server, ann, own } = await startWithMap({ outboundAllowed: ['127.0.0.1'] }));
    scene = gdal.translate(
      gdal.source('scene', 'UInt16', { width: 120, height: 90, bands: 4, nodata: 0 }, (band, column, row) =>
        column < 3 && row < 3 ? 0 : 400 + band * 900 + ((column * 7 + row * 3) % 300),
      ),
      'scene',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=32',
      '-co',
      'BLOCKYSIZE=32',
      '-co',
      'INTERLEAVE=BAND',
    );
    for (const band of [1, 2, 3, 4]) gdal.translate(scene, `B0${band}`, '-b', String(band));
    elsewhere = createServer((request, response) => {
      const bytes = readFileSync(join(gdal.folder, basename(request.url!)));
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const [start, end] = [Number(from ?? 0), Math.min(bytes.length - 1, Number(to ?? bytes.length - 1))];
      asked += end - start + 1;
      response
        .writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}`, etag: `"${bytes.length}"` })
        .end(bytes.subarray(start, end + 1));
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    await own.upload('scene.tif', readFileSync(scene));
  });
  afterAll(async () => {
    await server.close();
    elsewhere.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const address = (name: string): string => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/${name}`;
  const joined = (): string => ['B01', 'B02', 'B03', 'B04'].map((name) => address(`${name}.tif`)).join('\n');
  async function run(toolId: string, parameters: Body['parameters'], more: Partial<Body> = {}): Promise<ToolOutcome> {
    const { data } = await ann.client.call(tool.runTool, {
      params: { toolId, projectId: own.projectId },
      body: { parameters, output: { kind: 'layer', map_id: own.mapId }, ...more },
    });
    return data;
  }
  async function fetched(path: string): Promise<string> {
    const file = join(gdal.folder, `got-${basename(path)}`);
    const folder = await server.platform.files.folderOf(own.projectId as ProjectId);
    await copyFile(join(folder, path.slice('/data/'.length)), file);
    return file;
  }
  const degrees = (x: number, y: number): number[] => [
    ...(plainProjection('EPSG:32633')!.toDegrees(Float64Array.of(x, y)) as Float64Array),
  ];
  async function zonesOf(name: string, west: number, south: number, east: number, north: number): Promise<string> {
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry = { type: 'Polygon', coordinates: [corners.map(([x, y]) => degrees(x!, y!))] };
    const features = [{ type: 'Feature', geometry, properties: {} }];
    await own.upload(`${name}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
    const { Layer } = await own.import(`/data/${name}.geojson`);
    return layerReference({ mapId: own.mapId, layerId: Layer[0]!.id });
  }
  const rowsOf = async (made: ToolOutcome) => [...(await own.features(made.layer!.id)).values()];
  const wholeNDVI = (): Float64Array => {
    const samples = gdal.samples(scene);
    const size = 120 * 90;
    return Float64Array.from({ length: size }, (_, at) => {
      const [red, nir] = [samples[size * 2 + at]! / 1e4, samples[size * 3 + at]! / 1e4];
      return red === 0 ? NaN : (nir - red) / (nir + red);
    });
  };
  /** The greatest difference; infinite where one alone has a value. */
  function off(found: Float64Array, wanted: Float64Array): number {
    expect(found.length).toBe(wanted.length);
    return found.reduce((worst, value, at) => {
      const want = wanted[at]!;
      if (Number.isNaN(value) && Number.isNaN(want)) return worst;
      return Number.isNaN(value - want) ? Infinity : Math.max(worst, Math.abs(value - want));
    }, 0);
  }
  const index = { index: 'NDVI', red: 'b3', nir: '4', full_reflectance: 10_000 };

  test('[RAS-057] runs at once whose names nobody has chosen take free names', async () => {
    const [one, other] = await Promise.all([
      run('spectral_index', { image: '/data/scene.tif', ...index }),
      run('spectral_index', { image: '/data/scene.tif', ...index }),
    ]);
    expect([one.file!.path, other.file!.path].toSorted()).toEqual([
      '/data/Spectral index (2).tif',
      '/data/Spectral index.tif',
    ]);
    const { layers } = await own.state();
    for (const made of [one, other]) {
      const shown = layers.find(({ id }) => id === made.raster_layer!.id)!;
      expect(JSON.stringify(shown)).toContain(made.file!.path);
    }
  });

  test('[RAS-059] images at addresses are taken as files of the workspace are', async () => {
    const of = await run('spectral_index', { image: address('scene.tif'), ...index });
    expect(off(gdal.samples(await fetched(of.file!.path)), wholeNDVI())).toBeLessThan(1e-6);
  });

  test('[RAS-059] bands of several files are taken by their names', async () => {
    const made = await run('spectral_index', {
      image: joined(),
      index: 'NDVI',
      red: 'B03',
      nir: 'B04',
      full_reflectance: 1e4,
    });
    expect(off(gdal.samples(await fetched(made.file!.path)), wholeNDVI())).toBeLessThan(1e-6);
  });

  test('[RAS-059] of an image at an address no more is fetched than the part that is cut out', async () => {
    const zones = await zonesOf('part', 500_201, 4_999_501, 500_399, 4_999_699);
    const wide = { width: 1_024, height: 1_024, bands: 1, nodata: 0 };
    const large = gdal.translate(
      gdal.source('large', 'UInt16', wide, (_, column, row) => column + row),
      'large',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=64',
      '-co',
      'BLOCKYSIZE=64',
    );
    asked = 0;
    const clip = await fetched((await run('clip_image', { image: address('large.tif') }, { layer: zones })).file!.path);
    expect(asked).toBeLessThan(1_024 * 1_024);
    // Whole numbers stay what they are.
    expect(gdal.run('gdalinfo', clip)).toContain('Type=UInt16');
    expect(gdal.samples(clip)).toEqual(gdal.samples(gdal.translate(large, 'cut', '-srcwin', '20', '30', '20', '20')));
  });

  test('[RAS-059] zones are measured in bands of several files where they lie; what cannot be read is said', async () => {
    const zones = await zonesOf('joined', 500_201, 4_999_501, 500_399, 4_999_699);
    const [zone] = await rowsOf(
      await run('zonal_statistics', { image: joined(), band: 'B02', statistics: ['min'] }, { layer: zones }),
    );
    const cut = gdal.samples(gdal.translate(scene, 'cut2', '-b', '2', '-srcwin', '20', '30', '20', '20'));
    expect(zone!.properties['min']).toBe(Math.min(...cut));
    await expect(run('slope', { image: 'http://127.0.0.1:1/none.tif' })).rejects.toThrow('none.tif');
    await expect(run('slope', { image: 'http://10.0.0.1/none.tif' })).rejects.toMatchObject({
      code: 'OUTBOUND_REFUSED',
    });
  });

  const seen = (): { kind: 'preview'; box: [number, number, number, number]; longest: number } => {
    const [west, north] = degrees(500_200, 4_999_800) as [number, number];
    const [east, south] = degrees(500_600, 4_999_500) as [number, number];
    return { kind: 'preview', box: [west, south, east, north], longest: 64 };
  };

  test('[RAS-064] an image is looked at in the part that a map shows, before anything is made', async () => {
    const output = seen();
    const files = async () =>
      (await server.platform.files.list(own.projectId as ProjectId, '/data' as never)).map(({ path }) => path);
    const before = await files();
    const made = await run('spectral_index', { image: '/data/scene.tif', ...index }, { output });
    expect(made).toMatchObject({ picture: { bounds: output.box }, preview: null, layer: null });
    expect(await files()).toEqual(before);
    const part = { params: { operationId: made.operation_id }, query: { part: made.picture!.part } };
    const picture = await ann.client.open(tool.readToolResultPart, part);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const file = join(gdal.folder, 'picture.png');
    writeFileSync(file, new Uint8Array(await picture.arrayBuffer()));
    expect(gdal.run('gdalinfo', file)).toMatch(/Size is (64, \d\d|\d\d, 64)\n/);
    const alpha = gdal.samples(file).slice(-64 * 30);
    expect(alpha.some((value) => value === 255)).toBe(true);
    await expect(
      ann.client.call(tool.keepToolResult, { params: part.params, body: { map_id: own.mapId } }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await ann.client.call(tool.discardToolResult, { params: part.params });
    await expect(ann.client.open(tool.readToolResultPart, part)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[RAS-064] what is drawn on no image is no finer than what is looked at; where there is nothing is said', async () => {
    const zones = await zonesOf('seen', 500_201, 4_999_501, 500_399, 4_999_699);
    const drawn = await run('rasterise', { pixel_size: 0.01 }, { layer: zones, output: seen() });
    expect(drawn.picture!.bounds).toEqual(seen().box);
    await expect(
      run('slope', { image: '/data/scene.tif' }, { output: { ...seen(), box: [0, 0, 1, 1] } }),
    ).rejects.toThrow('No part');
  });

  test('[RAS-060] images are made of images within a workflow, and saved at its end', async () => {
    const zones = await zonesOf('flow', 500_201, 4_999_501, 500_399, 4_999_699);
    const at = { x: 0, y: 0 };
    const step = (id: string, name: string, parameters: Record<string, unknown>) =>
      newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
    const wire = (source: string, target: string, targetHandle?: string) => ({
      id: `${source} ${target} ${targetHandle}`,
      source,
      target,
      type: 'default' as const,
      data: {},
      ...(targetHandle !== undefined && { targetHandle }),
    });
    const nodes: WorkflowNode[] = [
      newGeneralNode('data', 'zones', at, { label: 'zones', reference: zones }),
      newGeneralNode('data', 'scene', at, {
        label: 'scene',
        reference: formatResource({ kind: 'image', parts: ['/data/scene.tif'] }),
      }),
      step('clip', 'clip_image', {}),
      step('index', 'spectral_index', index),
      step('measure', 'zonal_statistics', { statistics: ['count', 'mean'] }),
      newGeneralNode('save', 'rows', at, { label: 'rows', to: 'layer', map: own.mapId, name: 'Means' }),
      newGeneralNode('save', 'file', at, { label: 'file', to: 'file', path: '/data/out/index.tif' }),
      newGeneralNode('save', 'shown', at, { label: 'shown', to: 'layer', map: own.mapId, name: 'Clipped' }),
    ];
    const edges = [
      wire('zones', 'clip', 'features'),
      wire('scene', 'clip', 'image'),
      wire('clip', 'index', 'image'),
      wire('zones', 'measure', 'features'),
      wire('index', 'measure', 'image'),
      wire('measure', 'rows'),
      wire('index', 'file'),
      wire('clip', 'shown'),
    ];
    const { data: made } = await ann.client.call(workflow.createWorkflow, {
      params: { projectId: own.projectId },
      body: { name: 'Index', nodes: [], edges: [] },
    });
    const begin = async (changed = nodes) => {
      const operation_id = crypto.randomUUID();
      await ann.client.call(workflow.beginWorkflowRun, {
        params: { projectId: own.projectId, workflowId: made.id },
        body: { operation_id, nodes: changed, edges },
      });
      const status = async () =>
        (await ann.client.call(operation.readOperation, { params: { operationId: operation_id } })).data.status;
      await expect.poll(status, { timeout: 60_000, interval: 100 }).toMatch(/Completed|Failed/);
      const { data: ended } = await ann.client.call(workflow.readWorkflowRun, {
        params: { projectId: own.projectId, workflowId: made.id, runId: operation_id },
      });
      return new Map(ended.steps.map((each) => [each.nodeId, each]));
    };
    const steps = await begin();
    expect([...steps.values()].map(({ message }) => message).filter(Boolean)).toEqual([]);
    const { layers } = await own.state();
    const [means, clipped] = ['Means', 'Clipped'].map((name) => layers.find(({ text }) => text === name)!);
    const [zone] = [...(await own.features(means!.id)).values()];
    const ndvi = wholeNDVI();
    const inside = Array.from(
      { length: 400 },
      (_, pixel) => ndvi[(30 + Math.floor(pixel / 20)) * 120 + 20 + (pixel % 20)]!,
    );
    expect(Number(zone!.properties['mean'])).toBeCloseTo(inside.reduce((sum, value) => sum + value, 0) / 400, 4);
    const saved = await fetched('/data/out/index.tif');
    expect(gdal.run('gdalinfo', saved)).toContain('LAYOUT=COG');
    expect(off(gdal.samples(saved), Float64Array.from(inside))).toBeLessThan(1e-6);
    expect(JSON.stringify(clipped)).toContain('/data/Clipped.tif');
    const found = await own.origins();
    const origin = found.find(({ thing }) => JSON.stringify(thing).includes(means!.id))!;
    expect(JSON.stringify(origin)).toContain('/data/scene.tif');
    // What has not changed is not made again, and what is saved again gets names of its own.
    const again = await begin();
    expect(['clip', 'index', 'measure'].map((id) => again.get(id)!.state)).toEqual(['reused', 'reused', 'reused']);
    expect(again.get('file')!.files).toEqual(['/data/out/index (2).tif']);
    const wrong = nodes.map((node) =>
      node.id === 'file'
        ? newGeneralNode('save', 'file', at, { label: 'file', to: 'file', path: '/data/x.gpkg' })
        : node,
    );
    await expect(begin(wrong)).rejects.toThrow('.tif');
  });
});
