import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection, version } from '@duckdb/node-api';
import { createClient, database, map, project, type Client } from '@groma/protocol';
import type { Measurement } from '../benchmark.ts';

export const pointCount = Number(process.env['GROMA_BENCH_FEATURES'] ?? 1_000_000);
export const polygonCount = Math.round(pointCount / 10);
/** Threads that a database of the product has, and so the peer. */
const threads = 2;
const secretBytes = 64;

/** Points with a number and a text, and small squares side by side, all seeded by their number. */
const pointsSql = `SELECT range::INTEGER AS id, (hash(range) % 1000)::INTEGER AS amount, 'kind ' || (hash(range, 1) % 20) AS kind,
  ST_Point((hash(range, 2) % 100000000) / 1e6 - 50, (hash(range, 3) % 100000000) / 1e6 - 50) AS geometry FROM range(${pointCount})`;
const perSide = Math.floor(Math.sqrt(polygonCount));
const polygonsSql = `SELECT range::INTEGER AS zone, (range % 7)::INTEGER AS class,
  ST_MakeEnvelope(x, y, x + ${100 / perSide} * 0.9, y + ${100 / perSide} * 0.9) AS geometry
  FROM (SELECT range, (range % ${perSide}) * ${100 / perSide} - 50 AS x, (range // ${perSide}) * ${100 / perSide} - 50 AS y FROM range(${perSide * perSide}))`;

/** The product with both as layers of a map, and the peer with the same in GeoParquet. */
export class ProjectBench {
  #folder = '';
  #server: ChildProcess | null = null;
  #client: Client | null = null;
  #peer: DuckDBConnection | null = null;
  #address = { tenantId: '', projectId: '', databaseId: '' };
  #mapId = '';
  #layerId = '';

  async setup(): Promise<void> {
    this.#folder = await mkdtemp(join(process.env['GROMA_BENCH_FOLDER'] ?? tmpdir(), 'groma-bench-project-'));
    await this.#startPeer();
    const origin = await this.#start();
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${origin}/api/local/auth/sign-up`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'bench@example.com', username: 'bench', password: 'correct horse battery' }),
    });
    if (!reply.ok) throw new Error(`Sign-up answered ${reply.status}: ${await reply.text()}`);
    const cookie = reply.headers.getSetCookie()[0]!.split(';')[0]!;
    const client = createClient(origin, () => ({ cookie }));
    this.#client = client;
    const { data: made } = await client.call(project.createProject, { body: { name: 'Bench' } });
    const { data: world } = await client.call(map.createMap, {
      params: { projectId: made.id },
      body: { name: 'World' },
    });
    this.#mapId = world.id;
    const { data: databases } = await client.call(database.listDatabases, { params: { projectId: made.id } });
    this.#address = { tenantId: made.tenant, projectId: made.id, databaseId: databases[0]!.id };
    await this.ours(`CREATE TABLE {points} AS ${pointsSql}; CREATE TABLE {polygons} AS ${polygonsSql}`);
    const { data: state } = await client.call(map.readMapState, {
      query: { map_id: world.id, project_id: made.id },
    });
    this.#layerId = state.layers.find(({ text }) => text === 'points')!.id;
  }

  /** Another version of the points, which the next statement has to have written anew. */
  async edit(): Promise<void> {
    await map.postToMap(this.#client!, this.#mapId, {
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [this.#layerId]: [{ type: 'Edit_Property', edits: [{ fid: 1, column: 'kind', value: 'kind 1' }] }],
      },
    });
  }

  /** As if no statement had read the layers yet. */
  async forget(): Promise<void> {
    const data = join(this.#folder, 'data');
    for (const file of await readdir(data, { recursive: true }))
      if (/layers-of-[^/]+\/[^/]+\.(parquet|json|ids)$/.test(file)) await rm(join(data, file));
  }

  /** Runs a query as the SQL editor does. `{points}` and `{polygons}` stand for the tables. */
  async ours(query: string): Promise<Measurement> {
    const text = query
      .replaceAll('{points}', 'layers."World"."points"')
      .replaceAll('{polygons}', 'layers."World"."polygons"');
    const start = performance.now();
    const response = await this.#client!.open(database.managedSql, { params: this.#address, body: { query: text } });
    const lines = (await response.text()).trim().split('\n');
    const value = performance.now() - start;
    const told = lines.map((line) => JSON.parse(line) as { type: string; rows?: unknown[][]; message?: string });
    const failure = told.find(({ type }) => type === 'error');
    if (failure) throw new Error(failure.message);
    return { value, output: outputOf(told.flatMap(({ rows = [] }) => rows)) };
  }

  async peer(query: string): Promise<Measurement> {
    const text = query
      .replaceAll('{points}', `read_parquet('${this.#file('points')}')`)
      .replaceAll('{polygons}', `read_parquet('${this.#file('polygons')}')`);
    const start = performance.now();
    const found = await this.#peer!.runAndReadAll(text);
    const value = performance.now() - start;
    return { value, output: outputOf(found.getRowsJson()) };
  }

  async teardown(): Promise<void> {
    this.#peer?.closeSync();
    if (this.#server && this.#server.exitCode === null) {
      this.#server.kill('SIGTERM');
      await once(this.#server, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.parquet`);
  }

  async #startPeer(): Promise<void> {
    const extensions = process.env['GROMA_DUCKDB_EXTENSIONS'] ?? join(import.meta.dirname, '../../.cache/duckdb');
    const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
    const peer = await instance.connect();
    await peer.run(`LOAD '${extensions}/duckdb_extension_spatial/extensions/${version()}/spatial.duckdb_extension'`);
    await peer.run(`COPY (${pointsSql}) TO '${this.#file('points')}'`);
    await peer.run(`COPY (${polygonsSql}) TO '${this.#file('polygons')}'`);
    this.#peer = peer;
  }

  async #start(): Promise<string> {
    const server = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, '../../apps/server/src/main.ts'),
        '--port',
        '0',
        '--data',
        join(this.#folder, 'data'),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, GROMA_SAMPLE: 'off', GROMA_SECRET: 'b'.repeat(secretBytes) },
      },
    );
    this.#server = server;
    for await (const text of server.stdout!) {
      const origin = /http:\/\/[\w.:]+/.exec(String(text))?.[0];
      if (origin) {
        server.stdout!.resume();
        return origin;
      }
    }
    throw new Error('The server did not start.');
  }
}

function outputOf(rows: readonly unknown[][]): string {
  return rows.map((row) => row.join(' ')).join(', ');
}
