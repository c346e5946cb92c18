import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { newId } from '@groma/model';
import { PackageLog, readLog } from './package-log.ts';

test('[KRN-099] a second attempt goes on in the log, so that whoever reads it goes on too', async () => {
  const folder = await mkdtemp(join(inject('testFolder'), 'log-'));
  const id = newId<'operation'>();
  const write = async (text: string) => {
    const log = await PackageLog.open(folder, id);
    log.write(text);
    await log.close();
  };
  await write('Collecting tiny\n');
  const { text, next } = await readLog(folder, id, 0);
  expect(text).toBe('Collecting tiny\n');
  await write('Collecting tiny again\n');
  expect((await readLog(folder, id, next)).text).toMatch(/begins anew\.\nCollecting tiny again\n$/);
});
