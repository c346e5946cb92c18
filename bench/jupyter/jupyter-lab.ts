import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jupyterEnvironment } from './jupyter-environment.ts';
import { freePort, untilAnswered } from './jupyter-server.ts';

/** A JupyterLab as it comes, with a folder of notebooks. */
export class JupyterLab {
  origin = '';
  #folder = '';
  #process: ChildProcess | null = null;

  async start(notebooks: Readonly<Record<string, string>>): Promise<void> {
    const environment = await jupyterEnvironment();
    this.#folder = await mkdtemp(join(tmpdir(), 'groma-bench-lab-'));
    const files = join(this.#folder, 'files');
    await mkdir(files);
    for (const [name, text] of Object.entries(notebooks)) await writeFile(join(files, name), text);
    const port = await freePort();
    this.#process = spawn(
      join(environment, 'bin/jupyter-lab'),
      [
        `--port=${port}`,
        '--ip=127.0.0.1',
        '--no-browser',
        '--allow-root',
        '--IdentityProvider.token=',
        '--ServerApp.disable_check_xsrf=True',
        `--ServerApp.root_dir=${files}`,
        '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
      ],
      {
        stdio: 'ignore',
        env: {
          PATH: `${join(environment, 'bin')}:/usr/bin:/bin`,
          HOME: this.#folder,
          LANG: 'C.UTF-8',
          JUPYTER_PREFER_ENV_PATH: '1',
        },
      },
    );
    this.origin = `http://127.0.0.1:${port}`;
    await untilAnswered(`${this.origin}/api/status`);
  }

  async stop(): Promise<void> {
    if (this.#process?.exitCode === null) {
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}
