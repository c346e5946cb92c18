import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { RestartedProcess, type Started } from './restarted-process.ts';

const log = { info: () => undefined, error: () => undefined };

/** Starts a shell that does what is next, the last of it ever after. */
function shells(...scripts: string[]): { start: () => Promise<Started>; count: () => number } {
  let started = 0;
  return {
    count: () => started,
    start: async () => {
      const script = scripts[Math.min(started, scripts.length - 1)]!;
      started += 1;
      if (script === 'refuse') throw new Error('It does not start.');
      const child = spawn('/bin/sh', ['-c', script], { stdio: 'ignore' });
      await once(child, 'spawn');
      return { child, lastWords: () => 'its last words' };
    },
  };
}

test('[ACC-126] a process that breaks is started again, also where the first try fails', async () => {
  const { start, count } = shells('exit 3', 'refuse', 'exec sleep 100');
  const running = await RestartedProcess.run('The shell', start, log, [0, 0, 0]);
  await expect.poll(count).toBe(3);
  await running.stop(async (child) => {
    child.kill();
    await once(child, 'exit');
  });
  expect(count()).toBe(3);
});

test('[ACC-126] a process that never lasts is given up with its last words', async () => {
  const { start, count } = shells('exit 3');
  const running = await RestartedProcess.run('The shell', start, log, [0, 0]);
  expect(await running.lost).toBe('The shell ended by itself (code 3): its last words');
  expect(count()).toBe(3);
});

test('a process that was stopped in order stays stopped', async () => {
  const { start, count } = shells('exit 0');
  const running = await RestartedProcess.run('The shell', start, log, [0, 0]);
  expect(await running.lost).toContain('(code 0)');
  expect(count()).toBe(1);
});

test('[ACC-129] a process that ends for want of room on the disk is never given up', async () => {
  const { start, count } = shells('exit 3', 'exit 3', 'exit 3', 'exit 3', 'exec sleep 100');
  const running = await RestartedProcess.run(
    'The shell',
    async () => ({ ...(await start()), hadNoRoom: () => true }),
    log,
    [0],
  );
  await expect.poll(count).toBe(5);
  await running.stop(async (child) => {
    child.kill();
    await once(child, 'exit');
  });
});
