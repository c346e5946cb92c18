import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { conversion, processing, tool } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import { sentinelFiles } from '../../../../test/sentinel2-files.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

const python = '/usr/bin/python3';
const missing = gdalMissing || (existsSync('/usr/lib/python3/dist-packages/numpy') ? '' : 'python3-numpy is missing');

/** The same over whole arrays: tiles side by side, boxes by how much of each pixel they cover. */
const reference = `
import json, sys
import numpy as np

cover, loss, boxes, start, canopy = json.load(open(sys.argv[1])).values()
trees, years = np.array(cover, dtype=float), np.array(loss)
rows, columns = trees.shape
side, west, north, R = 0.25, 10.0, 50.0, 6371007.2

def part(low, high, edges):
    return np.clip(np.minimum(high, edges + 1) - np.maximum(low, edges), 0, 1)

latitude = north - (np.arange(rows) + 0.5) * side
area = R**2 * np.radians(side)**2 * np.cos(np.radians(latitude))
gone = (trees >= canopy) & (years > 0) & (2000 + years >= start - 10) & (2000 + years < start)
for w, s, e, n in boxes:
    across = part((w - west) / side, (e - west) / side, np.arange(columns))
    down = part((north - n) / side, (north - s) / side, np.arange(rows))
    weight = down[:, None] * across[None, :] * area[:, None]
    print(weight.sum(), (weight * (trees >= canopy)).sum(), (weight * gone).sum())
`;

const [side, canopy, start] = [40, 30, 2019];
const coverAt = (column: number, row: number): number => (column * 37 + row * 11) % 101;
const lossAt = (column: number, row: number): number =>
  (column * 5 + row * 3) % 4 === 0 ? (column + row * 2) % 24 : 0;
const boxes = [
  [10.1, 44.3, 12.9, 47.7],
  [18.6, 42.05, 21.35, 49.4],
  [10.3, 40.2, 10.31, 40.21],
] as const;

