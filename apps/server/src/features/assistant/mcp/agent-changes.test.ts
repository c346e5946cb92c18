import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenScope } from '@groma/model';
import { access, assistant, createClient, file, fileWindow, map, mapHistory, notebook, tool } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let projectId: string;
let layerId: string;
let notebookId: string;
const open: Client[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  ({ projectId } = own);
  layerId = await own.draw('Wells', [{ note: 'deep', n: 1 }]);
  await own.upload('notes.md', '# Notes\n\nNothing yet.\n');
  const cells = [{ cell_type: 'markdown', source: 'Read the wells.', metadata: {} }];
  const initialTemplate = { nbformat: 4, nbformat_minor: 4, metadata: {}, cells };
  const made = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Analysis', initialTemplate },
  });
  notebookId = made.data.id;
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await server.close();
});

/** An agent with a token of its own; without `scope` with one as they are by default. */
async function agent(name: string, scope?: TokenScope, person = ann): Promise<{ client: Client; token: string }> {
  const { token } = await person.client.call(access.createAccessToken, { body: { name, ...(scope && { scope }) } });
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(client);
  return { client, token };
}

async function call(client: Client, name: string, given: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: { project: projectId, ...given } });
  return { text: (content as { text: string }[])[0]!.text, isError: isError === true };
}

const threadOf = async (name: string, person = ann) =>
  (await person.client.call(assistant.listChatThreads, { params: { projectId } })).data.find(
    (each) => each.agent === name,
  );
const changesOf = async (threadId: string, person = ann) =>
  (await person.client.call(assistant.listChanges, { params: { projectId, threadId } })).data;
const decide = async (threadId: string, action: 'apply' | 'refuse' | 'revert', ids: string[], person = ann) =>
  (await person.client.call(assistant.decideChanges, { params: { projectId, threadId }, body: { ids, action } })).data;
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const textOfFile = async (path: string): Promise<string> => {
  const query = { path, start: 0, count: 100 };
  const { rows } = await ann.client.call(fileWindow.textWindow, { params: { projectId }, query });
  return rows.map(({ text }) => text).join('\n');
};

/** What each tool that changes something would do. */
const wishes: Readonly<Record<string, () => object>> = {
  edit_notebook: () => ({
    notebook: notebookId,
    steps: [{ do: 'insert', after: '', language: 'markdown', source: 'An agent was here.' }],
  }),
  edit_text_file: () => ({ path: '/data/notes.md', passages: [{ find: 'Nothing yet.', replace: 'A well.' }] }),
  edit_features: () => ({ layer: 'layer:A map/Wells', update: [{ id: 1, properties: { note: 'dry' } }] }),
  style_layer: () => ({ layer: 'layer:A map/Wells', style: { lineWidth: 7 } }),
  create_notebook: () => ({ name: 'By an agent', cells: [] }),
  create_map: () => ({ name: 'Map of an agent' }),
};

/** All that agents here could have changed. */
async function fingerprint(): Promise<string> {
  const params = { projectId };
  const state = await own.state();
  const book = await ann.client.open(notebook.downloadNotebook, { params: { projectId, notebookId } });
  return JSON.stringify([
    (await ann.client.call(map.listMaps, { params })).data.map(({ name }) => name),
    state.layers.map(({ id, text }) => [id, text]),
    state.vector_style,
    [...(await own.features(layerId)).entries()],
    (await ann.client.call(file.listFiles, { params, query: { path: '/data' } })).data.map(({ path, size }) => [
      path,
      size,
    ]),
    (await ann.client.call(notebook.listNotebooks, { params })).data.map(({ name }) => name),
    ((await book.json()) as { cells: { source: unknown }[] }).cells.map(({ source }) => source),
  ]);
}

test('[ACC-141] a token is made to propose unless somebody says otherwise, and by other calls it only reads', async () => {
  const { data, token } = await ann.client.call(access.createAccessToken, { body: { name: 'by default' } });
  expect(data.scope).toBe('propose');
  const client = createClient(server.origin, () => ({ authorization: `Bearer ${token}` }));
  expect(await codeOf(client.call(map.listMaps, { params: { projectId } }))).toBe('done');
  const thread = await ann.client.call(assistant.createChatThread, { params: { projectId }, body: {} });
  const params = { projectId, threadId: thread.data.id };
  const refused = [
    client.call(map.createMap, { params: { projectId }, body: { name: 'Stolen' } }),
    map.postToMap(client, own.mapId, {
      type: 'Update_Vector_Layer_Style',
      layer_id: layerId,
      vector_style: { lineWidth: 9 },
    } as never),
    client.call(assistant.createChatThread, { params: { projectId }, body: {} }),
    client.call(assistant.decideChanges, { params, body: { ids: ['any'], action: 'apply' } }),
    client.call(tool.runTool, {
      params: { toolId: 'hexagon_grid', projectId },
      body: { parameters: {}, output: { kind: 'layer', map_id: own.mapId } },
    } as never),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'TOKEN_FORBIDDEN'));
});

