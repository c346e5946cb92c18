import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const installPatience = 600_000;

/**
 * A Python environment of its own in `.cache/{name}` with packages from PyPI, made at the first call and again when
 * others are asked for. Answers the folder. @throws Error where Python or PyPI is missing
 */
export async function pythonPackages(name: string, packages: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  const folder = join(import.meta.dirname, '../../.cache', name);
  const ready = join(folder, 'ready');
  const wanted = packages.join('\n');
  if ((await readFile(ready, 'utf8').catch(() => '')) === wanted) return folder;
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(
    join(folder, 'bin/python'),
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
    { timeout: installPatience },
  );
  await writeFile(ready, wanted);
  return folder;
}
