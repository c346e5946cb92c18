import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idsOf } from '../../../test/processes.ts';
import { findGdal, GdalSandbox } from './gdal-sandbox.ts';

const setup = await findGdal();

test.skipIf(!setup)(
  `a program that is stopped at any moment of its start leaves nothing that waits${setup ? '' : ' (skipped: GDAL is missing)'}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groma-gdal-'));
    const sourcePath = join(folder, 'points.geojson');
    await writeFile(sourcePath, '{"type":"FeatureCollection","features":[]}');
    const stopAfter = (ms: number) =>
      new GdalSandbox({ sourcePath, workFolder: folder, signal: AbortSignal.timeout(ms) }, setup!, ['GeoJSON'])
        .text('ogrinfo', ['-json', sourcePath])
        .catch((error: Error) => error.name);
    for (let round = 0; round < 60; round += 1)
      await Promise.all([1, 3, 5, 8].map((ms) => stopAfter(ms + (round % 3))));
    await expect.poll(() => idsOf(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

test.skipIf(!setup?.bubblewrap)(
  '[KRN-060] a program that has taken over GDAL makes no file with setuid or setgid',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groma-gdal-'));
    await writeFile(join(folder, 'program'), '');
    const sandbox = new GdalSandbox(
      { sourcePath: join(folder, 'program'), workFolder: folder, signal: AbortSignal.timeout(20_000) },
      setup!,
      [],
    );
    const modes = await Promise.all(
      ['4755', '2755', '700'].map((mode) => sandbox.text('chmod', [mode, sandbox.output('program')])),
    );
    expect(modes.map(({ code }) => code)).toEqual([1, 1, 0]);
    expect((await stat(join(folder, 'program'))).mode & 0o6000).toBe(0);
    await rm(folder, { recursive: true });
  },
);

test.skipIf(!setup)('[RAS-073] a virtual raster that names another file opens nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'groma-gdal-'));
  expect(setup!.drivers).toEqual(expect.arrayContaining(['VRT', 'netCDF', 'HDF5', 'Zarr', 'GRIB']));
  const sourcePath = join(folder, 'scene.tif');
  await writeFile(join(folder, 'other.pgm'), 'P2 2 2 255 1 2 3 4\n');
  await writeFile(
    sourcePath,
    '<VRTDataset rasterXSize="2" rasterYSize="2"><VRTRasterBand dataType="Byte" band="1"><SimpleSource><SourceFilename relativeToVRT="1">other.pgm</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>',
  );
  const request = { sourcePath, workFolder: folder, signal: AbortSignal.timeout(20_000) };
  const sandbox = new GdalSandbox(request, setup!, ['GTiff']);
  const { code, errorText } = await sandbox.text('gdalinfo', [sandbox.source]);
  expect([code, errorText]).toEqual([1, expect.stringContaining('not recognized')]);
  await rm(folder, { recursive: true });
});
