import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeRunFolder } from '../../platform/kernel/run-folder.ts';
import { TestPackageIndex } from '../../../test/package-index.ts';
import { kernelGroup, skipReason, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { runPip, type PipLimits, type PipRun } from './run-pip.ts';

const index = await TestPackageIndex.open();
let runFolder: string;
beforeAll(async () => {
  runFolder = await makeRunFolder();
});
afterAll(async () => {
  index.close();
  await rm(runFolder, { recursive: true, force: true });
});

/** A run of pip that installs `install`; with an index through the proxy in `runFolder`. */
async function pipRun(install: string, more: Partial<PipRun> = {}): Promise<PipRun & { said(): string }> {
  const folder = await mkdtemp(join(inject('testFolder'), 'pip-'));
  const places = Object.fromEntries(
    ['made', 'temporary', 'wheels', 'cache'].map((name) => [name, join(folder, name)]),
  ) as Pick<PipRun, 'made' | 'temporary' | 'wheels' | 'cache'>;
  for (const each of Object.values(places)) await mkdir(each);
  const plan = join(folder, 'plan.json');
  const isOnline = more.index != null;
  const options = isOnline ? [] : ['--no-index', '--find-links', '/wheels'];
  await writeFile(plan, JSON.stringify({ install: [install], remove: [], isOnline, options }));
  let text = '';
  return {
    python: join(testPythonEnvironment, 'bin', 'python'),
    ...places,
    old: null,
    plan,
    proxy: null,
    runFolder,
    index: null,
    certificates: undefined,
    signal: AbortSignal.timeout(60_000),
    onText: (piece) => (text += piece),
    said: () => text,
    ...more,
  };
}

describe.skipIf(skipReason)(kernelGroup('a run of pip'), { timeout: 120_000 }, () => {
  const lines = (...text: string[]) => text.map((line) => `    ${line}\n`).join('');
  test.for([
    {
      name: 'memory',
      look: lines('import subprocess', 'eater = "kept = bytearray(200_000_000); import time; time.sleep(60)"'),
      limits: { memoryBytes: 700 * 1024 ** 2, tasks: 512 },
      detail: /^it used more than .* of memory\.$/,
    },
    {
      name: 'processes',
      look: lines('import subprocess', 'eater = "import time; time.sleep(60)"'),
      limits: { memoryBytes: 4 * 1024 ** 3, tasks: 8 },
      detail: /^it started more than 8 processes\.$/,
    },
  ])('[KRN-103] without control groups a build has its limit of $name too', async ({ name, look, limits, detail }) => {
    const run = await pipRun(`/wheels/greedy_${name}-1.0.tar.gz`);
    const end = lines(
      'all = [subprocess.Popen([sys.executable, "-c", eater]) for _ in range(8)]',
      'return [each.wait() for each in all]',
    );
    await writeFile(
      join(run.wheels, `greedy_${name}-1.0.tar.gz`),
      index.sources(`greedy_${name}`, '1.0', `def look():\n${look}${end}`),
    );
    const withoutGroups: PipLimits = { ...limits, trees: [] };
    await expect(runPip(run, withoutGroups)).rejects.toMatchObject({
      code: 'PACKAGE_FAILED',
      details: { detail: expect.stringMatching(detail) as unknown },
    });
  });
});
