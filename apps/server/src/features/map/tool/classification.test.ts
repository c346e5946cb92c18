import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import { layerReference, type ProjectId } from '@groma/model';
import { tool, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { skipReason, testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

type Body = BodyOf<typeof tool.runTool>;
const [width, height] = [90, 60];

/** The same by scikit-learn over the whole image; areas are boxes of pixels with their class. */
const reference = `
import json, sys
import numpy as np, rasterio
from sklearn.cluster import KMeans
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, cohen_kappa_score, confusion_matrix, precision_score, recall_score
from sklearn.preprocessing import StandardScaler

with rasterio.open(sys.argv[1]) as image:
    bands = image.read()
    there = (image.read_masks() != 0).all(axis=0)
rows = bands.reshape(len(bands), -1).T.astype("float32")
known = there.ravel()
scaled = StandardScaler().fit(rows[known])
means = KMeans(3, n_init=5, random_state=7).fit(scaled.transform(rows[known]))
place = np.empty(3, "uint8")
place[np.argsort(means.cluster_centers_.sum(axis=1), kind="stable")] = [1, 2, 3]
clusters = np.zeros(len(rows), "uint8")
clusters[known] = place[means.predict(scaled.transform(rows[known]))]

areas, X, y = json.loads(sys.argv[2]), [], []
for left, top, right, low, kind in sorted(areas, key=lambda area: area[4]):
    inside = np.zeros(bands.shape[1:], bool)
    inside[top:low, left:right] = True
    X.append(rows[inside.ravel() & known])
    y.append(np.full(len(X[-1]), kind))
model = RandomForestClassifier(25, random_state=7).fit(np.concatenate(X), np.concatenate(y))
forest = np.where(known, model.predict(rows), 0).astype("uint8")

told = {"clusters": clusters.tolist(), "forest": forest.tolist()}
if len(sys.argv) > 3:
    table = [line.split(",") for line in open(sys.argv[3]).read().split()]
    count = len(table) - 5
    matrix = np.array([[int(cell) for cell in row[1 : count + 1]] for row in table[1 : count + 1]])
    actual = np.repeat(np.arange(count), matrix.sum(axis=1))
    found = np.concatenate([np.repeat(np.arange(count), row) for row in matrix])
    told["accuracy"] = [accuracy_score(actual, found), cohen_kappa_score(actual, found)]
    told["producers"] = recall_score(actual, found, average=None).tolist()
    told["users"] = precision_score(actual, found, average=None).tolist()
    told["matrix"] = confusion_matrix(actual, found).tolist()
print(json.dumps(told))
`;

const missing = gdalMissing || skipReason;
const group = missing ? `classification (skipped: ${missing})` : 'classification';
describe.skipIf(missing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  let scene: string;
  let known: Told;
  // Water, wood and field in stripes, each with its own brightness and noise.
  beforeAll(async () => {
    ({ server, ann, own } = await startWithMap({ pythonEnvironment: testPythonEnvironment }));
    scene = gdal.translate(
      gdal.source('scene', 'UInt16', { width, height, bands: 3, nodata: 0 }, (band, column, row) => {
        if (column < 2 && row < 2) return 0;
        const kind = Math.floor(column / 30);
        return (
          [300, 900, 1_500][kind]! * (1 + band * [0.2, 0.9, 0.5][kind]!) + ((column * 37 + row * 101 + band * 17) % 260)
        );
      }),
      'scene',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=32',
      '-co',
      'BLOCKYSIZE=16',
    );
    await own.upload('scene.tif', readFileSync(scene));
    known = told();
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
  async function fetched(path: string, name: string): Promise<string> {
    const file = join(gdal.folder, name);
    await copyFile(join(await server.platform.files.folderOf(own.projectId as ProjectId), path.slice(6)), file);
    return file;
  }
  const corner = (column: number, row: number): number[] => [
    ...(plainProjection('EPSG:32633')!.toDegrees(
      Float64Array.of(500_000 + column * 10, 5_000_000 - row * 10),
    ) as Float64Array),
  ];
  /** Boxes of pixels, drawn a little larger, with their class. */
  const areas = [
    [5, 5, 15, 15, 1],
    [5, 30, 15, 40, 1],
    [35, 5, 45, 15, 2],
    [35, 30, 45, 40, 2],
    [65, 5, 75, 15, 3],
    [65, 30, 75, 40, 3],
  ] as const;
  async function trained(
    name: string,
    classOf: (kind: number) => unknown,
    some: readonly (typeof areas)[number][] = areas,
  ) {
    const features = some.map(([left, top, right, low, kind]) => {
      const [west, north, east, south] = [left - 0.2, top - 0.2, right + 0.2, low + 0.2];
      const ring = [corner(west, south), corner(east, south), corner(east, north), corner(west, north)];
      const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
      return { type: 'Feature', geometry, properties: { cover: classOf(kind) } };
    });
    await own.upload(`${name}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
    const { Layer } = await own.import(`/data/${name}.geojson`);
    return layerReference({ mapId: own.mapId, layerId: Layer[0]!.id });
  }
  interface Told {
    clusters: number[];
    forest: number[];
    accuracy: [number, number];
    producers: number[];
    users: number[];
    matrix: number[][];
  }
  function told(...more: string[]): Told {
    const program = join(gdal.folder, 'reference.py');
    writeFileSync(program, reference);
    const words = ['-W', 'ignore', program, scene, JSON.stringify(areas), ...more];
    return JSON.parse(execFileSync(join(testPythonEnvironment, 'bin/python'), words).toString()) as Told;
  }

  test('[RAS-061] k-means sorts pixels as scikit-learn does, the same each time', async () => {
    const made = await run('k_means_image', { image: '/data/scene.tif', clusters: 3, seed: 7 });
    const file = await fetched(made.file!.path, 'clusters.tif');
    expect([...gdal.samples(file)]).toEqual(known.clusters);
    const info = gdal.run('gdalinfo', file);
    expect(info).toContain('LAYOUT=COG');
    expect(info).toContain('CLASS_1=Class 1');
    expect(info).toContain('1: 78,121,167,255');
    const shown = (await own.state()).layers.find(({ id }) => id === made.raster_layer!.id)!;
    expect(JSON.stringify(shown)).toContain('{"value":2,"color":"#f28e2b","name":"Class 2"}');
    const again = await run('k_means_image', { image: '/data/scene.tif', clusters: 3, seed: 7 });
    expect(gdal.samples(await fetched(again.file!.path, 'again.tif'))).toEqual(gdal.samples(file));
    await expect(run('k_means_image', { image: '/data/scene.tif', bands: ['nir'] })).rejects.toThrow('no band “nir”');
  });

  test('[RAS-062] a random forest finds what drawn areas have taught it, as scikit-learn does', async () => {
    const layer = await trained('areas', (kind) => kind);
    const parameters = { image: '/data/scene.tif', class_column: 'cover', trees: 25, seed: 7 };
    const whole = await run('random_forest', { ...parameters, test_share: 0 }, { layer });
    expect([...gdal.samples(await fetched(whole.file!.path, 'forest.tif'))]).toEqual(known.forest);
    expect(whole.outputs).toBeUndefined();
  });

  test('[RAS-063] areas that are held back say how well a forest finds its classes', async () => {
    const cover = ['', 'Water', 'Wood', 'field'];
    const parameters = { image: '/data/scene.tif', class_column: 'cover', trees: 25, seed: 7 };
    const named = await trained('named', (kind) => cover[kind]);
    const made = await run('random_forest', { ...parameters, test_share: 50 }, { layer: named });
    const table = made.outputs!.map(({ path }) => path!).find((path) => path.endsWith('.csv'))!;
    expect(table).toBe(made.file!.path.replace('.tif', ' accuracy.csv'));
    const csv = await fetched(table, 'accuracy.csv');
    const lines = readFileSync(csv, 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    expect(lines[0]).toEqual(['actual', 'Water', 'Wood', 'field', 'total', 'producers_accuracy']);
    const { accuracy, producers, users, matrix } = told(csv);
    expect(matrix.flat().reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(Number(lines.at(-2)!.at(-1))).toBeCloseTo(accuracy[0], 6);
    expect(Number(lines.at(-1)!.at(-1))).toBeCloseTo(accuracy[1], 6);
    for (const [at, value] of producers.entries()) expect(Number(lines[at + 1]!.at(-1))).toBeCloseTo(value, 5);
    for (const [at, value] of users.entries()) expect(Number(lines[5]![at + 1])).toBeCloseTo(value, 5);
    const shown = (await own.state()).layers.find(({ id }) => id === made.raster_layer!.id)!;
    expect(JSON.stringify(shown)).toContain('"name":"Wood"');
  });

  test('[RAS-062] training areas that teach nothing are named', async () => {
    const parameters = { image: '/data/scene.tif', class_column: 'cover' };
    const single = await trained('single', () => 'Water');
    await expect(run('random_forest', parameters, { layer: single })).rejects.toMatchObject({
      code: 'TOOL_TRAINING_WRONG',
      message: expect.stringContaining('names 1 classes') as string,
    });
    const beside = await trained('beside', (kind) => `k${kind}`, [
      [5, 5, 15, 15, 1],
      [905, 5, 915, 15, 2],
    ] as never);
    await expect(run('random_forest', parameters, { layer: beside })).rejects.toThrow('“k2”');
    await expect(run('random_forest', { image: '/data/scene.tif' }, { layer: beside })).rejects.toMatchObject({
      code: 'TOOL_NEEDS_COLUMN',
    });
  });
});
