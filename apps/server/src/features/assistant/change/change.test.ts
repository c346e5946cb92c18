import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { and, eq, gt, like } from '../../../platform/database/drizzle.ts';
import * as Y from 'yjs';
import { cellCode, cellOf, fileText, GromaError, readBlocks, sourceCells } from '@groma/model';
import { assistant, file, fileRoom, fileWindow, map, notebook, project, type LiveConnection } from '@groma/protocol';
import { chatChanges, chatMessages, documents, documentUpdates } from '../../../platform/database/tables/index.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestTurn } from '../../../../test/test-turn.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let viewer: Person;
let projectId: string;
let turn: TestTurn;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob, viewer] = await Promise.all([server.signUp('ann-change'), server.signUp(), server.signUp()]);
  projectId = await ann.makeProject();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
});
afterAll(() => server.close());
beforeEach(async () => {
  turn = await TestTurn.begin(server, ann, projectId);
});

/** A notebook as Bob has it open, beside Ann, whose assistant changes it. */
async function openNotebook(...codes: string[]) {
  const template = [
    { type: 'heading', props: { level: 1 }, content: 'Roads' },
    ...codes.map((code) => ({ type: 'code', props: { code } })),
  ];
  const { data } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Analysis', initialTemplate: template },
  });
  const live = bob.live('main', data.id);
  await live.whenSynced();
  const sources = () => sourceCells(live.doc).map(({ source }) => source);
  const type = (place: number, write: (code: ReturnType<typeof cellCode>) => void) => {
    write(cellCode(cellOf(live.doc, readBlocks(live.doc)[place]!.codeId!)!));
    return live.whenSaved();
  };
  return { id: data.id, live, sources, type, cells: () => sourceCells(live.doc).map(({ id }) => id) };
}

async function openText(path: string, text: string): Promise<{ live: LiveConnection; text: () => string }> {
  await ann.upload(projectId, path, text);
  const { data } = await bob.client.call(fileRoom.openFileRoom, { params: { projectId }, body: { path } });
  const live = bob.live('file', data.roomId);
  await live.whenSynced();
  return { live, text: () => fileText(live.doc).toString() };
}

