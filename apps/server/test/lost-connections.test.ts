import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { startWithProject, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
let killer: pg.Client;
beforeAll(async () => {
  ({ server, ann, projectId } = await startWithProject());
  ben = await server.signUp();
  server.platform.log.error = () => undefined;
  killer = new pg.Client({ connectionString: server.platform.database.url });
  await killer.connect();
});
afterAll(async () => {
  await killer.end();
  await server.close();
});

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
const listOf = async (path: string) =>
  ((await (await ann.fetch(path)).json()) as { data: { id: string; name: string }[] }).data;

/** Calls that write rows, or files and rows, and calls that read. */
const calls: ((n: number) => Promise<Response>)[] = [
  (n) => ann.fetch(`/api/notebooks/projects/${projectId}`, json('POST', { name: `n${n}` })),
  (n) => ann.fetch('/api/projects', json('POST', { name: `p${n}` })),
  (n) => ann.fetch(`/api/maps/projects/${projectId}`, json('POST', { name: `m${n}` })),
  (n) => ann.fetch(`/api/gcs/projects/${projectId}/folders`, json('POST', { path: `/data/f${n}` })),
  () => ann.fetch('/api/projects'),
  () => ann.fetch(`/api/notebooks/projects/${projectId}`),
  () => ann.fetch(`/api/gcs/projects/${projectId}/files/usage`),
  () => ann.fetch('/api/tenants'),
];

test('[ACC-126] calls whose connection to PostgreSQL is cut answer 503 with the words of the catalogue, and leave nothing half done', async () => {
  const cut = () =>
    killer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'groma' AND datname = current_database() AND pid <> pg_backend_pid()",
    );
  const seen = new Map<number, number>();
  const over = new AbortController();
  const cutting = (async () => {
    while (!over.signal.aborted) await cut();
  })();
  cutting.catch(() => undefined);
  try {
    for (let n = 0; n < 8; n += 1) {
      const replies = await Promise.all(calls.map((call) => call(n)));
      for (const reply of replies) {
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
        const said = await reply.text();
        if (!reply.ok && !(reply.status === 503 && said.includes('"part":"the database"')))
          throw new Error(`${reply.url} answered ${reply.status}: ${said}`);
      }
    }
  } finally {
    over.abort();
    await cutting;
  }
  expect(seen.get(503) ?? 0).toBeGreaterThan(0);
  await expect.poll(async () => (await ann.fetch('/api/projects')).status).toBe(200);
  // What is listed is whole.
  for (const { id } of await listOf(`/api/notebooks/projects/${projectId}`))
    expect((await ann.fetch(`/api/notebooks/${id}/projects/${projectId}`)).status).toBe(200);
  for (const { id } of await listOf('/api/projects')) expect((await ann.fetch(`/api/projects/${id}`)).status).toBe(200);
});

test('[ACC-126] a call whose session cannot be read because its connection is cut answers 503 as well', async () => {
  const holder = new pg.Client({ connectionString: server.platform.database.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const asked = ben.fetch('/api/tenants');
  await expect
    .poll(
      async () =>
        (
          await killer.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'groma' AND datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  const reply = await asked;
  await holder.query('ROLLBACK');
  await holder.end();
  expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('"part":"the database"')]);
});
