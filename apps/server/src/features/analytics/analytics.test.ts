import { createServer, type Server } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analytics, map, notebook } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { TestMap } from '../../../test/test-map.ts';
import { attempts } from '../../platform/database/tables/index.ts';
import type { KeptEvent } from './kept-event.ts';

/** A collector on this machine, as somebody may run one. It fails twice before it takes anything. */
let collector: Server;
const taken: KeptEvent[] = [];
const bodies: string[] = [];
let failures = 2;

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  collector = createServer((request, reply) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      if (failures-- > 0) return reply.writeHead(503).end();
      bodies.push(text);
      taken.push(...(JSON.parse(text) as { events: KeptEvent[] }).events);
      return reply.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const { port } = collector.address() as { port: number };
  server = await startTestServer({ analytics: `http://127.0.0.1:${port}/collect` });
  ann = await server.signUp();
  projectId = await ann.makeProject('Secret plans');
});
afterAll(async () => {
  await server.close();
  collector.close();
});

const tell = (events: unknown[], person = ann) =>
  person.fetch('/api/analytics/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
const named = (name: string) => taken.filter((event) => event.name === name);

test('[SHL-087] [SHL-089] [SHL-093] events that a browser tells reach the collector of the setting, also one that was away', async () => {
  const id = crypto.randomUUID();
  const { accepted } = await ann.client.call(analytics.logEvents, {
    body: {
      events: [
        { name: 'open_file_viewer', properties: { viewer: 'file-text', extension: 'py' }, project_id: projectId },
        { name: 'error_occurred', properties: { error: 'RUN_FAILED', where: 'browser' }, project_id: projectId },
        { name: 'create_chart', properties: { chart: 'bar' } },
        { name: 'add_to_gaia', properties: { kind: 'notebook' } },
        { name: 'ai_modify_code', properties: { notebook_id: id } },
      ],
    },
  });
  expect(accepted).toBe(5);
  await expect
    .poll(() => taken.map(({ name }) => name), { timeout: 10_000 })
    .toEqual(['open_file_viewer', 'error_occurred', 'create_chart', 'add_to_gaia', 'ai_modify_code']);
  expect(taken[0]).toMatchObject({
    project_id: projectId,
    properties: { viewer: 'file-text', extension: 'py' },
    person: expect.stringMatching(/^[\w-]{22}$/) as string,
  });
});

test('[SHL-086] [SHL-088] [SHL-092] runs, stops, uploads and imports are events by themselves, and nothing of their contents is told', async () => {
  const own = await TestMap.make(ann, projectId);
  await own.upload('secret river.geojson', '{"type":"Point","coordinates":[1,2]}');
  await own.import('/data/secret river.geojson');
  const template = [{ id: 'b', type: 'code', props: { code: 'secret = 1' } }];
  const {
    data: { id },
  } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'secret notebook', initialTemplate: template },
  });
  await ann.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Stop_All' } });
  // No machine runs: the run is refused, and what is refused is no run.
  await ann.client
    .call(notebook.postToNotebook, {
      params: { notebookId: id },
      body: { type: 'Enqueue_Code', blockId: 'b', code: 'secret = 1' },
    })
    .catch(() => undefined);
  await expect
    .poll(() => named('stop_all_blocks'), { timeout: 5_000 })
    .toMatchObject([{ properties: { notebook_id: id }, project_id: projectId }]);
  expect(named('upload_file')).toMatchObject([
    { properties: { extension: 'geojson', files: 1 }, project_id: projectId },
  ]);
  expect(named('import_layers')).toMatchObject([{ properties: { extension: 'geojson', layers: 1 } }]);
  expect(bodies.join('')).not.toMatch(/secret|river/i);
  for (const part of [ann.id, ann.username, ann.email]) expect(bodies.join('')).not.toContain(part);
});

test('[SHL-093] an event that is not known, carries more than it may, or names a foreign project is refused', async () => {
  const status = async (event: unknown, person = ann) => (await tell([event], person)).status;
  expect(await status({ name: 'something', properties: {} })).toBe(400);
  expect(
    await status({ name: 'open_file_viewer', properties: { viewer: 'file-text', extension: 'py', path: '/data/a' } }),
  ).toBe(400);
  expect(
    await status({ name: 'error_occurred', properties: { error: 'ann@example.com wrote', where: 'browser' } }),
  ).toBe(400);
  const stranger = await server.signUp();
  expect(await status({ name: 'create_chart', properties: { chart: 'bar' }, project_id: projectId }, stranger)).toBe(
    404,
  );
  expect(named('something')).toEqual([]);
});

test('[SHL-093] without a setting events are lines of a file in the data folder, and "off" keeps none', async () => {
  for (const [setting, wanted] of [
    ['file', 1],
    ['off', 0],
  ] as const) {
    const other = await startTestServer({ analytics: setting });
    const person = await other.signUp();
    await person.client.call(analytics.logEvents, {
      body: { events: [{ name: 'create_chart', properties: { chart: 'bar' } }] },
    });
    await other.serving.close();
    const folder = join(other.platform.config.dataFolder, 'analytics');
    const lines =
      wanted === 0
        ? []
        : readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    expect(lines.map((line) => (JSON.parse(line) as KeptEvent).name)).toEqual(wanted === 0 ? [] : ['create_chart']);
  }
});

test('[SHL-087] a failure that nobody foresaw is an event with the name of the call, and its text stays here', async () => {
  const { query } = server.platform.database;
  const own = await TestMap.make(ann, projectId);
  await query.execute('ALTER TABLE layers RENAME TO layers_away');
  await ann.client.call(map.readMapState, { query: own.query }).catch(() => undefined);
  await query.execute('ALTER TABLE layers_away RENAME TO layers');
  await expect
    .poll(() => named('error_occurred').at(-1), { timeout: 5_000 })
    .toMatchObject({ properties: { where: 'server', call: 'readMapState' } });
  expect(bodies.join('')).not.toContain('layers_away');
});

test('[SHL-093] nobody fills the disk with events: those of one person are few in a minute', async () => {
  const eve = await server.signUp();
  const event = { name: 'create_chart', properties: { chart: 'bar' } };
  expect((await tell([event], eve)).status).toBe(200);
  await server.platform.database.query
    .update(attempts)
    .set({ count: 60 })
    .where(eq(attempts.key, `events-of:${eve.id}`));
  expect([(await tell([event], eve)).status, (await tell([event])).status]).toEqual([429, 200]);
});
