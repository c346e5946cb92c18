import { createServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeCrs } from './describe-crs.ts';
import { findGdal, runWithoutFiles } from './gdal-sandbox.ts';

const group = (await findGdal()) ? 'coordinate systems' : 'coordinate systems (skipped: GDAL is missing)';
describe.skipIf(group.includes('skipped'))(group, () => {
  let asked = 0;
  const listener = createServer((socket) => {
    asked++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  afterAll(() => void listener.close());

  test('are described by their code, PROJJSON and WKT', async () => {
    const json = (await describeCrs('EPSG:32633', 'PROJJSON'))!;
    expect(JSON.parse(json)).toMatchObject({ id: { authority: 'EPSG', code: 32633 } });
    const wkt =
      'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    expect(await Promise.all(['EPSG:32633', json].map((each) => describeCrs(each, 'wkt2')))).toEqual(
      Array(2).fill(expect.stringContaining('UTM zone 33N')),
    );
    expect(await describeCrs(wkt, 'wkt2')).toMatch(/^GEOGCRS\["WGS 84"/);
    expect(await describeCrs('EPSG:1', 'wkt2')).toBeNull();
  });

  test('[VEC-009] that name a file or an address open nothing', async () => {
    const address = `http://127.0.0.1:${(listener.address() as { port: number }).port}/latest`;
    const folder = await mkdtemp(join(tmpdir(), 'groma-crs-'));
    const file = join(folder, 'secret.prj');
    await writeFile(
      file,
      'GEOGCS["secret",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
    );
    for (const name of [
      `/vsicurl/${address}`,
      address,
      `PG:host=127.0.0.1`,
      file,
      `{"type":"FeatureCollection","features":[]}`,
      '-v',
      `EPSG:4326 ${file}`,
    ])
      expect([name, await describeCrs(name, 'wkt2')]).toEqual([name, null]);
    // The second wall holds alone: no driver is there that would open them.
    await runWithoutFiles('gdalsrsinfo', ['-o', 'proj4', `/vsicurl/${address}`]).catch(() => '');
    expect(asked).toBe(0);
    await rm(folder, { recursive: true });
  });
});
