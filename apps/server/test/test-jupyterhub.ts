// A real JupyterHub for tests: in an environment of its own, with its proxy from npm and servers as plain child
// processes.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const environment = process.env['GROMA_JUPYTERHUB_ENV'] ?? join(root, '.cache/jupyterhub');
const packages = ['jupyterhub==6.1.1', 'jupyter-server==2.21.1', 'ipykernel==7.4.0'];
const installPatience = 300_000;

/** Why there can be no hub here, or null; installs it at the first call. */
export async function prepareJupyterHub(): Promise<string | null> {
  const run = promisify(execFile);
  const ready = join(environment, 'ready');
  if (existsSync(ready)) return null;
  try {
    await mkdir(dirname(environment), { recursive: true });
    await rm(environment, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', environment]);
    await run(join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], {
      timeout: installPatience,
    });
    await writeFile(ready, packages.join('\n'));
    return null;
  } catch (error) {
    return `JupyterHub cannot be installed from PyPI (${(error as Error).message.split('\n')[0]})`;
  }
}

export interface TestHub {
  url: string;
  token: string;
  close(): Promise<void>;
}

export async function startJupyterHub(): Promise<TestHub> {
  const folder = await mkdtemp(join(tmpdir(), 'groma-hub-'));
  const [port, apiPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const token = 'a-token-of-the-service-groma';
  await writeFile(
    join(folder, 'config.py'),
    `
c.JupyterHub.bind_url = "http://127.0.0.1:${port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:${apiPort}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${proxyPort}"
c.ConfigurableHTTPProxy.command = ["${join(root, 'node_modules/.bin/configurable-http-proxy')}"]
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.allow_named_servers = True
c.JupyterHub.db_url = "sqlite:///${folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "${folder}/cookie"
c.Authenticator.allow_all = True
c.Spawner.cmd = ["${join(environment, 'bin/jupyterhub-singleuser')}", "--allow-root", "--ZMQChannelsWebsocketConnection.limit_rate=False", "--AsyncIOLoopKernelRestarter.time_to_dead=1"]
c.Spawner.environment = {"GROMA_OPTIONS": lambda spawner: __import__("json").dumps(spawner.user_options), "JUPYTERHUB_SINGLEUSER_APP": "jupyter_server.serverapp.ServerApp"}
c.SimpleLocalProcessSpawner.home_dir_template = "${folder}/home-{username}"
c.JupyterHub.services = [{"name": "groma", "api_token": "${token}"}]
c.JupyterHub.load_roles = [{"name": "groma", "services": ["groma"], "scopes": ["admin:servers", "admin:users", "access:servers"]}]
`,
  );
  const child = spawn(join(environment, 'bin/jupyterhub'), ['-f', join(folder, 'config.py')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      PATH: `${join(environment, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      LANG: 'C.UTF-8',
      CONFIGPROXY_AUTH_TOKEN: 'proxy',
      TMPDIR: tmpdir(),
    },
  });
  await untilReady(child, `http://127.0.0.1:${port}/hub/api/`);
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    async close() {
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(-4_000);
    });
  for (let turn = 0; turn < 300; turn++) {
    if (child.exitCode !== null) throw new Error(`JupyterHub ended: ${said}`);
    if (
      await fetch(address).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`JupyterHub does not answer: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