describe('cells of notebooks', () => {
  test('[AIA-040] are proposed, then applied by part, before the eyes of who has the notebook open', async () => {
    const { id, live, sources, cells } = await openNotebook('a = 1\nb = 2\n', 'print(a)');
    const [heading, first, second] = cells();
    const answer = await turn.call('edit_notebook', {
      notebook: id,
      steps: [
        { do: 'edit', cell: first, passages: [{ find: 'b = 2', replace: 'b = 3' }] },
        { do: 'insert', after: second, language: 'markdown', source: '## Result\n\nTwo *roads*.' },
        { do: 'edit', cell: heading, source: '# Streets' },
        { do: 'delete', cell: second },
      ],
    });
    expect(answer).toMatchObject({ check: 'PASSED' });
    const proposed = await turn.list();
    expect(proposed.map(({ title, state, check, before, after }) => [title, state, check, before, after])).toEqual([
      ['Analysis [2]', 'proposed', 'PASSED', 'a = 1\nb = 2\n', 'a = 1\nb = 3\n'],
      ['Analysis [4]', 'proposed', null, null, '## Result\n\nTwo *roads*.'],
      ['Analysis [1]', 'proposed', null, '# Roads', '# Streets'],
      ['Analysis [3]', 'proposed', 'PASSED', 'print(a)', null],
    ]);
    expect(sources()).toEqual(['# Roads', 'a = 1\nb = 2\n', 'print(a)']);
    await turn.decide('refuse', [proposed[3]!.id]);
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['# Streets', 'a = 1\nb = 3\n', 'print(a)', '## Result', 'Two *roads*.']);
    expect((await turn.list()).map(({ state }) => state)).toEqual(['applied', 'applied', 'applied', 'refused']);
    live.close();
  });

  test('[AIA-049] are on disk when they are applied, with no editor open anywhere', async () => {
    const { id, live, cells } = await openNotebook('a = 1\n');
    const first = cells()[1];
    live.close();
    await turn.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: first, source: 'a = 49\n' }] });
    await turn.decide('apply');
    const { query } = server.platform.database;
    const [kept] = await query
      .select()
      .from(documents)
      .where(like(documents.id, `%${id}%`));
    const updates = await query
      .select()
      .from(documentUpdates)
      .where(and(eq(documentUpdates.documentId, kept!.id), gt(documentUpdates.seq, kept!.snapshotSeq)))
      .orderBy(documentUpdates.seq);
    const doc = new Y.Doc();
    for (const update of [...(kept!.snapshot ? [kept!.snapshot] : []), ...updates.map((row) => row.update)])
      Y.applyUpdate(doc, update);
    expect(sourceCells(doc).map(({ source }) => source)).toEqual(['# Roads', 'a = 49\n']);
  });

  test('[AIA-050] what cannot be written says why in the words of the catalogue, and waits', async () => {
    const { id, live, cells } = await openNotebook('a = 1\n');
    live.close();
    await turn.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2\n' }] });
    await ann.client.call(notebook.deleteNotebook, { params: { projectId, notebookId: id } });
    const [change] = await turn.decide('apply');
    expect(change).toMatchObject({ state: 'proposed', error: { code: 'NOT_FOUND' } });
    expect(change!.problem).toBe(new GromaError('NOT_FOUND', change!.error!.details).message);
  });

  test('[AIA-042] are reverted as a whole, and what another has written since stays', async () => {
    const { id, live, sources, cells, type } = await openNotebook('a = 1\nb = 2\nc = 3\n', 'print(a)');
    const [heading, first, second] = cells();
    await turn.call('edit_notebook', {
      notebook: id,
      steps: [
        { do: 'edit', cell: first, source: 'a = 10\nb = 2\nc = 3\n' },
        { do: 'delete', cell: second },
        { do: 'insert', after: heading, language: 'python', source: 'import math' },
        { do: 'move', cell: heading, after: first },
      ],
    });
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['import math', 'a = 10\nb = 2\nc = 3\n', '# Roads']);
    await type(1, (code) => {
      code.insert(code.toString().indexOf('c = 3'), 'bob = 0\n');
    });
    const reverted = await turn.decide('revert');
    expect(reverted.map(({ state, problem }) => [state, problem])).toEqual(reverted.map(() => ['reverted', null]));
    await expect.poll(sources).toEqual(['# Roads', 'a = 1\nb = 2\nbob = 0\nc = 3\n', 'print(a)']);
    expect(cells()).toEqual([heading, first, second]);
    live.close();
  });

  test('[AIA-042] a place that was changed since is not overwritten and the change says so; the others are reverted', async () => {
    const { id, live, sources, cells, type } = await openNotebook('a = 1\n', 'b = 2\n');
    const [, first, second] = cells();
    await turn.call('edit_notebook', {
      notebook: id,
      steps: [
        { do: 'edit', cell: first, source: 'a = 10\n' },
        { do: 'edit', cell: second, source: 'b = 20\n' },
      ],
    });
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['# Roads', 'a = 10\n', 'b = 20\n']);
    await type(1, (code) => {
      code.insert(6, '0');
    });
    const [taken, free] = await turn.decide('revert');
    expect(taken).toMatchObject({ state: 'applied', error: { code: 'CHANGE_CONFLICT' } });
    expect(taken!.problem).toContain('Analysis [2]');
    expect(free).toMatchObject({ state: 'reverted', problem: null });
    await expect.poll(sources).toEqual(['# Roads', 'a = 100\n', 'b = 2\n']);
    live.close();
  });

  test('[AIA-100] a proposal is put together with what was written meanwhile, or left where both changed the same', async () => {
    const { id, live, sources, cells, type } = await openNotebook('a = 1\nb = 2\nc = 3\n', 'print(1)\n');
    const [, first, second] = cells();
    await turn.call('edit_notebook', {
      notebook: id,
      steps: [
        { do: 'edit', cell: first, source: 'a = 10\nb = 2\nc = 3\n' },
        { do: 'edit', cell: second, source: 'print(2)\n' },
      ],
    });
    await type(1, (code) => {
      code.insert(code.length, 'd = 4\n');
    });
    await type(2, (code) => {
      code.insert(6, '7');
    });
    const [merged, left] = await turn.decide('apply');
    expect(merged).toMatchObject({ state: 'applied', problem: null });
    expect(left).toMatchObject({ state: 'proposed', error: { code: 'CHANGE_CONFLICT' } });
    await expect.poll(sources).toEqual(['# Roads', 'a = 10\nb = 2\nc = 3\nd = 4\n', 'print(71)\n']);
    live.close();
  });

  test('[AIA-039] in analyst mode they are applied at once', async () => {
    const { id, live, sources, cells } = await openNotebook('a = 1');
    turn.isAnalyst = true;
    const answer = await turn.call('edit_notebook', {
      notebook: id,
      steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2' }],
    });
    expect(answer['changes']).toMatchObject([{ state: 'applied' }]);
    await expect.poll(sources).toEqual(['# Roads', 'a = 2']);
    await turn.decide('revert');
    await expect.poll(sources).toEqual(['# Roads', 'a = 1']);
    live.close();
  });

  test('[AIA-101] what a turn changes twice is one change, and later steps see the earlier ones', async () => {
    const { id, live, sources, cells } = await openNotebook('a = 1');
    await turn.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2\n' }] });
    await turn.call('edit_notebook', {
      notebook: id,
      steps: [{ do: 'edit', cell: cells()[1], passages: [{ find: 'a = 2', replace: 'a = 3' }] }],
    });
    expect(await turn.call('notebook_cells', { notebook: id })).toMatchObject([{}, { source: 'a = 3\n' }]);
    expect(await turn.list()).toMatchObject([{ before: 'a = 1', after: 'a = 3\n' }]);
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['# Roads', 'a = 3\n']);
    live.close();
  });

  test('[AIA-101] a cell that is edited and then deleted is deleted; one that is edited back is no change', async () => {
    const { id, live, sources, cells } = await openNotebook('a = 1', 'b = 2');
    const edit = (cell: string | undefined, source: string) => ({ do: 'edit', cell, source });
    const [, first, second] = cells();
    await turn.call('edit_notebook', { notebook: id, steps: [edit(first, 'a = 2'), edit(second, 'b = 3')] });
    await turn.call('edit_notebook', { notebook: id, steps: [{ do: 'delete', cell: first }, edit(second, 'b = 2')] });
    expect(await turn.list()).toMatchObject([{ before: 'a = 1', after: null }]);
    await turn.call('edit_notebook', {
      notebook: id,
      steps: [
        { do: 'insert', after: second, language: 'sql', source: 'SELECT 1' },
        edit(second, 'b = 9'),
        edit(second, 'b = 2'),
      ],
    });
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['# Roads', 'b = 2', 'SELECT 1']);
    live.close();
  });
});

