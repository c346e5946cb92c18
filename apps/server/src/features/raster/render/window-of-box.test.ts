import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { OpenRasters } from './open-rasters.ts';
import { windowOfBox } from './window-of-box.ts';

const group = gdalMissing ? `boxes among pixels (skipped: ${gdalMissing})` : 'boxes among pixels';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));
  const rasters = new OpenRasters(16 * 1024 * 1024, []);

  test.each([
    ['beyond all sides of an image in degrees', 14, 0.1, [13.56, 44, 19.47, 51], { x: 0, width: 40 }],
    ['beyond its western side', 14, 0.1, [13.56, 44, 14.95, 51], { x: 0, width: 10 }],
    ['by a turn away from it', 374, 0.1, [13.56, 44, 14.95, 51], { x: 0, width: 10 }],
    ['across the side of one around the earth', -180, 9, [-190, 44, -171, 51], { x: 0, width: 40 }],
  ] as const)('[RAS-064] a box reaches %s', async (_, west, side, box, wanted) => {
    const size = { width: 40, height: 10, bands: 1, srs: 'EPSG:4326', transform: `${west},${side},0,50,0,-0.5` };
    const path = gdal.translate(
      gdal.source(`box${west}`, 'Byte', size, () => 1),
      `box${west}`,
    );
    const open = await rasters.open({ path, version: null, id: path, name: 'box' }, new AbortController().signal);
    expect(await windowOfBox(open, box)).toEqual({ ...wanted, y: 0, height: 10 });
    await expect(windowOfBox(open, [100.5, 80, 101.5, 85])).rejects.toThrow('No part');
  });
});