describe.skipIf(missing)(missing ? `settings of processing (skipped: ${missing})` : 'settings of processing', () => {
  const gdal = new GdalFiles();
  const folder = join(gdal.folder, 'gfc');
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  beforeAll(async () => {
    mkdirSync(folder);
    for (const [at, corner] of ['010E', '020E'].entries())
      for (const [name, value] of [
        ['treecover2000', coverAt],
        ['lossyear', lossAt],
      ] as const) {
        const transform = `${10 + at * 10},0.25,0,50,0,-0.25`;
        const place = { width: side, height: side, bands: 1, srs: 'EPSG:4326', transform };
        const source = gdal.source(`${name}${at}`, 'Byte', place, (_, column, row) => value(column + at * side, row));
        const made = gdal.translate(source, `${name}${at}`, '-co', 'TILED=YES');
        symlinkSync(made, join(folder, `Hansen_GFC-2023-v1.11_${name}_50N_${corner}.tif`));
      }
    ({ server, ann, own } = await startWithMap({ processing: { acolite: acoliteProgram(), forestFolder: folder } }));
    for (const name of ['treecover2000', 'lossyear'])
      await own.upload(`${name}.tif`, readFileSync(join(gdal.folder, `${name}0.tif`)));
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  /**
   * A program that is called as ACOLITE is and writes what it would: bands of the scene as `*_rhos_*.tif`. It leaves
   * what it was told and what it sees.
   */
  function acoliteProgram(): string {
    const program = join(gdal.folder, 'acolite', 'acolite');
    mkdirSync(join(gdal.folder, 'acolite'));
    const lines = [
      '#!/bin/sh',
      'set -e',
      'settings="${2#--settings=}"',
      'test "$1" = --cli',
      'input=$(sed -n "s/^inputfile=//p" "$settings")',
      'output=$(sed -n "s/^output=//p" "$settings")',
      'test -f "$input/MTD_MSIL1C.xml" || { echo "no scene" >&2; exit 3; }',
      'grep -q "^limit=45.13" "$settings" && grep -q "^l2r_export_geotiff=True" "$settings"',
      'test ! -e /work && ! ls /root >/dev/null 2>&1',
      'for one in B02:492 B04:665; do',
      '  band=$(find "$input" -name "*_${one%:*}.jp2")',
      '  gdal_translate -q -ot Float32 -scale 1000 11000 0 1 "$band" "$output/S2A_MSI_L2R_rhos_${one#*:}.tif"',
      'done',
    ];
    writeFileSync(program, lines.join('\n'), { mode: 0o755 });
    return program;
  }

  const ringOf = ([west, south, east, north]: readonly [number, number, number, number]) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geojson = {
    type: 'FeatureCollection',
    features: [
      ...boxes.map((box, at) => ({
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [ringOf(box)] },
        properties: { plot: at },
      })),
      { type: 'Feature', geometry: { type: 'Point', coordinates: [11, 45] }, properties: { plot: 9 } },
    ],
  };

  async function phaseOf(operationId: string): Promise<{ phase: string; message: string | null }> {
    for (;;) {
      const { data } = await ann.client.call(conversion.readFunctionOperation, { params: { operationId } });
      const { status } = data.items[0]!;
      if (['Succeeded', 'Failed', 'Error'].includes(status.phase)) return status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  function byNumpy(): number[][] {
    const grid = (value: typeof coverAt) =>
      Array.from({ length: side }, (_, row) => Array.from({ length: 2 * side }, (__, column) => value(column, row)));
    const asked = join(gdal.folder, 'asked.json');
    writeFileSync(asked, JSON.stringify({ cover: grid(coverAt), loss: grid(lossAt), boxes, start, canopy }));
    const printed = execFileSync(python, ['-c', reference, asked]).toString();
    return printed
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
  }

  test('[PRC-006, PRC-007, PRC-008, PRC-035] areas are those of numpy, over the edge of tiles', async () => {
    const operationId = randomUUID();
    const { output_path: path } = await ann.client.call(processing.vm0047, {
      params: { projectId: own.projectId },
      body: { geojson, project_start_year: start, operation_id: operationId },
    });
    expect(path).toBe('/data/processing/vm0047/Project start 2019.geojson');
    expect(await phaseOf(operationId)).toEqual(expect.objectContaining({ phase: 'Succeeded' }));
    const data = await server.platform.files.folderOf(own.projectId as ProjectId);
    const made = JSON.parse(readFileSync(join(data, path.slice('/data/'.length)), 'utf8')) as {
      features: { properties: Record<string, number | string> }[];
    };
    const rows = made.features
      .map(({ properties }) => properties)
      .toSorted((a, b) => Number(a['plot']) - Number(b['plot']));
    expect(rows.map(({ plot }) => plot)).toEqual([0, 1, 2]);
    for (const [at, [whole, forest, lost]] of byNumpy().entries()) {
      const row = rows[at]!;
      expect(Number(row['screened_ha']) / (whole! / 10_000)).toBeCloseTo(1, 9);
      expect(Number(row['forest_2000_ha'])).toBeCloseTo(forest! / 10_000, 3);
      expect(Number(row['ineligible_ha'])).toBeCloseTo(lost! / 10_000, 3);
      expect(Number(row['eligible_ha'])).toBeCloseTo((whole! - lost!) / 10_000, 3);
      expect(Number(row['eligible_percent'])).toBeCloseTo(100 * (1 - lost! / whole!), 6);
    }
    expect(rows[0]!['screening']).toBe('partly eligible');
    // The area is kept beside the output, which can be made again of it.
    expect(existsSync(join(data, 'processing/vm0047/Project start 2019 (area).geojson'))).toBe(true);
  });

  test('[PRC-035] images of the workspace stand in for the tiles, and one alone is refused', async () => {
    const features = geojson.features.filter(({ geometry }) => geometry.type === 'Polygon');
    await own.upload('plots.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const run = async (parameters: Record<string, unknown>) =>
      (
        await ann.client.call(tool.runTool, {
          params: { toolId: 'vm0047_eligibility', projectId: own.projectId },
          body: { layer: 'file:/data/plots.geojson', parameters, output: { kind: 'layer', map_id: own.mapId } },
        })
      ).data;
    const images = { tree_cover_image: '/data/treecover2000.tif', loss_year_image: '/data/lossyear.tif' };
    const made = await run({ ...images, canopy_percent: canopy });
    const rows = [...(await own.features(made.layer!.id)).values()].map(({ properties }) => properties);
    const [first] = byNumpy();
    expect(Number(rows.find(({ plot }) => plot === 0)!['ineligible_ha'])).toBeCloseTo(first![2]! / 10_000, 3);
    await expect(run({ tree_cover_image: images.tree_cover_image })).rejects.toThrow('at least 2 images');
    await own.upload('other.tif', readFileSync(join(gdal.folder, 'lossyear1.tif')));
    await expect(run({ ...images, loss_year_image: '/data/other.tif' })).rejects.toThrow('same pixels');
  });

  test('[PRC-001, PRC-031, KRN-085] ACOLITE is given a scene and settings in its sandbox, and its bands become an image', async () => {
    for (const [name, content] of sentinelFiles(gdal)) await own.upload(`scenes/${name}`, content);
    const operationId = randomUUID();
    const { output_path: path } = await ann.client.call(processing.acolite, {
      params: { projectId: own.projectId },
      body: {
        geojson: { type: 'Polygon', coordinates: [ringOf([16.272, 45.138, 16.276, 45.144])] },
        operation_id: operationId,
      },
    });
    expect(await phaseOf(operationId)).toEqual(expect.objectContaining({ phase: 'Succeeded' }));
    const data = await server.platform.files.folderOf(own.projectId as ProjectId);
    const info = gdal.run('gdalinfo', join(data, path.slice('/data/'.length)));
    expect(info).toMatch(/LAYOUT=COG[\s\S]*Description = rhos_492[\s\S]*Description = rhos_665/);
    await own.upload('jilin/JL1_MSS.tif', 'no image');
    const jilin = randomUUID();
    await ann.client.call(processing.acoliteJilin, {
      params: { projectId: own.projectId },
      body: { operation_id: jilin, source_folder_path: '/data/jilin/' },
    });
    expect(await phaseOf(jilin)).toMatchObject({ phase: 'Failed', message: expect.stringContaining('no scene') });
  });
});
