import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { checkSandbox } from '../kernel/sandbox.ts';
import { isolation, startSandboxed, systemFolders } from './isolation.ts';

const check = await checkSandbox();

test.skipIf(!check.isAvailable)(
  '[KRN-060] whatever is put into the sandbox makes no file with setuid or setgid, and without the filter nothing starts',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groma-sandbox-'));
    await writeFile(join(folder, 'program'), '');
    const inside = (sandbox: readonly string[]) =>
      startSandboxed(
        'bwrap',
        [
          ...sandbox,
          ...systemFolders(),
          '--bind',
          folder,
          '/data',
          'sh',
          '-c',
          'chmod 4755 /data/program; chmod 750 /data/program; echo $?',
        ],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      );
    const child = inside(isolation(false));
    expect(
      await (child.stdout as NodeJS.ReadableStream & AsyncIterable<Buffer>)[Symbol.asyncIterator]().next(),
    ).toMatchObject({ value: Buffer.from('0\n') });
    expect((await stat(join(folder, 'program'))).mode & 0o7777).toBe(0o750);
    const [code] = (await once(inside(isolation(false).map((word) => (word === '3' ? '9' : word))), 'exit')) as [
      number,
    ];
    expect(code).not.toBe(0);
    await rm(folder, { recursive: true });
  },
);
