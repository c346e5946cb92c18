import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  commentRecords,
  createNotebookDocument,
  markedThreads,
  notebookFragment,
  readThreads,
  threadRecords,
  threadsDocumentId,
  type FullThread,
} from '@groma/model';
import { notebook, project, type LiveConnection, type ThreadMessage } from '@groma/protocol';
import * as Y from 'yjs';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let owner: Person;
let editor: Person;
let commentator: Person;
let other: Person;
let viewer: Person;
let stranger: Person;
let projectId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, editor, commentator, other, viewer, stranger] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ] as [Person, Person, Person, Person, Person, Person];
  projectId = await owner.makeProject();
  for (const [person, role] of [
    [editor, 'PROJECT_EDITOR'],
    [commentator, 'PROJECT_COMMENTATOR'],
    [other, 'PROJECT_COMMENTATOR'],
    [viewer, 'PROJECT_VIEWER'],
  ] as const)
    await server.share(owner, projectId, person, role);
});
afterAll(() => server.close());

const blocks = [
  { type: 'paragraph', content: 'How often does it come back?' },
  { type: 'bulletListItem', content: 'At Paks' },
  { type: 'quote', content: 'Rivers' },
  { type: 'table', content: { type: 'tableContent', rows: [{ cells: ['Mohács'] }] } },
];
const make = async () =>
  (
    await owner.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'Notes', initialTemplate: blocks },
    })
  ).data.id;
const post = (person: Person, notebookId: string, body: ThreadMessage) =>
  person.client.call(notebook.postToThreads, { params: { notebookId }, body });
const list = async (notebookId: string, person = owner): Promise<FullThread[]> =>
  (await person.client.call(notebook.listThreads, { params: { notebookId, projectId } })).data;
const textOf = (notebookId: string) => server.platform.documents.read(notebookId);

function textsOf(node: Y.XmlFragment | Y.XmlElement): Y.XmlText[] {
  return node
    .toArray()
    .flatMap((child) => (child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsOf(child) : []));
}

const lettersOf = (text: Y.XmlText) => (text.toDelta() as { insert: string }[]).map(({ insert }) => insert).join('');

/** The place of some words, as a browser that holds the notebook tells it. */
async function placeOf(notebookId: string, words: string): Promise<{ start: string; end: string }> {
  const text = textsOf(notebookFragment(await textOf(notebookId))).find((each) => lettersOf(each).includes(words))!;
  const from = lettersOf(text).indexOf(words);
  const encode = (index: number) =>
    Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index))).toString('base64');
  return { start: encode(from), end: encode(from + words.length) };
}

const begin = async (person: Person, notebookId: string, words = 'How often', text = 'Why?') =>
  (await post(person, notebookId, { type: 'Create_Thread', text, places: [await placeOf(notebookId, words)] })) as {
    threadId: string;
    commentId: string;
  };

