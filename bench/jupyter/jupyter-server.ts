import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { jupyterEnvironment } from './jupyter-environment.ts';

const readyMs = 60_000;
/** The protocol that JupyterLab speaks too: parts of a message as they are, not wrapped into JSON. */
const protocol = 'v1.kernel.websocket.jupyter.org';

interface Message {
  channel: string;
  type: string;
  parentId: string;
  content: Record<string, unknown>;
}

/** A Jupyter Server without limits on its outputs, with one kernel, spoken to over its websocket. */
export class JupyterServer {
  #folder = '';
  #process: ChildProcess | null = null;
  #socket: WebSocket | null = null;
  #take: (message: Message) => void = () => undefined;
  readonly #session = randomUUID();

  async start(): Promise<void> {
    const environment = await jupyterEnvironment();
    this.#folder = await mkdtemp(join(tmpdir(), 'groma-bench-jupyter-'));
    await mkdir(join(this.#folder, 'files'));
    const port = await freePort();
    this.#process = spawn(
      join(environment, 'bin/jupyter-server'),
      [
        `--port=${port}`,
        '--ip=127.0.0.1',
        '--no-browser',
        '--allow-root',
        '--IdentityProvider.token=',
        '--ServerApp.disable_check_xsrf=True',
        `--ServerApp.root_dir=${join(this.#folder, 'files')}`,
        '--ZMQChannelsWebsocketConnection.limit_rate=False',
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
    const origin = `http://127.0.0.1:${port}`;
    await untilAnswered(`${origin}/api/status`);
    const made = await fetch(`${origin}/api/kernels`, { method: 'POST', body: JSON.stringify({ name: 'python3' }) });
    const { id } = (await made.json()) as { id: string };
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/api/kernels/${id}/channels?session_id=${this.#session}`, [
      protocol,
    ]);
    this.#socket.on('message', (data: Buffer) => {
      this.#take(read(data));
    });
    await once(this.#socket, 'open');
    await this.run('0');
  }

  /** Runs a cell and returns what it printed and gave, once reply and idle status have come. */
  run(code: string): Promise<string> {
    const id = randomUUID();
    const header = {
      msg_id: id,
      msg_type: 'execute_request',
      session: this.#session,
      username: 'bench',
      date: new Date().toISOString(),
      version: '5.3',
    };
    const content = {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: false,
    };
    return new Promise((resolve) => {
      const texts: string[] = [];
      let open = 2;
      this.#take = ({ type, parentId, content: said }) => {
        if (parentId !== id) return;
        if (type === 'stream') texts.push(String(said['text']));
        if (type === 'execute_result') texts.push((said['data'] as Record<string, string>)['text/plain'] ?? '');
        if (type === 'execute_reply' || (type === 'status' && said['execution_state'] === 'idle')) open -= 1;
        if (open === 0) resolve(texts.join(''));
      };
      this.#socket?.send(write('shell', [header, {}, {}, content]));
    });
  }

  async stop(): Promise<void> {
    this.#socket?.terminate();
    if (this.#process?.exitCode === null) {
      // It ends its kernel first.
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Layout of the protocol: number of offsets, the offsets, then the parts; all numbers 64 bits, little endian. */
function write(channel: string, parts: object[]): Buffer {
  const bodies = [Buffer.from(channel), ...parts.map((part) => Buffer.from(JSON.stringify(part)))];
  const count = bodies.length + 1;
  const head = Buffer.alloc(8 * (count + 1));
  head.writeBigUInt64LE(BigInt(count), 0);
  let at = head.length;
  head.writeBigUInt64LE(BigInt(at), 8);
  for (const [i, body] of bodies.entries()) {
    at += body.length;
    head.writeBigUInt64LE(BigInt(at), 8 * (i + 2));
  }
  return Buffer.concat([head, ...bodies]);
}

function read(data: Buffer): Message {
  const count = Number(data.readBigUInt64LE(0));
  const offsets = Array.from({ length: count }, (_, i) => Number(data.readBigUInt64LE(8 * (i + 1))));
  const part = (i: number): Record<string, unknown> =>
    JSON.parse(data.toString('utf8', offsets[i], offsets[i + 1])) as Record<string, unknown>;
  return {
    channel: data.toString('utf8', offsets[0], offsets[1]),
    type: String(part(1)['msg_type']),
    parentId: String(part(2)['msg_id']),
    content: part(4),
  };
}

/** Waits until a server answers at an address. @throws Error when it does not in a minute */
export async function untilAnswered(address: string): Promise<void> {
  const end = Date.now() + readyMs;
  while (
    !(await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error('Jupyter Server did not start');
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