test('[AIA-123] what an agent changes with such a token is proposed, and done once a person accepts it', async () => {
  const { client } = await agent('Field laptop');
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(wishes)));
  const before = await fingerprint();
  for (const [name, wish] of Object.entries(wishes)) {
    const { text, isError } = await call(client, name, wish());
    expect([name, isError, text]).toEqual([name, false, expect.stringContaining('proposed: the person')]);
  }
  expect(await fingerprint()).toBe(before);
  const thread = (await threadOf('Field laptop'))!;
  expect(thread).toMatchObject({ owner: { id: ann.id }, is_shared: true, open_changes: 6 });
  const proposed = await changesOf(thread.id);
  expect(proposed.map(({ kind, state }) => [kind, state])).toEqual(
    ['cell', 'file', 'features', 'style', 'created', 'created'].map((kind) => [kind, 'proposed']),
  );
  // They are one change-set, with the calls as its steps.
  const { messages } = (await ann.client.call(assistant.readChatThread, { params: { projectId, threadId: thread.id } }))
    .data;
  expect(messages.map(({ parts }) => parts.map(({ toolName }) => toolName))).toEqual([Object.keys(wishes)]);
  const decided = await decide(
    thread.id,
    'apply',
    proposed.map(({ id }) => id),
  );
  expect(decided.map(({ state, problem }) => [state, problem])).toEqual(decided.map(() => ['applied', null]));
  const after = await fingerprint();
  for (const made of ['An agent was here.', 'dry', '"lineWidth":7', 'By an agent', 'Map of an agent'])
    expect(after).toContain(made);
  expect(await textOfFile('/data/notes.md')).toContain('A well.');
  const history = await ann.client.call(mapHistory.readLayerHistory, { params: { layerId }, query: own.query });
  expect(history.data.entries.slice(0, 2).map(({ kind, assistant: by, username }) => [kind, by, username])).toEqual([
    ['style', 'Field laptop', ann.username],
    ['Edit_Property', 'Field laptop', ann.username],
  ]);
  const kept = proposed.filter(({ kind }) => kind !== 'created').map(({ id }) => id);
  await decide(thread.id, 'revert', kept);
  expect(await textOfFile('/data/notes.md')).toContain('Nothing yet.');
  expect((await changesOf(thread.id)).map(({ state }) => state).slice(0, 4)).toEqual(Array(4).fill('reverted'));
});

test('[AIA-123] a later call builds on what was proposed before', async () => {
  const { client } = await agent('Second laptop');
  await call(client, 'edit_text_file', { path: '/data/plan.md', text: 'First.\n' });
  await call(client, 'edit_text_file', {
    path: '/data/plan.md',
    passages: [{ find: 'First.', replace: 'First and second.' }],
  });
  const changes = await changesOf((await threadOf('Second laptop'))!.id);
  expect(changes).toMatchObject([{ kind: 'created', after: { text: 'First and second.\n' } }]);
});

test('[AIA-125] what an agent makes another after somebody has looked at it is not accepted', async () => {
  const { client } = await agent('Quick hand');
  const write = (text: string) => call(client, 'edit_text_file', { path: '/data/seen.md', text });
  await write('Harmless.\n');
  const thread = (await threadOf('Quick hand'))!;
  const [seen] = await changesOf(thread.id);
  expect(seen!.after).toMatchObject({ text: 'Harmless.\n' });
  await write('Something else.\n');
  const params = { projectId, threadId: thread.id };
  const accept = async ({ id, revision }: { id: string; revision: string }) =>
    (
      await ann.client.call(assistant.decideChanges, {
        params,
        body: { ids: [id], action: 'apply', revisions: { [id]: revision } },
      })
    ).data;
  const [kept] = await accept(seen!);
  expect(kept).toMatchObject({
    state: 'proposed',
    after: { text: 'Something else.\n' },
    error: { code: 'CHANGE_CONFLICT' },
  });
  expect(await accept(kept!)).toMatchObject([{ state: 'applied', problem: null }]);
  expect(await textOfFile('/data/seen.md')).toContain('Something else.');
});

test('[AIA-124] with a token that changes at once it is applied at once, listed the same way and reverted', async () => {
  const { client } = await agent('Night job', 'write');
  const { text } = await call(client, 'style_layer', { layer: 'layer:A map/Wells', style: { lineWidth: 5 } });
  expect(JSON.parse(text)).toMatchObject({ changes: [{ state: 'applied' }] });
  expect(await fingerprint()).toContain('"lineWidth":5');
  const thread = (await threadOf('Night job'))!;
  const [change] = await changesOf(thread.id);
  await decide(thread.id, 'revert', [change!.id]);
  expect(await fingerprint()).not.toContain('"lineWidth":5');
});

