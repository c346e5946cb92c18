import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../benchmark.ts';

const mebibyte = 1024 * 1024;
export const totalBytes = 512 * mebibyte;
export const chunkBytes = 4 * mebibyte;
/** Most that the server's memory may grow above what it takes up at rest. */
const memoryBytes = 64 * mebibyte;

/** A file of seeded bytes, the server under test, and a peer in a process of its own. */
export class UploadBench {
  #folder = '';
  #children: ChildProcess[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #origin = '';
  #cookie = '';
  #projectId = '';
  #count = 0;
  peerOrigin = '';

  get file(): string {
    return join(this.#folder, 'source.bin');
  }

  async setup(peer: string): Promise<void> {
    this.#folder = await mkdtemp(join(process.env['GROMA_BENCH_FOLDER'] ?? tmpdir(), 'groma-bench-upload-'));
    await writeSeeded(this.file);
    this.#origin = await this.#start([
      join(import.meta.dirname, '../../apps/server/src/main.ts'),
      '--port',
      '0',
      '--data',
      join(this.#folder, 'data'),
    ]);
    this.peerOrigin = await this.#start([join(import.meta.dirname, peer), join(this.#folder, 'peer')]);
    const reply = await fetch(`${this.#origin}/api/local/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bench@example.com', username: 'bench', password: 'correct horse battery' }),
    });
    if (!reply.ok) throw new Error(`Sign-up answered ${reply.status}: ${await reply.text()}`);
    this.#cookie = reply.headers.getSetCookie()[0]!.split(';')[0]!;
    const made = await this.#send(
      'POST',
      '/api/projects',
      { 'content-type': 'application/json' },
      Buffer.from('{"name":"Bench"}'),
    );
    this.#projectId = (JSON.parse(made.text) as { data: { id: string } }).data.id;
    // Once before it is measured, so that both are warm.
    await this.ours();
  }

  /** Uploads the file by the resumable protocol; the output is the hash that the server tells. */
  async ours(): Promise<Measurement> {
    const name = `/data/bench-${this.#count++}.bin`;
    const { pid } = this.#children[0]!;
    const idle = residentBytes(pid!);
    let peak = 0;
    const source = await open(this.file);
    const begin = performance.now();
    const opened = await this.#send(
      'POST',
      `/api/gcs/projects/${this.#projectId}/files/upload-urls`,
      { 'content-type': 'application/json' },
      Buffer.from(JSON.stringify({ filePath: name, bytes: totalBytes })),
    );
    const { uploadSessionUri } = JSON.parse(opened.text) as { uploadSessionUri: string };
    let last = '';
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let start = 0; start < totalBytes; start += chunkBytes) {
      await source.read(chunk, 0, chunkBytes, start);
      const { status, text } = await this.#send(
        'PUT',
        uploadSessionUri,
        {
          'content-type': 'application/octet-stream',
          'content-range': `bytes ${start}-${start + chunkBytes - 1}/${totalBytes}`,
        },
        chunk,
      );
      if (status !== 308 && status !== 200) throw new Error(`A chunk was answered ${status}: ${text}`);
      peak = Math.max(peak, residentBytes(pid!));
      last = text;
    }
    const value = totalBytes / mebibyte / ((performance.now() - begin) / 1_000);
    await source.close();
    const grown = peak - idle;
    if (this.#count > 1)
      console.log(
        `      server memory: ${(idle / mebibyte).toFixed(0)} MB at rest, ${(grown / mebibyte).toFixed(0)} MB more at most`,
      );
    if (this.#count > 1 && grown > memoryBytes)
      throw new Error(`The server's memory grew by ${(grown / mebibyte).toFixed(0)} MB.`);
    await this.#send(
      'DELETE',
      `/api/gcs/projects/${this.#projectId}/files?path=${encodeURIComponent(name)}`,
      {},
      Buffer.alloc(0),
    );
    await this.#send(
      'POST',
      `/api/gcs/projects/${this.#projectId}/trash/empty`,
      { 'content-type': 'application/json' },
      Buffer.from('{}'),
    );
    return { value, output: (JSON.parse(last) as { data: { sha256: string } }).data.sha256 };
  }

  /** One PUT of the whole file to the peer; the output is the hash it tells. */
  async rawPut(): Promise<Measurement> {
    const begin = performance.now();
    const sent = request(`${this.peerOrigin}/file`, { method: 'PUT', headers: { 'content-length': totalBytes } });
    createReadStream(this.file, { highWaterMark: mebibyte }).pipe(sent);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const output = await textOf(reply);
    return { value: totalBytes / mebibyte / ((performance.now() - begin) / 1_000), output };
  }

  async teardown(): Promise<void> {
    this.#agent.destroy();
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<{ status: number; text: string }> {
    const sent = request(this.#origin + path, {
      method,
      agent: this.#agent,
      headers: { ...headers, cookie: this.#cookie, 'content-length': body.length },
    });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode!, text: await textOf(reply) };
  }

  async #start(args: string[]): Promise<string> {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, GROMA_SAMPLE: 'off' },
    });
    this.#children.push(child);
    let said = '';
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        const address = /ready at (http:\S+)/.exec(said)?.[1];
        if (address) resolve(address);
      });
      child.on('exit', () => {
        reject(new Error(`It ended: ${said}`));
      });
    });
  }
}

async function writeSeeded(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let at = 0; at < totalBytes; at += chunkBytes) {
    const seed = createHash('sha256').update(String(at)).digest();
    const chunk = Buffer.alloc(chunkBytes, seed);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
}

async function textOf(reply: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of reply) text += String(piece);
  return text;
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
