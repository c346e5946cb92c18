import { expect, test } from 'vitest';
import { z } from 'zod';
import { registerCommand, runCommand } from './command.ts';

test('a command is run with an argument of its shape only, and one without a shape takes none', async () => {
  const seen: unknown[] = [];
  registerCommand({
    id: 'test.open-file',
    title: 'test.openFile',
    argument: async () => Promise.resolve(z.object({ path: z.string() })),
    run: ({ path }) => {
      seen.push(path);
    },
  });
  registerCommand({ id: 'test.plain', title: 'test.plain', run: () => void seen.push('plain') });
  expect(await runCommand('test.open-file', { path: '/data/a' })).toBe(true);
  await expect(runCommand('test.open-file', { path: 7 })).rejects.toThrow('test.open-file');
  await expect(runCommand('test.open-file')).rejects.toThrow('test.open-file');
  expect(await runCommand('test.plain')).toBe(true);
  await expect(runCommand('test.plain', 'something')).rejects.toThrow('test.plain');
  expect(await runCommand('test.missing')).toBe(false);
  expect(seen).toEqual(['/data/a', 'plain']);
});