test('[AIA-125] who may edit the workspace decides; others see it, strangers do not, and its token neither', async () => {
  const [ben, eve, vic] = await Promise.all([server.signUp(), server.signUp(), server.signUp()]);
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  await server.share(ann, projectId, vic, 'PROJECT_VIEWER');
  const { client, token } = await agent('Shared laptop');
  await call(client, 'create_map', { name: 'Shared map' });
  const { id } = (await threadOf('Shared laptop', ben))!;
  const [change] = await changesOf(id, vic);
  const ids = [change!.id];
  expect(await codeOf(decide(id, 'apply', ids, vic))).toBe('FORBIDDEN');
  expect(await codeOf(decide(id, 'apply', ids, eve))).toBe('NOT_FOUND');
  const bearer = createClient(server.origin, () => ({ authorization: `Bearer ${token}` }));
  const byToken = bearer.call(assistant.decideChanges, {
    params: { projectId, threadId: id },
    body: { ids, action: 'apply' },
  });
  expect(await codeOf(byToken)).toBe('TOKEN_FORBIDDEN');
  // A question of a person does not go where an agent writes.
  const body = { id: 'q1', parent: null, text: 'Why?' };
  const params = { projectId, threadId: id };
  expect(await codeOf(ann.client.open(assistant.sendChatMessage, { params, body }))).toBe('BAD_INPUT');
  expect(await decide(id, 'apply', ids, ben)).toMatchObject([{ state: 'applied' }]);
  // What a person shares is theirs alone to decide, and so is what an agent proposes and they share no more.
  await ann.client.call(assistant.changeChatThread, { params, body: { is_shared: false } });
  expect(await codeOf(decide(id, 'revert', ids, ben))).toBe('NOT_FOUND');
  // The name of the token stays when it is revoked.
  const { data } = await ann.client.call(access.listAccessTokens);
  const tokenId = data.find(({ name }) => name === 'Shared laptop')!.id;
  await ann.client.call(access.revokeAccessToken, { params: { tokenId } });
  expect((await threadOf('Shared laptop'))!.id).toBe(id);
});

test('[AIA-125] a token proposes nothing where its person may not edit, or outside its workspace', async () => {
  const vic = await server.signUp();
  await server.share(ann, projectId, vic, 'PROJECT_VIEWER');
  const { client } = await agent('Viewer', 'propose', vic);
  expect(await call(client, 'create_map', { name: 'No' })).toMatchObject({ isError: true });
  const outside = await ann.makeProject();
  const { token } = await ann.client.call(access.createAccessToken, {
    body: { name: 'of one workspace', scope: 'write', project_id: outside },
  });
  const answer = await fetch(`${server.origin}/mcp`, {
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
      params: { name: 'create_map', arguments: { project: projectId, name: 'No' } },
    }),
  });
  expect(await answer.text()).toContain('"isError":true');
  expect((await ann.client.call(map.listMaps, { params: { projectId } })).data.map(({ name }) => name)).not.toContain(
    'No',
  );
});

test('[AIA-126] whatever an agent calls with a token that proposes changes nothing, and says why', async () => {
  const { client } = await agent('Misled agent');
  const all = (await (await agent('All tools', 'write')).client.listTools()).tools;
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  const before = await fingerprint();
  const { data } = await ann.client.call(tool.listTools);
  const unlisted = all.filter(({ name }) => !listed.has(name)).map(({ name }) => name);
  expect(unlisted).toEqual(expect.arrayContaining([...data.map(({ id }) => id), 'write_text_file', 'run_workflow']));
  for (const name of unlisted) {
    const given = { path: '/data/notes.md', text: 'gone', replace: true, layer: 'layer:A map/Wells', parameters: {} };
    expect(await call(client, name, given)).toEqual({
      isError: true,
      text: expect.stringContaining('only proposes changes'),
    });
  }
  for (const text of ["COPY (SELECT 1) TO '/data/x.csv'", 'CREATE TABLE layers."A map"."Stolen" AS SELECT 1 AS n'])
    expect(await call(client, 'run_sql', { sql: text })).toMatchObject({ isError: true });
  for (const [name, wish] of Object.entries(wishes)) await call(client, name, wish());
  // An agent that is told to accept its own changes has no tool for that.
  expect(await call(client, 'decide_changes', { action: 'apply' })).toMatchObject({ isError: true });
  expect(await fingerprint()).toBe(before);
});
