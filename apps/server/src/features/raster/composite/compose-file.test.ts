import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compositeMethods, type CompositeMethod, type CompositeRecipe, type ProjectId } from '@groma/model';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { Composites } from './compose-file.ts';

const python = join(
  process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../../../../../.cache/python'),
  'bin/python',
);
const reason = gdalMissing || (existsSync(python) ? '' : 'the Python environment is missing');
/** Two rows of two tiles. */
const [width, height, scenes] = [600, 700, 4];
const methods = JSON.stringify(compositeMethods);

/** The same by numpy, the mode by comparing each value with each. */
const byNumpy = `
import sys, json, warnings
import numpy as np
warnings.simplefilter("ignore")
folder, width, height, scenes = sys.argv[1], *map(int, sys.argv[2:5])
stack = np.stack([np.fromfile(f"{folder}/scene-{at}.raw", "<u2").reshape(height, width) for at in range(scenes)]).astype("float64")
stack[stack == 0] = np.nan
first = lambda s, axis: np.take_along_axis(s, np.argmax(~np.isnan(s), axis=0)[None], axis=0)[0]
def mode(s, axis):
    times = (s[:, None] == s[None]).sum(axis=1)
    return np.where(times == times.max(axis=0), s, np.inf).min(axis=0)

ways = dict(median=np.nanmedian, mean=np.nanmean, min=np.nanmin, max=np.nanmax, mosaic=first, mode=mode)
for name in json.loads(sys.argv[5]):
    made = np.asarray(ways[name](stack, axis=0), dtype="float64")
    made[np.isnan(stack).all(axis=0)] = np.nan
    made.astype("<f4").tofile(f"{folder}/{name}.numpy")
`;

describe.skipIf(reason)(reason ? `files of composites (skipped: ${reason})` : 'files of composites', () => {
  const gdal = new GdalFiles();
  const paths = Array.from({ length: scenes }, (_, at) => {
    const source = gdal.source(
      `scene-${at}`,
      'UInt16',
      { width, height, bands: 1, nodata: 0 },
      (_band, column, row) => {
        const mixed = Math.imul(column * 7 + row * 131 + at * 7_919, 2_654_435_761) >>> 16;
        return mixed % 3 === 0 || (column < 40 && row < 30) ? 0 : 1 + (mixed % 23);
      },
    );
    return gdal.translate(source, `scene-${at}`, '-of', 'COG');
  });
  afterAll(() => rm(gdal.folder, { recursive: true, force: true }));

  const recipe = (method: CompositeMethod, files = paths): CompositeRecipe => ({
    scenes: files.map((url, at) => ({
      id: `scene-${at}`,
      collection: null,
      time: null,
      bands: [{ url, band: 0, factor: 1, offset: 0 }],
      masks: [],
    })),
    method,
    bands: [{ name: 'one', others: [] }],
    maths: null,
    averages: true,
    area: [],
  });
  const grid = { system: 'EPSG:32633', west: 500_000, north: 5_000_000, pixel: 10, width, height };
  const composites = new Composites(
    { find: ({ url }) => Promise.resolve({ path: url, version: null, id: url, name: url }) },
    null as never,
    null as never,
    [],
  );
  const make = (
    made: CompositeRecipe,
    path: string,
    {
      fromRow = 0,
      onRow = async () => {},
      signal = new AbortController().signal,
    }: {
      fromRow?: number;
      onRow?: (row: number) => Promise<void>;
      signal?: AbortSignal;
    } = {},
  ) =>
    composites.write(
      { recipe: made, grid, type: 'float32', nodata: null },
      { path, fromRow, onRow },
      { projectId: 'one' as ProjectId, signal },
    );

  test('[SAT-064] each method gives what numpy gives', async () => {
    const words = [gdal.folder, width, height, scenes, methods].map(String);
    execFileSync(python, ['-c', byNumpy, ...words]);
    const { signal } = new AbortController();
    for (const method of compositeMethods) {
      const path = join(gdal.folder, `${method}.made.tif`);
      await make(recipe(method), path, { signal });
      const own = gdal.samples(path);
      const theirs = new Float32Array(Uint8Array.from(await readFile(join(gdal.folder, `${method}.numpy`))).buffer);
      const wrong = theirs.findIndex((value, at) =>
        Number.isNaN(value) ? !Number.isNaN(own[at]) : !(Math.abs(own[at]! - value) < 1e-5),
      );
      expect([method, wrong, theirs.length]).toEqual([method, -1, own.length]);
    }
  });

  test('[SAT-073] a file is gone on with at the row of tiles that was next', async () => {
    const path = join(gdal.folder, 'half.tif');
    const aborter = new AbortController();
    const stopped = make(recipe('max'), path, {
      signal: aborter.signal,
      onRow: () => {
        aborter.abort(new Error('killed'));
        return Promise.reject(aborter.signal.reason as Error);
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    // The rest is made of another scene: what was there before stays as it is.
    await make(recipe('max', [paths[0]!]), path, { fromRow: 1 });
    const [half, whole] = [gdal.samples(path), join(gdal.folder, 'whole.tif')];
    await make(recipe('max'), whole);
    const all = gdal.samples(whole);
    const first = 512 * width;
    const differs = (from: number, to: number): boolean =>
      half.subarray(from, to).some((value, at) => !Object.is(value, all[from + at]));
    expect([differs(0, first), differs(first, half.length)]).toEqual([false, true]);
  });

  test('[SAT-073] whoever cancels is answered at once; a damaged file is named', async () => {
    const aborter = new AbortController();
    const working = make(recipe('median'), join(gdal.folder, 'never.tif'), { signal: aborter.signal });
    setTimeout(() => aborter.abort(new Error('canceled')), 20);
    const began = performance.now();
    await expect(working).rejects.toThrow('canceled');
    expect(performance.now() - began).toBeLessThan(1_000);
    const broken = join(gdal.folder, 'broken.tif');
    await writeFile(broken, 'no image');
    await expect(make(recipe('median', [paths[0]!, broken]), join(gdal.folder, 'none.tif'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      details: { name: broken },
    });
  });
});