describe('comments', () => {
  test('[NBK-030] [NBK-025] a commentator begins a thread, others answer, react and resolve it, and two people see each step at once', async () => {
    const id = await make();
    const seen = [commentator.live('threads', id), viewer.live('threads', id)];
    const text = viewer.live('main', id);
    await Promise.all([...seen, text].map((live) => live.whenSynced()));
    const { threadId, commentId } = await begin(commentator, id);
    const both = async (is: (threads: FullThread[]) => boolean) => {
      for (const { doc } of seen) await expect.poll(() => is(readThreads(doc))).toBe(true);
    };
    await both(
      ([thread]) =>
        thread?.quote === 'How often' &&
        thread.comments[0]?.text === 'Why?' &&
        thread.comments[0].userId === commentator.id,
    );
    await expect.poll(() => [...markedThreads(text.doc)]).toEqual([threadId]);
    await post(editor, id, { type: 'Add_Comment', threadId, text: 'Because.' });
    await post(other, id, { type: 'Add_Reaction', commentId, emoji: '👍' });
    await both(([thread]) => thread?.comments.length === 2 && thread.comments[0]?.reactions['👍']?.join() === other.id);
    await post(commentator, id, { type: 'Edit_Comment', commentId, text: 'Why, then?' });
    await both(([thread]) => thread?.comments[0]?.text === 'Why, then?' && thread.comments[0].editedAt !== null);
    await post(other, id, { type: 'Resolve_Thread', threadId });
    await both(([thread]) => thread?.resolvedBy === other.id);
    await post(other, id, { type: 'Unresolve_Thread', threadId });
    await both(([thread]) => thread?.resolvedAt === null);
    await post(other, id, { type: 'Remove_Reaction', commentId, emoji: '👍' });
    await both(([thread]) => Object.keys(thread?.comments[0]?.reactions ?? {}).length === 0);
    expect([...markedThreads(text.doc)]).toEqual([threadId]);
    for (const live of [...seen, text]) live.close();
  });

  test('[NBK-118] an answer opens a resolved thread again', async () => {
    const id = await make();
    const { threadId } = await begin(commentator, id);
    await post(editor, id, { type: 'Resolve_Thread', threadId });
    await post(commentator, id, { type: 'Add_Comment', threadId, text: 'Still?' });
    expect(await list(id)).toMatchObject([{ resolvedAt: null, comments: [{}, { text: 'Still?' }] }]);
  });

  test('[NBK-012] only text of paragraphs, headings, tables, alerts and lists is marked, and only where it is', async () => {
    const id = await make();
    for (const words of ['Paks', 'Mohács']) await begin(commentator, id, words);
    await expect(begin(commentator, id, 'Rivers')).rejects.toMatchObject({ code: 'COMMENT_PLACE_GONE' });
    const whole = Buffer.from(
      Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(new Y.Doc().getXmlFragment('forged'), 0)),
    ).toString('base64');
    const [here, there] = [await placeOf(id, 'How'), await placeOf(id, 'Paks')];
    for (const place of [
      { start: whole, end: whole },
      { start: 'AAAA', end: '????' },
      { start: here.end, end: here.start },
      { start: here.start, end: there.end },
    ]) {
      await expect(
        post(commentator, id, { type: 'Create_Thread', text: 'x', places: [here, place] }),
      ).rejects.toMatchObject({ code: 'COMMENT_PLACE_GONE' });
    }
    expect((await list(id)).map(({ quote }) => quote)).toEqual(['Paks', 'Mohács']);
    expect(markedThreads(await textOf(id)).size).toBe(2);
    expect((await textOf(id)).share.has('forged')).toBe(false);
  });

  test('[NBK-026] a viewer asks for nothing that is done, by call or by socket', async () => {
    const id = await make();
    const { threadId, commentId } = await begin(commentator, id);
    const before = await list(id, viewer);
    const forged: ThreadMessage[] = [
      { type: 'Create_Thread', text: 'x', places: [await placeOf(id, 'Paks')] },
      { type: 'Add_Comment', threadId, text: 'x' },
      { type: 'Edit_Comment', commentId, text: 'x' },
      { type: 'Delete_Comment', commentId },
      { type: 'Delete_Thread', threadId },
      { type: 'Resolve_Thread', threadId },
      { type: 'Unresolve_Thread', threadId },
      { type: 'Add_Reaction', commentId, emoji: '👍' },
      { type: 'Remove_Reaction', commentId, emoji: '👍' },
    ];
    for (const message of forged) await expect(post(viewer, id, message)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(post(stranger, id, forged[1]!)).rejects.toMatchObject({ status: 404 });
    expect(await list(id)).toEqual(before);
  });

  test('[NBK-116] nobody writes threads by the socket, whatever their role, and nothing of it reaches others', async () => {
    const id = await make();
    await begin(commentator, id);
    const before = await list(id);
    const watching = owner.live('threads', id);
    await watching.whenSynced();
    const writers: LiveConnection[] = [viewer, commentator, editor].map((person) => person.live('threads', id));
    for (const live of writers) {
      await live.whenSynced();
      expect(live.state.canWrite).toBe(false);
      threadRecords(live.doc).clear();
      commentRecords(live.doc).set('forged', { ...before[0]!.comments[0]!, id: 'forged', userId: owner.id });
      live.awareness.setLocalStateField('user', { id: owner.id, name: owner.username });
      await expect.poll(() => live.state.refusal).toBe('FORBIDDEN');
    }
    const next = await begin(commentator, id, 'Paks');
    await expect
      .poll(() => readThreads(watching.doc).map((thread) => thread.id))
      .toEqual([before[0]!.id, next.threadId]);
    expect(watching.awareness.getStates().size).toBe(1);
    expect((await list(id))[0]).toEqual(before[0]);
    for (const live of [...writers, watching]) live.close();
  });

  test('[NBK-117] a comment carries who wrote it, and only they edit it; an editor may delete it, another commentator may not', async () => {
    const id = await make();
    const { threadId, commentId } = await begin(commentator, id);
    await post(other, id, {
      type: 'Add_Comment',
      threadId,
      text: 'Mine',
      userId: owner.id,
      username: 'owner',
      createdAt: '1970-01-01',
    } as ThreadMessage);
    const [thread] = await list(id);
    expect(thread!.comments.map(({ userId, username }) => [userId, username])).toEqual([
      [commentator.id, commentator.username],
      [other.id, other.username],
    ]);
    expect(Date.parse(thread!.comments[1]!.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    for (const person of [other, editor, owner])
      await expect(post(person, id, { type: 'Edit_Comment', commentId, text: 'forged' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    await expect(post(other, id, { type: 'Delete_Comment', commentId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(post(commentator, id, { type: 'Delete_Thread', threadId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await post(editor, id, { type: 'Delete_Comment', commentId });
    expect(await list(id)).toMatchObject([
      { comments: [{ text: '', deletedAt: expect.any(String) }, { text: 'Mine' }] },
    ]);
    await expect(post(commentator, id, { type: 'Edit_Comment', commentId, text: 'back' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('[NBK-117] with its last comment a thread goes, and its mark in the text; what comes too late is told so', async () => {
    const id = await make();
    const first = await begin(commentator, id);
    const second = await begin(commentator, id, 'How often does');
    await post(commentator, id, { type: 'Delete_Comment', commentId: first.commentId });
    expect([...markedThreads(await textOf(id))]).toEqual([second.threadId]);
    await expect(
      post(other, id, { type: 'Add_Comment', threadId: first.threadId, text: 'late' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await post(editor, id, { type: 'Delete_Thread', threadId: second.threadId });
    expect(await list(id)).toEqual([]);
    expect(markedThreads(await textOf(id)).size).toBe(0);
    expect(textsOf(notebookFragment(await textOf(id)))[0]!.toDelta()).toEqual([
      { insert: 'How often does it come back?' },
    ]);
  });

  test('[NBK-119] what is too long, empty or no emoji is refused', async () => {
    const id = await make();
    const { threadId, commentId } = await begin(commentator, id);
    const bad: ThreadMessage[] = [
      { type: 'Add_Comment', threadId, text: 'x'.repeat(5_001) },
      { type: 'Add_Comment', threadId, text: ' \n ' },
      ...['x', '', '👍👍', '<img>', '👍'.repeat(20)].map((emoji): ThreadMessage => ({
        type: 'Add_Reaction',
        commentId,
        emoji,
      })),
    ];
    for (const message of bad)
      await expect(post(commentator, id, message)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const many = [...'😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😑😒😓'];
    for (const emoji of many) await post(commentator, id, { type: 'Add_Reaction', commentId, emoji });
    await expect(post(commentator, id, { type: 'Add_Reaction', commentId, emoji: '👍' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    await post(other, id, { type: 'Add_Reaction', commentId, emoji: '😀' });
    expect((await list(id))[0]!.comments[0]!.reactions['😀']).toEqual([commentator.id, other.id]);
  });

  test('[NBK-030] 200 comments by two people at once are all there, in one order for everybody', async () => {
    const id = await make();
    const { threadId } = await begin(commentator, id);
    const live = viewer.live('threads', id);
    await live.whenSynced();
    await Promise.all(
      [commentator, other].map(async (person) => {
        for (let i = 0; i < 100; i++)
          await post(person, id, { type: 'Add_Comment', threadId, text: `${person.username} ${i}` });
      }),
    );
    await expect.poll(() => readThreads(live.doc)[0]?.comments.length).toBe(201);
    const [stored] = await list(id);
    expect(readThreads(live.doc)[0]!.comments).toEqual(stored!.comments);
    expect(new Set(stored!.comments.map(({ order }) => order)).size).toBe(201);
    for (const { username } of [commentator, other])
      expect(stored!.comments.filter(({ text }) => text.startsWith(username)).map(({ text }) => text)).toEqual(
        Array.from({ length: 100 }, (_, i) => `${username} ${i}`),
      );
    live.close();
  });

  test('[NBK-120] what each person has read is told to them alone', async () => {
    const id = await make();
    const { threadId } = await begin(commentator, id);
    const params = { notebookId: id, projectId };
    const { data } = await viewer.client.call(notebook.markThreadsRead, {
      params,
      body: { threadIds: [threadId, 'nothing'] },
    });
    expect(Object.keys(data)).toEqual([threadId]);
    expect(Date.parse(data[threadId]!)).toBeGreaterThanOrEqual(Date.parse((await list(id))[0]!.comments[0]!.createdAt));
    expect((await viewer.client.call(notebook.listReadThreads, { params })).data).toEqual(data);
    expect((await other.client.call(notebook.listReadThreads, { params })).data).toEqual({});
  });

  test('[NBK-121] a copy of a notebook, or of its project, has the text without comments; a deleted notebook takes them along', async () => {
    const id = await make();
    await begin(commentator, id);
    const copy = (await owner.client.call(notebook.duplicateNotebook, { params: { notebookId: id, projectId } })).data
      .id;
    expect(await list(copy)).toEqual([]);
    expect(markedThreads(await textOf(copy)).size).toBe(0);
    const { data } = await owner.client.call(project.duplicateProject, { params: { projectId }, body: {} });
    const copied = async () =>
      (
        await owner.client
          .call(notebook.listNotebooks, { params: { projectId: data.project_id } })
          .catch(() => ({ data: [] }))
      ).data;
    await expect.poll(async () => (await copied()).length, { timeout: 15_000 }).toBeGreaterThan(0);
    for (const each of await copied()) expect(markedThreads(await textOf(each.id)).size).toBe(0);
    const live = viewer.live('threads', id);
    await live.whenSynced();
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    await expect.poll(() => live.state.connection).toBe('refused');
    await expect(server.platform.documents.read(threadsDocumentId(id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    live.close();
  });

  test('[NBK-025] a commentator still writes nothing into the text itself', async () => {
    const id = await make();
    const live = commentator.live('main', id);
    await live.whenSynced();
    expect(live.state.canWrite).toBe(false);
    live.doc.transact(() => {
      notebookFragment(live.doc).delete(0, 1);
      createNotebookDocument(live.doc);
    });
    await expect.poll(() => live.state.refusal).toBe('FORBIDDEN');
    expect(textsOf(notebookFragment(await textOf(id)))[0]!.toJSON()).toBe('How often does it come back?');
    live.close();
  });
});