test('[AIA-101] nothing is accepted that the answer which is being written may still change', async () => {
  const { query } = server.platform.database;
  await query.insert(chatMessages).values({
    id: turn.messageId,
    threadId: turn.threadId,
    role: 'assistant',
    state: 'writing',
    parts: [],
  });
  await turn.call('create_map', { name: 'Still written' });
  await expect(turn.decide('apply')).rejects.toMatchObject({ code: 'TURN_RUNNING' });
  expect(await turn.list()).toMatchObject([{ state: 'proposed' }]);
  await query.update(chatMessages).set({ state: 'complete' }).where(eq(chatMessages.id, turn.messageId));
  expect(await turn.decide('apply')).toMatchObject([{ state: 'applied' }]);
});

test('[AIA-102] decisions that come at once do nothing twice', async () => {
  await turn.call('create_map', { name: 'Once' });
  const before = (await ann.client.call(map.listMaps, { params: { projectId } })).data.length;
  await turn.call('create_notebook', { name: 'Once' });
  await Promise.all([turn.decide('apply'), turn.decide('apply'), turn.decide('apply')]);
  expect((await ann.client.call(map.listMaps, { params: { projectId } })).data).toHaveLength(before + 1);
  const { data } = await ann.client.call(notebook.listNotebooks, { params: { projectId } });
  expect(data.filter(({ name }) => name === 'Once')).toHaveLength(1);
});

