import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@groma/model';
import { access, notebook, operation, tool, workflow } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let writes: Client;
let reads: Client;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  [writes, reads] = [await connect('write'), await connect('read')];
});
afterAll(async () => {
  await writes.close();
  await reads.close();
  await server.close();
});

async function connect(scope: 'read' | 'write'): Promise<Client> {
  const { token } = await ann.client.call(access.createAccessToken, { body: { name: 'agent', scope } });
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** The text that a tool gives, and whether it is an error. */
async function call(client: Client, name: string, given: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...given } });
  return { text: (content as { text: string }[])[0]!.text, isError: isError === true };
}
const json = async (client: Client, name: string, given: object): Promise<unknown> => {
  const { text, isError } = await call(client, name, given);
  expect(isError ? text : '').toBe('');
  return JSON.parse(text);
};

test('[AIA-065] [AIA-068] the official client lists all tools; a token that reads has those that read', async () => {
  const { data } = await ann.client.call(tool.listTools);
  const names = (await writes.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(data.map(({ id }) => id)));
  expect(names).toEqual(expect.arrayContaining(['list_projects', 'find_data', 'run_sql', 'write_text_file']));
  const { tools } = await reads.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('write_text_file');
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(await call(reads, 'create_map', { project: own.projectId, name: 'A map' })).toMatchObject({ isError: true });
});

test('[AIA-065] an agent makes a layer, reads it by SQL, and writes and reads a file', async () => {
  const project = own.projectId;
  const projects = await json(writes, 'list_projects', {});
  expect(projects).toMatchObject([expect.objectContaining({ id: project, role: 'PROJECT_OWNER' })]);
  const written = { project, path: '/data/towns.csv', text: 'name,lon,lat\nÁvila,-4.7,40.66\nMedina,-4.91,41.31\n' };
  await json(writes, 'write_text_file', written);
  expect(await call(writes, 'write_text_file', written)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/already/),
  });
  expect(await json(reads, 'read_text_file', { project, path: '/data/towns.csv' })).toMatchObject({
    text: expect.stringContaining('Ávila'),
  });
  expect(await json(reads, 'list_files', { project })).toMatchObject({ data: [{ path: '/data/towns.csv' }] });
  const made = await json(writes, 'hexagon_grid', {
    project,
    save: { map: own.mapId, name: 'Cells' },
    parameters: { extent: '-5, 40, -4, 41', cell_size: 50 },
  });
  expect(made).toMatchObject({ name: 'Cells', layer: expect.anything() });
  expect(await json(reads, 'find_data', { project, query: 'cells' })).toMatchObject({
    data: [{ kind: 'layer', label: 'Cells' }],
  });
});

test.skipIf(!isAvailable)(
  '[AIA-065] [ACC-139] SQL gives rows as CSV; with a token that reads it only reads',
  async () => {
    const project = own.projectId;
    const sql = (client: Client, text: string, limit = 2) => call(client, 'run_sql', { project, sql: text, limit });
    const { text } = await sql(reads, `SELECT range AS n, 'a, b' AS t, ST_Point(1, 2) AS g FROM range(5)`);
    expect(text).toContain('n,t,g\r\n0,"a, b",POINT (1 2)\r\n');
    expect(text).toContain('more than 2 rows');
    const named = await sql(reads, 'SELECT count(*) > 1 AS some FROM layers."A map"."Cells", files."/data/towns.csv"');
    expect(named.text).toBe('some\r\ntrue\r\n');
    for (const writing of [
      'CREATE TABLE x AS SELECT 1',
      "COPY (SELECT 1) TO '/data/x.csv'",
      'SET threads = 1',
      'SELECT 1; DROP TABLE x',
    ])
      expect(await sql(reads, writing)).toMatchObject({ isError: true, text: expect.stringMatching(/Only reading/) });
    expect(await sql(writes, 'CREATE TABLE kept AS SELECT 7 AS seven')).toMatchObject({ isError: false });
    expect((await sql(reads, 'SELECT * FROM kept')).text).toContain('7');
  },
);

