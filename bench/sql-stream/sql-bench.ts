import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../benchmark.ts';

const mebibyte = 1024 * 1024;
export const rowCount = 2_000_000;
/** Numbers, texts short and long, with nulls among them, and times. */
const rowsSql = `SELECT range::INTEGER AS id, 'name ' || range AS name, CASE WHEN range % 3 = 0 THEN 'a longer description of the row number ' || range END AS note, range * 0.5::DOUBLE AS size, TIMESTAMP '2026-01-01' + INTERVAL (range) SECOND AS seen FROM range(${rowCount})`;
const tokenBytes = 64;

/** The product with a managed database of so many rows, and the peer in a process of its own with the same. */
export class SqlBench {
  #folder = '';
  #children: ChildProcess[] = [];
  #origin = '';
  #peerOrigin = '';
  #headers: Record<string, string> = {};
  #address = { tenantId: '', projectId: '', databaseId: '' };

  async setup({ hasPeer = true } = {}): Promise<void> {
    this.#folder = await mkdtemp(join(process.env['GROMA_BENCH_FOLDER'] ?? tmpdir(), 'groma-bench-sql-'));
    this.#origin = await this.#start(
      [join(import.meta.dirname, '../../apps/server/src/main.ts'), '--port', '0', '--data', join(this.#folder, 'data')],
      { GROMA_SAMPLE: 'off' },
    );
    if (hasPeer) this.#peerOrigin = await this.#start([join(import.meta.dirname, 'peer-server.ts'), rowsSql], {});
    const reply = await fetch(`${this.#origin}/api/local/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bench@example.com', username: 'bench', password: 'correct horse battery' }),
    });
    if (!reply.ok) throw new Error(`Sign-up answered ${reply.status}: ${await reply.text()}`);
    this.#headers = { cookie: reply.headers.getSetCookie()[0]!.split(';')[0]!, 'content-type': 'application/json' };
    const project = (
      (await this.json('POST', '/api/projects', { name: 'Bench' })) as { data: { id: string; tenant: string } }
    ).data;
    const made = (
      (await this.json('POST', `/api/databases/projects/${project.id}`, {
        name: 'Bench',
        dbType: 'managed-duckdb',
      })) as { data: { id: string } }
    ).data;
    this.#address = { tenantId: project.tenant, projectId: project.id, databaseId: made.id };
    await this.drain(await this.run(`CREATE TABLE measured AS ${rowsSql}; CHECKPOINT`));
  }

  get databaseId(): string {
    return this.#address.databaseId;
  }

  run(query: string): Promise<Response> {
    return fetch(`${this.#origin}/api/databases/${this.#address.databaseId}/run`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ query }),
    });
  }

  lines(query: string): Promise<Response> {
    const { tenantId, projectId, databaseId } = this.#address;
    return fetch(`${this.#origin}/api/databases/managed-duckdb/db/${tenantId}/${projectId}/${databaseId}/sql`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ query }),
    });
  }

  async json(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await fetch(this.#origin + path, {
      method,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }

  /** Reads an answer to its end; the output is the last id in it. */
  async measure(ask: () => Promise<Response>, lastId: (tail: string) => string): Promise<Measurement> {
    const { pid } = this.#children[0]!;
    const idle = residentBytes(pid!);
    const begin = performance.now();
    const { bytes, firstMs, tail, peak } = await this.drain(await ask(), begin, () => residentBytes(pid!));
    const milliseconds = performance.now() - begin;
    console.log(
      `      ${Math.round(bytes / mebibyte)} MB, first bytes after ${firstMs.toFixed(0)} ms, all after ${milliseconds.toFixed(0)} ms; server memory ${Math.round((peak - idle) / mebibyte)} MB more at most`,
    );
    return { value: rowCount / (milliseconds / 1_000), output: lastId(tail) };
  }

  peer(): Promise<Response> {
    return fetch(this.#peerOrigin);
  }

  async drain(
    response: Response,
    begin = performance.now(),
    resident: () => number = () => 0,
  ): Promise<{ bytes: number; firstMs: number; tail: string; peak: number }> {
    if (!response.ok) throw new Error(`The query was answered ${response.status}: ${await response.text()}`);
    let [bytes, firstMs, peak, looked] = [0, 0, 0, 0];
    let tail = Buffer.alloc(0);
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (bytes === 0) firstMs = performance.now() - begin;
      bytes += piece.length;
      tail = piece.length > 4_096 ? Buffer.from(piece.subarray(-4_096)) : Buffer.concat([tail, piece]).subarray(-4_096);
      if (performance.now() - looked > 50) [peak, looked] = [Math.max(peak, resident()), performance.now()];
    }
    return { bytes, firstMs, tail: tail.toString(), peak };
  }

  async teardown(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(words: string[], env: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env, GROMA_SECRET: 'b'.repeat(tokenBytes) },
    });
    this.#children.push(child);
    for await (const text of child.stdout!) {
      const origin = /http:\/\/[\w.:]+/.exec(String(text))?.[0];
      if (origin) {
        child.stdout!.resume();
        return origin;
      }
    }
    throw new Error('A server did not start.');
  }
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
}
