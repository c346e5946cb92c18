import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFile, previewFile } from './index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-describe-table-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const withoutGdal = () => Promise.resolve(null);
const describeTable = (sourcePath: string, signal = new AbortController().signal) =>
  describeFile({ sourcePath, workFolder: join(folder, 'work'), signal }, withoutGdal);

const preview = (name: string) =>
  previewFile({
    sourcePath: join(folder, name),
    fileName: name,
    workFolder: join(folder, 'work'),
    delimiter: undefined,
    encoding: null,
    signal: new AbortController().signal,
  });

/** The share of the time that the thread of the server was busy with it. */
async function busy(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).utilization;
}

it('[FIL-033] a large table is described, and looked at before an import, while the server goes on', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row},place ${row},2026-01-01T00:00:00Z,14.5,50.25`);
  const table = await put('large.csv', `id,name,seen,lon,lat\n${rows.join('\n')}\n`);
  let count: number | null = 0;
  const describing = await busy(async () => {
    count = (await describeTable(table)).layers[0]!.count;
  });
  expect(count).toBe(60_000);
  expect(describing).toBeLessThan(0.4);
  const stopped = new AbortController();
  const reason = new Error('The person has gone');
  const gone = describeTable(table, stopped.signal);
  stopped.abort(reason);
  await expect(gone).rejects.toBe(reason);
});

it('[FIL-090] a table is described where GDAL is not installed, in the encoding that it seems to have', async () => {
  const text = 'name,lon,lat\nPřerov,17.45,49.45\n';
  expect(await describeTable(await put('plain.csv', text))).toMatchObject({
    layers: [{ name: 'plain', count: 1, geometry: 'Point', extent: [17.45, 49.45, 17.45, 49.45] }],
    text: { encoding: 'utf-8', isGuessed: false },
  });
  const legacy = await put('legacy.csv', Buffer.from('m\xecsto,lon,lat\nP\xf8erov,17,49\n\x8ea\xe8,17,49\n', 'latin1'));
  const { layers, text: reading } = await describeTable(legacy);
  expect(layers[0]).toMatchObject({ count: 2, columns: [{ name: 'město' }, { name: 'lon' }, { name: 'lat' }] });
  expect(reading).toEqual({ encoding: 'windows-1250', isGuessed: true });
  await expect(
    describeTable(await put('points.geojson', '{"type":"FeatureCollection","features":[]}')),
  ).rejects.toThrow('GDAL is not installed');
});

it('[VEC-010] rows with more or fewer cells than the header are shown as an import takes them', async () => {
  await put('ragged.csv', 'name,lon,lat\nfirst,14,50,beyond,far beyond\nsecond,15\nthird,16,51\n');
  expect((await preview('ragged.csv')).table).toMatchObject({
    header: ['name', 'lon', 'lat'],
    rows: [
      ['first', '14', '50'],
      ['second', '15', ''],
      ['third', '16', '51'],
    ],
  });
  const wide = Array.from({ length: 10_001 }, (_, index) => `c${index}`).join(',');
  await put('wide.csv', `${wide}\n${wide}\n`);
  expect((await preview('wide.csv')).problem).toContain('"wide.csv" has ');
});

it('[FIL-096] a table is placed by columns whose names say degrees where their values are', async () => {
  const rows = (value: (row: number) => string) => Array.from({ length: 150 }, (_, row) => value(row)).join('\n');
  const towns = await put('towns.csv', `name,latd,longd\n${rows((row) => `t${row},${row / 10},${row / 5}`)}\n`);
  expect((await describeTable(towns)).layers[0]).toMatchObject({ geometry: 'Point', count: 150 });
  expect((await describeTable(towns)).extent).toEqual([0, 0, 29.8, 14.9]);
  expect((await preview('towns.csv')).table?.place).toEqual({ kind: 'pair', longitude: 2, latitude: 1 });
  await put('grid.csv', `name,latd,longd\n${rows((row) => `t${row},${5_000_000 + row},${row}`)}\n`);
  expect((await preview('grid.csv')).table?.place).toBeNull();
  expect((await describeTable(join(folder, 'grid.csv'))).layers[0]?.geometry).toBeNull();
});
