import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotebookDocument, notebookFragment, readBlocks } from '@groma/model';
import { machine, notebook, project, type ProjectRoomMessage } from '@groma/protocol';
import * as Y from 'yjs';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { OutputStore } from './output/output-store.ts';
import { sweepOutputsJob } from './output/sweep-outputs-job.ts';

let server: TestServer;
let owner: Person;
let viewer: Person;
let commenter: Person;
let projectId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, viewer, commenter] = [await server.signUp(), await server.signUp(), await server.signUp()];
  projectId = await owner.makeProject();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await server.share(owner, projectId, commenter, 'PROJECT_COMMENTATOR');
});
afterAll(() => server.close());

const make = async (name = 'Notes', initialTemplate?: unknown) =>
  (await owner.client.call(notebook.createNotebook, { params: { projectId }, body: { name, initialTemplate } })).data
    .id;
const names = async (person = owner) =>
  (await person.client.call(notebook.listNotebooks, { params: { projectId } })).data.map(({ name }) => name);

/** Messages of the project's room as they come. */
async function listen(person: Person): Promise<{
  messages: ProjectRoomMessage[];
  until: (is: (message: ProjectRoomMessage) => boolean) => Promise<ProjectRoomMessage>;
  close: () => void;
}> {
  const messages: ProjectRoomMessage[] = [];
  const socket = person.socket(`/parties/project/${projectId}`);
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ProjectRoomMessage));
  await new Promise((resolve, reject) => {
    socket.once('message', resolve).once('close', reject);
  });
  return {
    messages,
    close: () => {
      socket.close();
    },
    until: async (is) => {
      await expect.poll(() => messages.find(is), { timeout: 3_000 }).toBeDefined();
      return messages.find(is)!;
    },
  };
}

