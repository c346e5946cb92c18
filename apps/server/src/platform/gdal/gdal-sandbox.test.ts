import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idsOf } from '../../../test/processes.ts';
import { findGdal, GdalSandbox } from './gdal-sandbox.ts';

const setup = await findGdal();

test.skipIf(!setup)(`a program that is stopped at any moment of its start leaves nothing that waits${setup ? '' : ' (skipped: GDAL is missing)'}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'groma-gdal-'));
  const sourcePath = join(folder, 'points.geojson');
  await writeFile(sourcePath, '{"type":"FeatureCollection","features":[]}');
  const stopAfter = (ms: number) => new GdalSandbox({ sourcePath, workFolder: folder, signal: AbortSignal.timeout(ms) }, setup!, ['GeoJSON']).text('ogrinfo', ['-json', sourcePath]).catch((error: Error) => error.name);
  for (let round = 0; round < 60; round += 1) await Promise.all([1, 3, 5, 8].map((ms) => stopAfter(ms + round % 3)));
  await expect.poll(() => idsOf(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