describe('[AIA-006, AIA-045] the check of Python', () => {
  test('[AIA-046] what fails is answered to the model and proposed to nobody, until it is mended', async () => {
    const { id, live, cells } = await openNotebook('a = 1');
    const failed = await turn.call('edit_notebook', {
      notebook: id,
      steps: [{ do: 'edit', cell: cells()[1], source: 'print(missing' }],
    });
    expect(failed).toMatchObject({ check: 'FAILED', findings: [expect.stringMatching(/^\[2\] \d:\d+ /)] });
    expect(await turn.list()).toEqual([]);
    const kept = await turn.call('edit_notebook', {
      notebook: id,
      steps: [{ do: 'edit', cell: cells()[1], source: 'print(missing)' }],
      keep_despite_findings: true,
    });
    expect(kept).toMatchObject({ check: 'FAILED' });
    expect(await turn.list()).toMatchObject([{ check: 'FAILED', problem: expect.stringContaining('missing') }]);
    live.close();
  });

  test('[AIA-045] code whose check has not ended is not applied; one that was cut off is, as not checked', async () => {
    const { id, live, cells, sources } = await openNotebook('a = 1');
    await turn.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2' }] });
    const { query } = server.platform.database;
    await query.update(chatChanges).set({ check: 'CHECKING' }).where(eq(chatChanges.threadId, turn.threadId));
    expect(await turn.decide('apply')).toMatchObject([{ state: 'proposed', error: { code: 'TURN_RUNNING' } }]);
    const createdAt = new Date(Date.now() - 120_000);
    await query.update(chatChanges).set({ createdAt }).where(eq(chatChanges.threadId, turn.threadId));
    expect(await turn.decide('apply')).toMatchObject([{ state: 'applied', check: 'SKIP_CHECK' }]);
    await expect.poll(sources).toEqual(['# Roads', 'a = 2']);
    live.close();
  });

  test('[AIA-047] where the linter fails itself, the code waits for the person, in analyst mode too', async () => {
    const { id, live, cells, sources } = await openNotebook('a = 1');
    turn.isAnalyst = true;
    turn.isWithoutLinter = true;
    const answer = await turn.call('edit_notebook', {
      notebook: id,
      steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2' }],
    });
    expect(answer).toMatchObject({ check: 'SKIP_CHECK', changes: [{ state: 'proposed' }] });
    await turn.decide('apply');
    await expect.poll(sources).toEqual(['# Roads', 'a = 2']);
    live.close();
  });
});

