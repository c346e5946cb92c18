import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findTool } from '@groma/model';
import { bandIndices } from '@groma/raster';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { OpenRasters } from '../render/open-rasters.ts';
import type { ImageJob } from './image-question.ts';
import { makeFile } from './make-file.ts';

const [width, height] = [61, 47];
const group = gdalMissing ? `images by stripes (skipped: ${gdalMissing})` : 'images by stripes';

/** The same by numpy over the whole image. */
const reference = `
import sys
import numpy as np, rasterio

image, jobs, into = sys.argv[1], sys.argv[2], sys.argv[3]
with rasterio.open(image) as file:
    bands = file.read().astype(float)
    bands[bands == file.nodata] = np.nan
a = bands[0]

def windows(reach, fill=np.nan):
    padded = np.pad(a, reach, constant_values=fill)
    return np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))

def made(job):
    with np.errstate(all="ignore"):
        if job.startswith("focal"):
            _, kind, size = job.split(":")
            reach = (int(size) - 1) // 2
            w = windows(reach)
            if kind == "gaussian":
                d = np.arange(-reach, reach + 1)
                k = np.exp(-(d[:, None] ** 2 + d[None, :] ** 2) / (2 * 1.5 ** 2))
                out = np.nansum(w * k, axis=(2, 3)) / np.sum(~np.isnan(w) * k, axis=(2, 3))
            elif kind == "sobel":
                w = np.where(np.isnan(w), a[:, :, None, None], w)
                k = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
                out = np.hypot((w * k).sum(axis=(2, 3)), (w * k.T).sum(axis=(2, 3)))
            else:
                of = {"mean": np.nanmean, "median": np.nanmedian, "min": np.nanmin, "max": np.nanmax, "sum": np.nansum,
                      "stdev": np.nanstd}[kind]
                out = of(w, axis=(2, 3))
            out = np.where(np.isnan(a), np.nan, out)
        else:
            names = dict(zip(["b1", "b2", "b3", "b4", "b5", "b6", "b7"], bands))
            roles = dict(zip(["blue", "green", "red", "rededge", "nir", "swir1", "swir2"], bands / 10000))
            out = eval(job, {"sqrt": np.sqrt, "where": np.where, **names, **roles})
            out = np.where(np.isfinite(out), out, np.nan)
    return out

np.stack([np.asarray(made(job), dtype="float32") for job in jobs.split(";")]).tofile(into)
`;

describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));
  const source = gdal.translate(
    gdal.source('scene', 'UInt16', { width, height, bands: 7, nodata: 0 }, (band, column, row) =>
      (column * 3 + row * 7) % 23 === band ? 0 : 200 + ((column * column * 13 + row * 31 * (band + 2)) % 9_000),
    ),
    'scene',
    '-co',
    'TILED=YES',
    '-co',
    'BLOCKXSIZE=32',
    '-co',
    'BLOCKYSIZE=16',
  );
  const program = join(gdal.folder, 'reference.py');
  writeFileSync(program, reference);
  const rasters = new OpenRasters(64 * 1024 * 1024, []);
  let made = 0;

  async function make(job: ImageJob, sources = [source]): Promise<string> {
    const file = join(gdal.folder, `made-${++made}.tif`);
    const opened = sources.map((path) => ({ path, version: null, id: path, name: 'scene.tif' }));
    const signal = new AbortController().signal;
    await makeFile(
      await Promise.all(opened.map((each) => rasters.open(each, signal))),
      { kind: 'make', others: [], job, file },
      () => undefined,
    );
    return file;
  }
  function expected(...jobs: string[]): Float32Array {
    const into = join(gdal.folder, 'expected.raw');
    execFileSync(join(testPythonEnvironment, 'bin/python'), ['-W', 'ignore', program, source, jobs.join(';'), into]);
    return new Float32Array(Uint8Array.from(execFileSync('cat', [into])).buffer);
  }
  /** The greatest difference to what was expected, in parts of large values; infinite where one alone has a value. */
  function off(file: string, wanted: Float32Array): number {
    const found = gdal.samples(file);
    expect(found.length).toBe(wanted.length);
    return found.reduce((worst, value, at) => {
      const want = wanted[at]!;
      if (Number.isNaN(want) || Number.isNaN(value))
        return Number.isNaN(want) && Number.isNaN(value) ? worst : Infinity;
      return Math.max(worst, Math.abs(value - want) / Math.max(1, Math.abs(want)));
    }, 0);
  }

  test('[RAS-052] expressions over bands come to what numpy makes of them, on the same pixels', async () => {
    const text = 'where(b5 > b3, (b5 - b3) / (b5 + b3), sqrt(b1) * 2)';
    const file = await make({ kind: 'maths', expression: text });
    expect(off(file, expected(`where(b1 + b3 + b5 == b1 + b3 + b5, ${text}, float('nan'))`))).toBeLessThan(1e-5);
    const grid = (path: string): string => /Origin = .*\nPixel Size = .*/.exec(gdal.run('gdalinfo', path))![0];
    expect(grid(file)).toBe(grid(source));
    expect(gdal.run('gdalsrsinfo', '-e', file)).toContain('32633');
    const twice = gdal.samples(await make({ kind: 'maths', expression: 'i2_b1 - b1' }, [source, source]));
    expect(twice.every((value) => value === 0 || Number.isNaN(value))).toBe(true);
    await expect(make({ kind: 'maths', expression: 'b1 +' })).rejects.toMatchObject({ code: 'TOOL_EXPRESSION_WRONG' });
    await expect(make({ kind: 'maths', expression: 'b9 + b1' })).rejects.toMatchObject({
      code: 'TOOL_EXPRESSION_WRONG',
    });
  });

  test('[RAS-053] indices take the bands that are chosen, as reflectance', async () => {
    const roles = { blue: '1', green: 'b2', red: '3', rededge: '4', nir: '5', swir1: '6', swir2: '7' };
    const all = expected(...bandIndices.map(({ expression }) => expression));
    for (const [at, { name }] of bandIndices.entries())
      expect(
        off(
          await make({ kind: 'index', index: name, roles, full: 10_000 }),
          all.subarray(at * width * height, (at + 1) * width * height),
        ),
      ).toBeLessThan(1e-5);
    await expect(make({ kind: 'index', index: 'NDVI', roles: { red: '3' }, full: 1 })).rejects.toMatchObject({
      code: 'TOOL_BAND_MISSING',
      details: { index: 'NDVI', band: 'nir' },
    });
  });

  test('[RAS-058] the tool asks for the bands that each index reads', () => {
    const { fields } = findTool('spectral_index')!;
    for (const { name, bands } of bandIndices) {
      const asked = fields.flatMap(({ name: role, when }) => (when?.is.includes(name) ? [role] : []));
      expect([name, asked.toSorted()]).toEqual([name, bands.toSorted()]);
    }
  });

  test('[RAS-054] classes hold values from their lower to below their upper limit', async () => {
    const samples = gdal.samples(source).subarray(0, width * height);
    const classed = gdal.samples(
      await make({ kind: 'classes', band: '1', classes: '..1000: 1; 1000..5000: 2\n5000..: none', keepsOthers: false }),
    );
    classed.forEach((value, at) => {
      const from = samples[at]!;
      expect(value).toBe(from === 0 || from >= 5_000 ? -32_768 : from < 1_000 ? 1 : 2);
    });
    const kept = gdal.samples(
      await make({ kind: 'classes', band: '1', classes: `${samples[0]}: 0.5`, keepsOthers: true }),
    );
    kept.forEach((value, at) =>
      expect(value).toBe(samples[at] === 0 ? NaN : samples[at] === samples[0] ? 0.5 : samples[at]),
    );
    for (const classes of ['', '5', '9..1: 2', '1..2: x'])
      await expect(make({ kind: 'classes', band: '1', classes, keepsOthers: false })).rejects.toMatchObject({
        code: 'TOOL_CLASSES_WRONG',
      });
  });

  test.each(['mean', 'median', 'min', 'max', 'sum', 'stdev', 'sobel', 'gaussian'] as const)(
    '[RAS-055] filters leave out what has no value and what lies outside, as numpy has it: %s',
    async (filter) => {
      for (const size of filter === 'sobel' ? [3] : [3, 7])
        expect(
          off(await make({ kind: 'filter', band: '1', filter, size, sigma: 1.5 }), expected(`focal:${filter}:${size}`)),
        ).toBeLessThan(1e-5);
    },
  );

  test('[RAS-055, RAS-056] sizes are odd; change is a difference or a percentage', async () => {
    await expect(make({ kind: 'filter', band: '1', filter: 'mean', size: 4, sigma: 1 })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    const change = { kind: 'change', band: '1', laterBand: '2' } as const;
    expect(off(await make({ ...change, isPercent: false }, [source, source]), expected('b2 - b1'))).toBeLessThan(1e-5);
    expect(
      off(await make({ ...change, isPercent: true }, [source, source]), expected('100 * (b2 - b1) / b1')),
    ).toBeLessThan(1e-5);
  });
});