describe('notebooks', () => {
  test('[NBK-001] [NBK-035] [NBK-036] are made from a template, listed by name and read with their document', async () => {
    const id = await make('B first', {
      nbformat: 4,
      nbformat_minor: 4,
      metadata: {},
      cells: [{ cell_type: 'markdown', metadata: {}, source: '# Hi' }],
    });
    await make('A second');
    expect(await names()).toEqual(['A second', 'B first']);
    const { data } = await owner.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
    expect(data).toMatchObject({ id, name: 'B first', project_id: projectId, updated_at: expect.any(String) });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
    expect(readBlocks(doc).map(({ type, text }) => [type, text])).toEqual([['heading', 'Hi']]);
  });

  test('[NBK-035] a template that is none is refused and nothing is made', async () => {
    const before = await names();
    await expect(make('Bad', { nbformat: 2 })).rejects.toMatchObject({ code: 'BAD_NOTEBOOK_TEMPLATE', status: 400 });
    expect(await names()).toEqual(before);
  });

  test('[NBK-033] are renamed by PUT and by PATCH', async () => {
    const id = await make('Old');
    const params = { notebookId: id, projectId };
    expect(
      (
        await owner.client.call(notebook.renameNotebook, {
          params,
          body: { name: 'New', updated_at: new Date().toISOString() },
        })
      ).data.name,
    ).toBe('New');
    expect((await owner.client.call(notebook.replaceNotebookName, { params, body: { name: 'Newer' } })).data.name).toBe(
      'Newer',
    );
    expect(await names()).toContain('Newer');
  });

  test('[NBK-112] [NBK-024] [NBK-025] [NBK-026] follow the role: a viewer only reads, a commentator may copy', async () => {
    const id = await make('Guarded');
    const params = { notebookId: id, projectId };
    for (const person of [viewer, commenter]) {
      await expect(
        person.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'x' } }),
      ).rejects.toMatchObject({ status: 403 });
      await expect(person.client.call(notebook.renameNotebook, { params, body: { name: 'x' } })).rejects.toMatchObject({
        status: 403,
      });
      await expect(person.client.call(notebook.deleteNotebook, { params })).rejects.toMatchObject({ status: 403 });
      await expect(
        person.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Stop_All' } }),
      ).rejects.toMatchObject({ status: 403 });
      await expect(
        person.client.open(notebook.postToProject, {
          params: { projectId },
          body: { type: 'Create_Kernel', notebookId: id },
        }),
      ).rejects.toMatchObject({ status: 403 });
      await expect(person.client.call(machine.startMachine, { params: { projectId }, body: {} })).rejects.toMatchObject(
        { status: 403 },
      );
      expect((await person.client.call(notebook.readNotebook, { params })).data.name).toBe('Guarded');
    }
    await expect(viewer.client.call(notebook.duplicateNotebook, { params, body: {} })).rejects.toMatchObject({
      status: 403,
    });
    expect((await commenter.client.call(notebook.duplicateNotebook, { params, body: {} })).data.name).toBe(
      'Guarded copy',
    );
  });

  test('[NBK-112] are copied with text and outputs, without data of blocks that were deleted', async () => {
    const id = await make('Source', [
      { type: 'code', props: { code: 'one', output: [{ kind: 'text', text: 'out' }] } },
      { type: 'code', props: { code: 'two' } },
    ]);
    const { document, release } = await server.platform.documents.open(id);
    document.transact((doc) => (notebookFragment(doc).get(0) as Y.XmlElement).delete(1, 1));
    release();
    const copy = (
      await owner.client.call(notebook.duplicateNotebook, {
        params: { notebookId: id, projectId },
        body: { name: 'Copied' },
      })
    ).data;
    expect(copy.name).toBe('Copied');
    const doc = await server.platform.documents.read(copy.id);
    expect(Object.values(doc.getMap('cells').toJSON())).toMatchObject([
      { code: 'one', outputs: [{ kind: 'text', text: 'out' }] },
    ]);
  });

  test('[NBK-106] are downloaded as Jupyter files under their name', async () => {
    const id = await make('Größe "1"', [
      { type: 'paragraph', content: 'text' },
      { type: 'code', props: { code: 'print(1)' } },
    ]);
    const reply = await viewer.fetch(`/api/notebooks/${id}/projects/${projectId}/ipynb`);
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.ipynb"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.ipynb`,
    );
    expect(await reply.json()).toMatchObject({
      nbformat: 4,
      nbformat_minor: 4,
      cells: [
        { cell_type: 'markdown', source: ['text'] },
        { cell_type: 'code', source: ['print(1)'] },
      ],
    });
  });

  test('[NBK-062] when deleted send their people out and are gone with their document', async () => {
    const id = await make('Doomed');
    const live = owner.live('main', id);
    await live.whenSynced();
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    await expect.poll(() => live.state).toMatchObject({ connection: 'refused', refusal: 'NOTEBOOK_NOT_FOUND' });
    live.close();
    await expect(
      owner.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(server.platform.documents.read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the room of a notebook', () => {
  test('[NBK-024] [NBK-026] lets two people edit one text and a viewer only watch', async () => {
    const other = await server.signUp();
    await server.share(owner, projectId, other, 'PROJECT_EDITOR');
    const id = await make('Together', [{ type: 'paragraph' }]);
    const [first, second, watching] = [owner.live('main', id), other.live('main', id), viewer.live('main', id)];
    await Promise.all([first, second, watching].map((live) => live.whenSynced()));
    expect([first, second, watching].map((live) => live.state.canWrite)).toEqual([true, true, false]);
    first.doc.getMap('cells').set('a', 'first');
    second.doc.getMap('cells').set('b', 'second');
    await Promise.all([first.whenSaved(), second.whenSaved()]);
    for (const live of [first, second, watching])
      await expect.poll(() => live.doc.getMap('cells').toJSON()).toEqual({ a: 'first', b: 'second' });
    watching.doc.getMap('cells').set('c', 'forbidden');
    await expect.poll(() => watching.state.refusal).toBe('FORBIDDEN');
    expect((await server.platform.documents.read(id)).getMap('cells').toJSON()).toEqual({ a: 'first', b: 'second' });
    for (const live of [first, second, watching]) live.close();
  });

  test('[NBK-040] each connection to the room main has an id of its own', async () => {
    const id = await make('Connected');
    const [first, second] = [owner.live('main', id), owner.live('main', id)];
    await Promise.all([first.whenSynced(), second.whenSynced()]);
    expect(first.connectionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.connectionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.connectionId).not.toBe(first.connectionId);
    for (const live of [first, second]) live.close();
  });

  test('notes the time of an edit', async () => {
    const id = await make('Timed');
    const read = async () =>
      (await owner.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } })).data.updated_at;
    const before = await read();
    const live = owner.live('main', id);
    await live.whenSynced();
    createNotebookDocument(live.doc, [{ type: 'paragraph' }]);
    await live.whenSaved();
    await expect.poll(read).not.toBe(before);
    live.close();
  });
});

