import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const environment = process.env['GROMA_JUPYTER_ENV'] ?? join(import.meta.dirname, '../../.cache/jupyter');
const packages = ['jupyter-server==2.21.1', 'jupyterlab==4.6.6', 'ipykernel==7.4.0'];
const installPatience = 300_000;

/** The folder of a Python environment with Jupyter Server and JupyterLab, made from PyPI at the first call. */
export async function jupyterEnvironment(): Promise<string> {
  const run = promisify(execFile);
  const ready = join(environment, 'ready');
  const made = await readFile(ready, 'utf8').catch(() => '');
  if (made === packages.join('\n') || process.env['GROMA_JUPYTER_ENV']) return environment;
  await mkdir(dirname(environment), { recursive: true });
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], {
    timeout: installPatience,
  });
  await writeFile(ready, packages.join('\n'));
  return environment;
}
