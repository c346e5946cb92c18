import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { operation } from '@groma/protocol';
import { processesNaming } from '../../../test/processes.ts';
import { TestMap } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  folder = mkdtempSync(join(tmpdir(), 'groma-cancel-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[SHL-042] canceling a real import ends the process that reads, keeps nothing, and the same file can be imported after', async () => {
  const own = await TestMap.make(ann);
  writeFileSync(
    join(folder, 'wells.csv'),
    `id,X,Y\n${Array.from({ length: 60_000 }, (_, n) => `${n},${n % 180},${n % 90}`).join('\n')}`,
  );
  execFileSync('ogr2ogr', [
    '-f',
    'GPKG',
    join(folder, 'wells.gpkg'),
    join(folder, 'wells.csv'),
    '-oo',
    'X_POSSIBLE_NAMES=X',
    '-oo',
    'Y_POSSIBLE_NAMES=Y',
    '-a_srs',
    'EPSG:4326',
  ]);
  await server.platform.files.write(
    own.projectId as ProjectId,
    parseDataPath('/data/wells.gpkg'),
    createReadStream(join(folder, 'wells.gpkg')),
  );
  const { dataFolder } = server.platform.config;
  const readers = async () => (await processesNaming(join(dataFolder, 'blobs'))).length;
  const before = [await server.platform.blobs.list(''), (await own.state()).layers.length];

  const importing = own.import('/data/wells.gpkg').then(
    () => null,
    (error: unknown) => error,
  );
  await expect.poll(readers, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  const {
    data: [running],
  } = await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } });
  await ann.client.call(operation.cancelOperation, { params: { operationId: running!.id } });
  expect(await importing).toMatchObject({ code: 'CANCELED' });
  expect((await ann.client.call(operation.readOperation, { params: { operationId: running!.id } })).data.status).toBe(
    'Canceled',
  );
  // The sandbox has been killed; what ran in it dies with it, a moment later.
  await expect.poll(readers, { interval: 20, timeout: 20_000 }).toBe(0);
  expect([await server.platform.blobs.list(''), (await own.state()).layers.length]).toEqual(before);

  expect((await own.import('/data/wells.gpkg')).Layer).toMatchObject([
    { text: 'wells', data: { manifest: { featureCount: 60_000 } } },
  ]);
});