test.skipIf(!isAvailable)(
  '[DBS-106] with a token that reads, no writing of a statement changes a table; queries of all kinds are answered',
  async () => {
    const project = own.projectId;
    const sql = (client: Client, text: string) => call(client, 'run_sql', { project, sql: text });
    await sql(writes, "CREATE TABLE held AS SELECT i, 'k' || i AS k, i AS n FROM range(3) AS r(i); CREATE SEQUENCE s");
    await sql(writes, 'ALTER TABLE held ADD PRIMARY KEY (i)');
    const before = (await sql(reads, 'SELECT * FROM held')).text;
    for (const writing of [
      'EXPLAIN(ANALYZE) DELETE FROM held',
      'EXPLAIN ANALYSE DELETE FROM held',
      'EXPLAIN /* (ANALYZE) */ ANALYZE DELETE FROM held',
      "SELECT 1; WITH a AS (SELECT 0) INSERT OR REPLACE INTO held SELECT 0, 'x', 9 FROM a",
      "SELECT E'a'\n'\\''; DELETE FROM held; SELECT '1'",
      "SELECT E'a' -- b\n'\\''; DELETE FROM held; SELECT '1'",
      'FROM held; WITH a AS (SELECT 1) UPDATE held SET n = 7',
      'SELECT 1; COMMIT; DELETE FROM held',
      `SELECT "nextval"('s')`,
      'PRAGMA database_size',
      'CALL pragma_version()',
    ])
      expect([writing, await sql(reads, writing)]).toMatchObject([writing, { isError: true }]);
    expect((await sql(reads, 'SELECT * FROM held')).text).toBe(before);
    for (const reading of [
      'PIVOT held ON k USING sum(n)',
      'SELECT * FROM (PIVOT held ON k USING sum(n))',
      'UNPIVOT held ON i, n',
      'SUMMARIZE held',
      'DESCRIBE held',
      'EXPLAIN FROM held',
      'TABLE held',
      'SELECT 1; (SELECT 2)',
    ])
      expect([reading, await sql(reads, reading)]).toMatchObject([reading, { isError: false }]);
  },
);

test.skipIf(!isAvailable)('[DBS-107] a query without end is read for no more rows than are shown', async () => {
  const project = own.projectId;
  for (const endless of [
    '-- all\nSELECT * FROM range(1000000000000)',
    "SELECT range, ';' AS s FROM range(1000000000000)",
    '(SELECT * FROM range(1000000000000))',
  ]) {
    const { text, isError } = await call(reads, 'run_sql', { project, sql: `${endless}; SELECT 1`, limit: 3 });
    expect([endless, isError, text]).toEqual([endless, false, '1\r\n1\r\n']);
    const shown = await call(reads, 'run_sql', { project, sql: endless, limit: 3 });
    expect([endless, shown.isError]).toEqual([endless, false]);
    expect(shown.text).toContain('more than 3 rows');
  }
  const wide = await call(reads, 'run_sql', { project, sql: "SELECT repeat('x', 1000000) FROM range(50)", limit: 40 });
  expect(wide).toMatchObject({ isError: true, text: expect.stringContaining('16 MB') });
});

test('[AIA-066] errors are results in words, and arguments are checked by name', async () => {
  const project = own.projectId;
  const other = await server.signUp();
  const foreign = await other.makeProject();
  expect(await call(writes, 'list_maps', { project: foreign })).toEqual({
    isError: true,
    text: 'This map does not exist or is not shared with you.',
  });
  expect(await call(writes, 'list_maps', {})).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^project: /),
  });
  expect(await call(writes, 'buffer', { project, layer: 'layer:Nowhere/none' })).toMatchObject({ isError: true });
  expect(await call(writes, 'no_such_tool', {})).toMatchObject({ isError: true });
});