describe('text files', () => {
  test('[AIA-042, AIA-057] are changed through the file room and reverted, and another’s words stay', async () => {
    const { live, text } = await openText('/data/notes.md', 'one\ntwo\nthree\n');
    await turn.call('edit_text_file', { path: '/data/notes.md', passages: [{ find: 'two', replace: 'TWO' }] });
    expect(text()).toBe('one\ntwo\nthree\n');
    await turn.decide('apply');
    await expect.poll(text).toBe('one\nTWO\nthree\n');
    const onDisk = { params: { projectId }, query: { path: '/data/notes.md', start: 0, count: 10 } };
    const { rows } = await ann.client.call(fileWindow.textWindow, onDisk);
    expect(rows.map((row) => row.text).join('|')).toContain('one|TWO|three');
    fileText(live.doc).insert(text().length, 'bob\n');
    await live.whenSaved();
    await turn.decide('revert');
    await expect.poll(text).toBe('one\ntwo\nthree\nbob\n');
    live.close();
  });

  test('[AIA-057] that are JSON, and cells that are a number, stay the texts that they are', async () => {
    const { live, text } = await openText('/data/settings.json', '{"depth": 3}\n');
    await turn.call('edit_text_file', { path: '/data/settings.json', passages: [{ find: '3', replace: '4' }] });
    const numbered = await openNotebook('42');
    const steps = [{ do: 'edit', cell: numbered.cells()[1], source: '43' }];
    await turn.call('edit_notebook', { notebook: numbered.id, steps });
    expect((await turn.list()).map(({ before, after }) => [before, after])).toEqual([
      ['{"depth": 3}\n', '{"depth": 4}\n'],
      ['42', '43'],
    ]);
    await turn.decide('apply');
    await expect.poll(text).toBe('{"depth": 4}\n');
    await expect.poll(numbered.sources).toEqual(['# Roads', '43']);
    await turn.decide('revert');
    await expect.poll(text).toBe('{"depth": 3}\n');
    await expect.poll(numbered.sources).toEqual(['# Roads', '42']);
    numbered.live.close();
    live.close();
  });

  test('[AIA-043, AIA-056] a new one is made only where there is none, and cannot be reverted', async () => {
    await turn.call('edit_text_file', { path: '/data/new.py', text: 'x = 1\n' });
    await turn.call('edit_text_file', { path: '/data/other.txt', text: 'mine' });
    await ann.upload(projectId, '/data/other.txt', 'theirs');
    const [made, taken] = await turn.decide('apply');
    expect(made).toMatchObject({
      kind: 'created',
      state: 'applied',
      target: { path: '/data/new.py' },
      check: 'PASSED',
    });
    expect(taken).toMatchObject({ state: 'proposed', error: { code: 'FILE_EXISTS' } });
    expect((await turn.decide('revert', [made!.id]))[0]).toMatchObject({
      state: 'applied',
      problem: '“/data/new.py” was newly created. Delete it by hand.',
    });
    const { data } = await ann.client.call(file.listFiles, { params: { projectId } });
    expect(data.map(({ path }) => path)).toContain('/data/new.py');
  });

  test('a text that nobody would read through is refused', async () => {
    await ann.upload(projectId, '/data/large.txt', 'line\n'.repeat(500_000));
    await expect(
      turn.call('edit_text_file', { path: '/data/large.txt', passages: [{ find: 'line', replace: 'x' }] }),
    ).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  test('[AIA-054] one that is not in step with its text is left alone', async () => {
    const { live, text } = await openText('/data/torn.txt', 'one\n');
    await turn.call('edit_text_file', { path: '/data/torn.txt', text: 'ONE\n' });
    fileText(live.doc).insert(0, 'bob\n');
    await live.whenSaved();
    await ann.upload(projectId, '/data/torn.txt', 'outside\n');
    const [change] = await turn.decide('apply');
    expect(change).toMatchObject({
      state: 'proposed',
      error: { code: expect.stringMatching(/^(FILE_CHANGED|CHANGE_CONFLICT)$/) as string },
    });
    expect(text()).not.toContain('ONE');
    live.close();
  });

  test('[AIA-044] a revert whose original is gone says so', async () => {
    await ann.upload(projectId, '/data/gone.txt', 'one\n');
    await turn.call('edit_text_file', { path: '/data/gone.txt', text: 'two\n' });
    await turn.decide('apply');
    await server.platform.files.remove(projectId as never, '/data/gone.txt' as never);
    expect(await turn.decide('revert')).toMatchObject([
      { state: 'applied', problem: 'Cannot revert: original content not found for “/data/gone.txt”.' },
    ]);
  });
});

describe('[AIA-060] who may', () => {
  test('a viewer is refused, another person finds no conversation of theirs, and a shared one may be read', async () => {
    await turn.call('create_map', { name: 'Made' });
    await expect(turn.decide('apply', undefined, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(turn.list(bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const shared = await TestTurn.begin(server, ann, projectId, true);
    await shared.call('create_map', { name: 'Made' });
    expect(await shared.list(viewer)).toHaveLength(1);
    await expect(shared.decide('apply', undefined, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const own = await TestTurn.begin(server, viewer, projectId);
    await expect(own.call('create_map', { name: 'Made' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(own.decide('apply', [turn.messageId], viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('[AIA-105] who passes by a public workspace sees neither changes nor what is left of Pro queries', async () => {
    const passerby = await server.signUp();
    const shared = await TestTurn.begin(server, ann, projectId, true);
    await shared.call('create_map', { name: 'Not for everyone' });
    const params = { projectId };
    await ann.client.call(project.updateProject, { params: { id: projectId }, body: { general_access: 'viewer' } });
    expect((await passerby.client.call(map.listMaps, { params })).data.length).toBeGreaterThan(0);
    await expect(shared.list(passerby)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(passerby.client.call(assistant.readProQueries, { params })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await ann.client.call(project.updateProject, { params: { id: projectId }, body: { general_access: 'restricted' } });
  });

  test('a role that was lost meanwhile applies nothing', async () => {
    const carol = await server.signUp();
    await server.share(ann, projectId, carol, 'PROJECT_EDITOR');
    const { id, live, sources, cells } = await openNotebook('a = 1');
    const own = await TestTurn.begin(server, carol, projectId);
    await own.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: cells()[1], source: 'a = 2' }] });
    await server.share(ann, projectId, carol, 'PROJECT_VIEWER');
    await expect(own.decide('apply')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(sources()).toEqual(['# Roads', 'a = 1']);
    live.close();
  });

  test('a notebook of another project is not reached', async () => {
    const other = await ann.makeProject();
    const { data } = await ann.client.call(notebook.createNotebook, {
      params: { projectId: other },
      body: { name: 'Other' },
    });
    await expect(
      turn.call('edit_notebook', {
        notebook: data.id,
        steps: [{ do: 'insert', after: '', language: 'python', source: '1' }],
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