describe('the room of a project', () => {
  test('[SHL-005] tells who is here, each once, and who has left', async () => {
    const room = await listen(owner);
    const again = await listen(owner);
    const guest = await listen(viewer);
    const people = (count: number) =>
      room.until((message) => message.type === 'Presence' && message.users.length === count);
    expect(await people(2)).toEqual({
      type: 'Presence',
      users: [
        { id: owner.id, username: owner.username, email: owner.email },
        { id: viewer.id, username: viewer.username, email: viewer.email },
      ],
    });
    room.messages.length = 0;
    guest.close();
    await people(1);
    again.close();
    room.close();
  });

  test('[NBK-038] [NBK-039] tells of notebooks that are made, renamed and deleted', async () => {
    const room = await listen(viewer);
    const id = await make('Told');
    await room.until(
      (message) =>
        message.type === 'Notebook_List_Info_Sync' &&
        message.updatedNotebookId === id &&
        message.updatedNotebookName === 'Told',
    );
    await owner.client.call(notebook.renameNotebook, {
      params: { notebookId: id, projectId },
      body: { name: 'Told again' },
    });
    await room.until(
      (message) => message.type === 'Notebook_List_Info_Sync' && message.updatedNotebookName === 'Told again',
    );
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    expect(
      await room.until(
        (message) => message.type === 'Notebook_List_Info_Sync' && message.NotebookListDeleteIds.includes(id),
      ),
    ).toEqual({
      type: 'Notebook_List_Info_Sync',
      NotebookListDeleteIds: [id],
      NotebookListDeleteNames: ['Told again'],
    });
    room.close();
  });

  test('[NBK-037] passes on the wish to read the list anew, and the changes of other lists', async () => {
    const room = await listen(viewer);
    room.messages.length = 0;
    expect(
      await (
        await viewer.client.open(notebook.postToProject, {
          params: { projectId },
          body: { type: 'Request_Notebook_List_Sync' },
        })
      ).text(),
    ).toBe('ok');
    await room.until((message) => message.type === 'Notebook_List_Info_Sync');
    for (const topic of ['maps-changed', 'files-changed', 'operation-changed', 'machine-changed'])
      await server.platform.bus.publish(topic, { projectId, detail: topic });
    await server.platform.bus.publish('maps-changed', { projectId: 'another', detail: 'not for here' });
    await room.until((message) => message.type === 'Machine_Changed');
    expect(room.messages.slice(1)).toEqual(
      ['Map_List', 'Files', 'Operation', 'Machine'].map((name) =>
        expect.objectContaining({ type: `${name}_Changed`, projectId }),
      ),
    );
    room.close();
  });

  test('a deleted project takes its notebooks with it', async () => {
    const doomed = await owner.makeProject('doomed');
    const { id } = (
      await owner.client.call(notebook.createNotebook, { params: { projectId: doomed }, body: { name: 'n' } })
    ).data;
    await owner.client.call(project.deleteProject, { params: { id: doomed } });
    await expect(server.platform.documents.read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('[NBK-129] [NBK-131] a Jupyter file', () => {
  const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const picture = 'iVBOR'.repeat(8_000);
  const file = (source: string): string =>
    `${JSON.stringify(
      {
        cells: [
          {
            attachments: { 'a.png': { 'image/png': picture } },
            cell_type: 'markdown',
            id: 'one',
            metadata: { slideshow: { slide_type: 'slide' } },
            source: lines(source),
          },
          {
            cell_type: 'code',
            execution_count: 2,
            id: 'two',
            metadata: { tags: ['parameters'] },
            outputs: [
              { name: 'stderr', output_type: 'stream', text: ['\r 0%', '\r100%\n'] },
              {
                data: {
                  'application/vnd.plotly.v1+json': { data: ['x'.repeat(40_000)] },
                  'image/png': `${picture}\n`,
                  'text/plain': ['<Figure>'],
                },
                execution_count: 2,
                metadata: { 'image/png': { width: 4 } },
                output_type: 'execute_result',
              },
              { ename: 'E', evalue: 'v', output_type: 'error', traceback: [`${'line\n'.repeat(30_000)}`, 'end'] },
            ],
            source: ['1 + 1'],
          },
          { cell_type: 'raw', id: 'three', metadata: { format: 'text/html' }, source: ['<b>'] },
        ],
        metadata: { kernelspec: { display_name: 'R', language: 'R', name: 'ir' }, long: 'y'.repeat(20_000) },
        nbformat: 4,
        nbformat_minor: 5,
      },
      null,
      1,
    )}\n`;
  const source = '# Title\n\nOne  \ntwo\n\n```sql\nselect 1\n```\n';
  const download = async (id: string) => (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/ipynb`)).text();

  test('comes back as it was, from a copy and after its outputs were swept too', async () => {
    const id = await make('Jupyter', file(source));
    expect(await download(id)).toBe(file(source));
    const outputs = new OutputStore(server.platform.database);
    await outputs.keep(id, [{ outputId: 'replaced', index: 0, firstLine: 0, text: 'what was shown before' }]);
    const copy = await owner.client.call(notebook.duplicateNotebook, {
      params: { notebookId: id, projectId },
      body: { name: 'Another' },
    });
    await expect(outputs.lines(copy.data.id, 'replaced', 0, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await server.platform.database.pool.query(
      `UPDATE output_pieces SET kept_at = now() - interval '2 days' WHERE notebook_id = ANY($1)`,
      [[id, copy.data.id]],
    );
    await sweepOutputsJob(server.platform.documents, outputs, server.platform.log).run(
      {},
      new AbortController().signal,
    );
    expect(await Promise.all([id, copy.data.id].map((each) => download(each)))).toEqual([file(source), file(source)]);
  });

  test('whose text somebody edits live comes back with that cell changed alone', async () => {
    const id = await make('Edited', file(source));
    const live = owner.live('main', id);
    await live.whenSynced();
    const group = notebookFragment(live.doc).get(0) as Y.XmlElement;
    const text = ((group.get(1) as Y.XmlElement).get(0) as Y.XmlElement).get(0) as Y.XmlText;
    text.insert(3, '!');
    await live.whenSaved();
    expect(await download(id)).toBe(file(source.replace('One', 'One!')));
    live.close();
  });
});