test('[AIA-066] a long tool tells its progress, and ends when the agent hangs up', async () => {
  const grid = (cell: number) => ({
    project: own.projectId,
    save: { map: own.mapId, name: `Cells of ${cell} km` },
    parameters: { extent: '-5, 40, -4, 41', cell_size: cell },
  });
  const told: number[] = [];
  await writes.callTool({ name: 'square_grid', arguments: grid(20) }, undefined, {
    onprogress: ({ progress }) => told.push(progress),
  });
  expect(told[0]).toBe(0);
  const params = { projectId: own.projectId };
  const statuses = async () =>
    (await ann.client.call(operation.listOperations, { params })).data.map(({ status }) => status);
  const before = (await statuses()).length;
  const hangUp = new AbortController();
  const { token } = await ann.client.call(access.createAccessToken, { body: { name: newId(), scope: 'write' } });
  const asked = fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'square_grid', arguments: grid(0.12) },
    }),
    signal: hangUp.signal,
  }).then((answer) => answer.text());
  asked.catch(() => undefined);
  await expect.poll(async () => (await statuses()).length).toBe(before + 1);
  hangUp.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  await expect.poll(async () => (await statuses())[0]).toBe('Canceled');
});

test.skipIf(!isAvailable)('[AIA-065] [AIA-066] the official client calls every tool that it lists', async () => {
  const project = own.projectId;
  const book = (await ann.client.call(notebook.createNotebook, { params: { projectId: project }, body: { name: 'N' } }))
    .data;
  const flow = (await ann.client.call(workflow.createWorkflow, { params: { projectId: project }, body: { name: 'W' } }))
    .data;
  const layer = 'layer:A map/Cells';
  /** What is asked of tools that are to answer well. */
  const good: Record<string, object> = {
    list_projects: {},
    find_data: {},
    describe_data: { name: layer },
    run_sql: { sql: 'SELECT 1' },
    list_files: {},
    read_text_file: { path: '/data/towns.csv' },
    write_text_file: { path: '/data/every.txt', text: 'every' },
    list_maps: {},
    read_map: { map: own.mapId },
    create_map: { name: 'Every' },
    list_notebooks: {},
    read_notebook: { notebook: book.id },
    notebook_cells: { notebook: book.id },
    create_notebook: { name: 'Every', cells: [] },
    list_workflows: {},
    read_workflow: { workflow: flow.id },
    list_operations: {},
    list_project_tools: {},
    list_datasets: {},
    list_scene_sources: {},
    style_layer: { layer, style: { opacity: 0.5 } },
  };
  const { tools } = await writes.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(good)));
  const answers: [string, boolean, string][] = [];
  for (const name of names) {
    const { text, isError } = await call(writes, name, { project, ...(good[name] ?? { layer: 'layer:No/none' }) });
    answers.push([name, isError, text]);
  }
  expect(answers.filter(([name, isError]) => isError && name in good)).toEqual([]);
  // The others learn what they lack: no tool fails by a fault of the server, or says nothing.
  expect(answers.filter(([, , text]) => /fault of the server/.test(text) || text.trim() === '')).toEqual([]);
});

test('[AIA-067] data are resources with their columns', async () => {
  const { resources } = await reads.listResources();
  const cells = resources.find(({ name }) => name.endsWith('Cells'))!;
  const { contents } = await reads.readResource({ uri: cells.uri });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ label: 'Cells', kind: 'layer' });
  await expect(reads.readResource({ uri: `groma://${own.projectId}/layer%3ANo%2Fnone` })).rejects.toThrow(
    /does not exist/,
  );
});

test('[AIA-065] who brings no token is refused, also with a session, and there is no stream to listen to', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${server.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect([(await post({})).status, (await post({ cookie: ann.cookie })).status]).toEqual([401, 401]);
  const { token } = await ann.client.call(access.createAccessToken, { body: { name: 'agent' } });
  const listen = await fetch(`${server.origin}/mcp`, { headers: { authorization: `Bearer ${token}` } });
  expect(listen.status).toBe(405);
});
