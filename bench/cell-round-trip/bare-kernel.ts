import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dealer, Subscriber } from 'zeromq';

/**
 * The least that can run a cell: a stock ipykernel outside any sandbox, and two ZeroMQ sockets. It checks no
 * signature, gathers nothing and limits nothing.
 */
export class BareKernel {
  readonly #key = randomBytes(16).toString('hex');
  readonly #session = randomUUID();
  readonly #shell = new Dealer({ linger: 0 });
  readonly #iopub = new Subscriber({ linger: 0 });
  #folder = '';
  #process: ChildProcess | null = null;

  async start(python: string): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
    const connection = {
      transport: 'ipc',
      ip: join(this.#folder, 's'),
      key: this.#key,
      signature_scheme: 'hmac-sha256',
      shell_port: 1,
      iopub_port: 2,
      stdin_port: 3,
      control_port: 4,
      hb_port: 5,
    };
    await writeFile(join(this.#folder, 'connection.json'), JSON.stringify(connection));
    this.#process = spawn(python, ['-m', 'ipykernel_launcher', '-f', join(this.#folder, 'connection.json')], {
      stdio: 'ignore',
      env: { ...process.env, HOME: this.#folder },
    });
    this.#iopub.connect(`ipc://${join(this.#folder, 's-2')}`);
    this.#iopub.subscribe();
    this.#shell.connect(`ipc://${join(this.#folder, 's-1')}`);
    await this.#untilSubscribed();
  }

  /** Runs a cell and returns the text of its output, once reply and idle status have come. */
  async run(code: string): Promise<string> {
    const id = await this.#send('execute_request', {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: false,
    });
    const [text] = await Promise.all([this.#readUntilIdle(id), this.#readReply(id)]);
    return text;
  }

  async stop(): Promise<void> {
    this.#shell.close();
    this.#iopub.close();
    if (this.#process?.exitCode === null) {
      this.#process.kill('SIGKILL');
      await once(this.#process, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #send(type: string, content: object): Promise<string> {
    const id = randomUUID();
    const header = {
      msg_id: id,
      msg_type: type,
      session: this.#session,
      username: 'bench',
      date: new Date().toISOString(),
      version: '5.3',
    };
    const body = [JSON.stringify(header), '{}', '{}', JSON.stringify(content)];
    const hmac = createHmac('sha256', this.#key);
    for (const part of body) hmac.update(part);
    await this.#shell.send(['<IDS|MSG>', hmac.digest('hex'), ...body]);
    return id;
  }

  async #readReply(id: string): Promise<void> {
    while (parse(await this.#shell.receive()).parentId !== id);
  }

  async #readUntilIdle(id: string): Promise<string> {
    let text = '';
    for (;;) {
      const { type, parentId, content } = parse(await this.#iopub.receive());
      if (parentId !== id) continue;
      if (type === 'stream') text += content['text'];
      if (type === 'execute_result') text += (content['data'] as Record<string, string>)['text/plain'];
      if (type === 'status' && content['execution_state'] === 'idle') return text;
    }
  }

  /** Outputs of the first requests may be missed while the subscription is on its way. */
  async #untilSubscribed(): Promise<void> {
    const asked = await this.#send('kernel_info_request', {});
    await this.#readReply(asked);
    this.#iopub.receiveTimeout = 500;
    for (;;) {
      const id = await this.#send('kernel_info_request', {});
      await this.#readReply(id);
      const isHeard = await this.#readUntilIdle(id).then(
        () => true,
        () => false,
      );
      if (isHeard) break;
    }
    this.#iopub.receiveTimeout = -1;
  }
}

function parse(frames: Buffer[]): { type: string; parentId: string; content: Record<string, unknown> } {
  const start = frames.findIndex((frame) => frame.toString('latin1') === '<IDS|MSG>');
  const [header, parent, , content] = frames
    .slice(start + 2)
    .map((frame) => JSON.parse(frame.toString()) as Record<string, unknown>);
  return { type: String(header?.['msg_type']), parentId: String(parent?.['msg_id']), content: content ?? {} };
}
