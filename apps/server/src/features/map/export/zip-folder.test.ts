import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipFolder } from './zip-folder.ts';

test('what of a folder is no file fails its zip, which would wait for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-zip-'));
  mkdirSync(join(folder, 'made', 'no file'), { recursive: true });
  await expect(zipFolder(join(folder, 'made'), join(folder, 'made.zip'))).rejects.toThrow('not a file');
  rmSync(folder, { recursive: true });
});
