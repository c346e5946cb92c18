import { randomUUID } from 'node:crypto';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, readSqlFrames, type SqlEvent } from '@groma/protocol';
import { tableFromIPC } from 'apache-arrow';
import { TestMap } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
  ({
    data: { id },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Survey', dbType: 'managed-duckdb' },
  }));
});
afterAll(() => server.close());

async function run(
  query: string,
  body: object = {},
  databaseId = id,
): Promise<{ events: SqlEvent[]; rows: unknown[][] }> {
  const response = await ann.client.open(database.runQuery, { params: { databaseId }, body: { query, ...body } });
  const events: SqlEvent[] = [];
  let pieces: Uint8Array[] = [];
  let rows: unknown[][] = [];
  for await (const frame of readSqlFrames(response.body!)) {
    if ('arrow' in frame) pieces.push(frame.arrow.slice());
    else {
      events.push(frame.event);
      if (frame.event.type === 'statement_end' && pieces.length > 0) {
        rows = tableFromIPC(pieces)
          .toArray()
          .map((row) => Object.values((row as { toJSON(): object }).toJSON()));
        pieces = [];
      }
    }
  }
  return { events, rows };
}
const of = <Type extends SqlEvent['type']>(events: SqlEvent[], type: Type) =>
  events.filter((event) => event.type === type) as Extract<SqlEvent, { type: Type }>[];

test('[DBS-034] [DBS-035] the history has what was run, with results for windows and download', async () => {
  const runId = randomUUID();
  await run("SELECT range AS n, 'a,\"b' AS t FROM range(70000)", { run_id: runId });
  const {
    data: [item],
  } = await ann.client.call(database.listHistory, { params: { databaseId: id }, query: {} });
  expect(item).toMatchObject({
    id: runId,
    success: true,
    isExecuting: false,
    error: null,
    results: [
      {
        rowCount: 70_000,
        columns: [
          { name: 'n', type: 'BIGINT' },
          { name: 't', type: 'VARCHAR' },
        ],
      },
    ],
  });
  expect(item!.results[0]!.rows.slice(0, 2)).toEqual([
    [0, 'a,"b'],
    [1, 'a,"b'],
  ]);
  const resultId = item!.results[0]!.result_id!;
  const window = await ann.client.open(database.readResultRows, {
    params: { databaseId: id, resultId },
    query: { offset: 32_700, limit: 100 },
  });
  expect(window.headers.get('x-total-rows')).toBe('70000');
  expect([...tableFromIPC(new Uint8Array(await window.arrayBuffer())).getChild('n')!].map(Number)).toEqual(
    Array.from({ length: 100 }, (_each, index) => 32_700 + index),
  );
  const csv = await (await ann.client.open(database.downloadResult, { params: { databaseId: id, resultId } })).text();
  expect([csv.split('\r\n')[0], csv.split('\r\n')[1], csv.split('\r\n').length]).toEqual(['n,t', '0,"a,""b"', 70_002]);
  // Whoever names the run of another query writes nothing over what is known of it.
  await expect(run('SELECT 2', { run_id: runId })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(
    (await ann.client.call(database.listHistory, { params: { databaseId: id }, query: { limit: 1 } })).data[0],
  ).toEqual(item);
  await ann.client.call(database.deleteHistoryItem, { params: { databaseId: id, itemId: runId } });
  expect(
    (await ann.client.call(database.listHistory, { params: { databaseId: id }, query: {} })).data.some(
      (each) => each.id === runId,
    ),
  ).toBe(false);
});

test('[DBS-034] rows and statements with what no text of the records may hold stand in the history', async () => {
  await run(String.raw`SELECT '\u0000' AS written, chr(0) || 'x' AS "is", {'a\u0000': '\\u0000'} AS deep`);
  const {
    data: [item],
  } = await ann.client.call(database.listHistory, { params: { databaseId: id }, query: { limit: 1 } });
  expect(item).toMatchObject({ isExecuting: false, success: true });
  expect(item!.results[0]!.rows).toEqual([[String.raw`\u0000`, '�x', expect.anything()]]);
});

test('[DBS-016] a query without anything is refused', async () => {
  await expect(run(' -- nothing\n;')).rejects.toMatchObject({ code: 'QUERY_EMPTY', message: 'Query cannot be empty' });
});

test('[DBS-084] rows of a statement that fails or is canceled on the way are never given as all of it', async () => {
  const { events } = await run(
    "SELECT range AS n, CASE WHEN range = 500000 THEN error('after many rows') ELSE 'POINT (1 2)' END AS place FROM range(1000000)",
  );
  const resultId = of(events, 'query_metadata')[0]!.result_id!;
  const params = { databaseId: id, resultId };
  await expect(ann.client.open(database.downloadResult, { params })).rejects.toMatchObject({
    code: 'RESULT_INCOMPLETE',
    status: 409,
  });
  await expect(ann.client.open(database.readResultRows, { params, query: { offset: 495_000 } })).rejects.toMatchObject({
    code: 'RESULT_INCOMPLETE',
  });
  const { mapId } = await TestMap.make(ann, projectId);
  await expect(
    ann.client.call(database.addResultToMap, {
      params,
      body: { map_id: mapId, geometry_column: 'place', name: 'Half' },
    }),
  ).rejects.toMatchObject({ code: 'RESULT_INCOMPLETE' });
  const {
    data: [item],
  } = await ann.client.call(database.listHistory, { params: { databaseId: id }, query: { limit: 1 } });
  const { rowCount, keptRows, isWhole, rows } = item!.results[0]!;
  expect([item!.success, isWhole, rows.length]).toEqual([false, false, 20]);
  expect([rowCount > 0, rowCount < 1_000_000, keptRows]).toEqual([true, true, rowCount]);
  // Who says that parts are meant is given what there is; a window that ends before the last row is whole in any case.
  const windows = await Promise.all(
    [
      { offset: rowCount - 5, partial: 'true' },
      { offset: 0, limit: 5 },
    ].map(
      async (query) =>
        tableFromIPC(
          await (await ann.client.open(database.readResultRows, { params, query: query as never })).arrayBuffer(),
        ).numRows,
    ),
  );
  expect(windows).toEqual([5, 5]);
});

test('[DBS-084] a kept result whose file is damaged is an error or a download that breaks off, never a shorter one', async () => {
  const { events } = await run("SELECT range AS n, repeat('x', 200) AS text FROM range(100000)");
  const resultId = of(events, 'query_metadata')[0]!.result_id!;
  const file = join(server.platform.config.dataFolder, 'results', `${resultId}.arrow`);
  const download = async () => (await ann.fetch(`/api/databases/${id}/results/${resultId}/csv`)).text();
  expect((await download()).split('\r\n')).toHaveLength(100_002);
  await truncate(file, (await stat(file)).size - 10);
  await expect(download()).rejects.toThrow('terminated');
  const rows = async () =>
    (
      await ann.client.open(database.readResultRows, {
        params: { databaseId: id, resultId },
        query: { offset: 90_000, limit: 10_000 } as never,
      })
    ).arrayBuffer();
  await expect(rows()).rejects.toThrow(/terminated|have expired/);
  await truncate(file, 10);
  expect(JSON.parse(await download())).toMatchObject({ code: 'RESULT_GONE' });
});
