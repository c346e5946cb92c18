import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileFormat, filePath, fileStatus, fileText, limit, replaceText, setFileFormat } from '@groma/model';
import { encodeLiveMessage, file, fileRoom, fileRoomId, project, type LiveConnection } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
let folder: string;
const open: { close(): void }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject();
  folder = await server.platform.files.folderOf(projectId as never);
});
beforeEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await server.close();
});

const at = (name: string) => join(folder, name);
/** As a kernel does it: past the server. */
function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(`${at(name)}.part`, content);
  renameSync(`${at(name)}.part`, at(name));
}
const read = (name: string) => readFileSync(at(name), 'utf8');
const room = async (name: string, person = ann) =>
  (await person.client.call(fileRoom.openFileRoom, { params: { projectId }, body: { path: `/data/${name}` } })).data;

async function enter(person: Person, name: string): Promise<LiveConnection> {
  const connection = person.live('file', (await room(name, person)).roomId);
  open.push(connection);
  await connection.whenSynced();
  return connection;
}

const textOf = ({ doc }: LiveConnection) => fileText(doc).toString();
const move = (from: string, to: string) =>
  ann.client.call(file.moveFile, { params: { projectId }, body: { from: `/data/${from}`, to: `/data/${to}` } });

test('[FIL-069] two people edit a file in the room of its project and file id, and the file follows within a second', async () => {
  put('two.py', 'print(1)\n');
  const { roomId, fileId } = await room('two.py');
  expect(roomId).toBe(`${projectId}${fileId}`);
  const [one, two] = [await enter(ann, 'two.py'), await enter(ben, 'two.py')];
  expect([textOf(one), fileFormat(one.doc), filePath(two.doc)]).toEqual([
    'print(1)\n',
    { encoding: 'utf-8', hasMark: false, lineEnding: 'lf' },
    '/data/two.py',
  ]);
  fileText(one.doc).insert(0, '# ann\n');
  fileText(two.doc).insert(fileText(two.doc).length, '# ben\n');
  await Promise.all([one.whenSaved(), two.whenSaved()]);
  await expect.poll(() => read('two.py'), { timeout: 5_000 }).toBe('# ann\nprint(1)\n# ben\n');
  expect([textOf(one), textOf(two)]).toEqual([read('two.py'), read('two.py')]);
});

test('[FIL-069] encoding, mark, line ends, the missing last line end and the rights of the file stay', async () => {
  put('dos.csv', Buffer.from('\ufeffa;b\r\n1;2', 'utf8'));
  put('wide.txt', Buffer.from('\ufeffh\u00e9\r\n', 'utf16le'));
  put('old.txt', Buffer.from('caf\u00e9\n', 'latin1'));
  put('polish.txt', Buffer.from([0xa3, 0xf3, 0x64, 0x9f, 0x0d, 0x0a]));
  put('run.sh', 'echo 1\n');
  chmodSync(at('run.sh'), 0o755);
  for (const name of ['dos.csv', 'wide.txt', 'old.txt', 'polish.txt', 'run.sh']) {
    const live = await enter(ann, name);
    fileText(live.doc).insert(0, 'x\n');
    await live.whenSaved();
  }
  await expect
    .poll(() => [readFileSync(at('dos.csv')), readFileSync(at('wide.txt')), readFileSync(at('old.txt'))], {
      timeout: 5_000,
    })
    .toEqual([
      Buffer.from('\ufeffx\r\na;b\r\n1;2'),
      Buffer.from('\ufeffx\r\nh\u00e9\r\n', 'utf16le'),
      Buffer.from('x\ncaf\u00e9\n', 'latin1'),
    ]);
  await expect
    .poll(() => [...readFileSync(at('polish.txt'))])
    .toEqual([0x78, 0x0d, 0x0a, 0xa3, 0xf3, 0x64, 0x9f, 0x0d, 0x0a]);
  await expect.poll(() => read('run.sh')).toBe('x\necho 1\n');
  expect(statSync(at('run.sh')).mode & 0o777).toBe(0o755);
});

test('[FIL-088] a letter that the encoding has no place for is asked about: the file stays until an encoding is chosen that has one', async () => {
  const before = Buffer.from('caf\u00e9\n', 'latin1');
  put('latin.txt', before);
  const live = await enter(ann, 'latin.txt');
  fileText(live.doc).insert(0, '\u6c34 ');
  await expect
    .poll(() => fileStatus(live.doc), { timeout: 5_000 })
    .toEqual({ kind: 'unencodable', encoding: 'windows-1252', letters: ['\u6c34'] });
  expect(readFileSync(at('latin.txt'))).toEqual(before);
  setFileFormat(live.doc, { ...fileFormat(live.doc), encoding: 'utf-8' });
  await expect.poll(() => read('latin.txt'), { timeout: 5_000 }).toBe('\u6c34 caf\u00e9\n');
  await expect.poll(() => fileStatus(live.doc)).toEqual({ kind: 'in-step' });
});

test('[FIL-088] a letter that is taken out again lets the file be written in its own encoding', async () => {
  put('typo.txt', Buffer.from('caf\u00e9\n', 'latin1'));
  const live = await enter(ann, 'typo.txt');
  fileText(live.doc).insert(0, '\u6c34');
  await expect.poll(() => fileStatus(live.doc).kind, { timeout: 5_000 }).toBe('unencodable');
  live.doc.transact(() => {
    replaceText(fileText(live.doc), 'th\u00e9\n');
  });
  await expect
    .poll(() => readFileSync(at('typo.txt')), { timeout: 5_000 })
    .toEqual(Buffer.from('th\u00e9\n', 'latin1'));
});

test('[FIL-088] a file is read anew in the encoding that somebody chose, after a look at it, and keeps it when a program writes to it', async () => {
  const [greek, more] = [
    [0xe1, 0xe2, 0xe3, 0x0a],
    [0xe4, 0xe5, 0x0a],
  ];
  put('letters.txt', Uint8Array.from(greek));
  const live = await enter(ann, 'letters.txt');
  const { fileId } = await room('letters.txt');
  const params = { projectId, fileId };
  expect(fileFormat(live.doc).isGuessed).toBe(true);
  expect(
    await ann.client.call(fileRoom.readFileText, { params, query: { encoding: 'windows-1253', sample: 'true' } }),
  ).toEqual({ text: '\u03b1\u03b2\u03b3', encoding: 'windows-1253' });
  expect(
    await ann.client.call(fileRoom.settleFile, { params, body: { choice: 'reopen', encoding: 'windows-1253' } }),
  ).toEqual({ status: 'in-step' });
  await expect.poll(() => textOf(live)).toBe('\u03b1\u03b2\u03b3\n');
  expect([...readFileSync(at('letters.txt'))]).toEqual(greek);
  fileText(live.doc).insert(0, '\u03b4');
  await expect.poll(() => [...readFileSync(at('letters.txt'))], { timeout: 5_000 }).toEqual([0xe4, ...greek]);
  put('letters.txt', Uint8Array.from([...greek, ...more]));
  await expect.poll(() => textOf(live), { timeout: 10_000 }).toBe('\u03b1\u03b2\u03b3\n\u03b4\u03b5\n');
  expect((await ann.client.call(fileRoom.readFileText, { params, query: {} })).encoding).toBe('windows-1253');
  await expect(
    ann.client.call(fileRoom.settleFile, { params, body: { choice: 'reopen', encoding: 'utf-8' } }),
  ).rejects.toMatchObject({ code: 'TEXT_ENCODING_WRONG' });
  expect([textOf(live), fileStatus(live.doc).kind]).toEqual(['\u03b1\u03b2\u03b3\n\u03b4\u03b5\n', 'in-step']);
});

test('[FIL-035] [FIL-069] what is too large, no text, or not there is refused with the reason', async () => {
  put('big.log', Buffer.alloc(limit.editFileBytes + 1, 'x'));
  put('picture.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]));
  mkdirSync(at('folder.txt'), { recursive: true });
  await expect(room('big.log')).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expect(room('picture.txt')).rejects.toMatchObject({ code: 'FILE_NOT_TEXT' });
  await expect(room('none.txt')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(room('folder.txt')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-070] the whole text of a file is overwritten over the websocket', async () => {
  put('over.json', '{"a": 1}\n');
  const [one, reader] = [await enter(ben, 'over.json'), await enter(ann, 'over.json')];
  one.doc.transact(() => {
    replaceText(fileText(one.doc), '{"a": 2, "b": [3]}\n');
  });
  await one.whenSaved();
  await expect.poll(() => read('over.json'), { timeout: 5_000 }).toBe('{"a": 2, "b": [3]}\n');
  expect(textOf(reader)).toBe('{"a": 2, "b": [3]}\n');
});

test('[FIL-072] viewing needs read-on-open, editing edit-on-open, and both end with the role', async () => {
  put('roles.md', 'as it was\n');
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  const viewer = await enter(ben, 'roles.md');
  expect([textOf(viewer), viewer.state.canWrite]).toEqual(['as it was\n', false]);
  const { roomId, fileId } = await room('roles.md');
  const hand = ben.socket(`/parties/file/${roomId}`);
  open.push(hand);
  await new Promise((resolve) => {
    hand.once('message', resolve);
  });
  const writer = await enter(ann, 'roles.md');
  let own: Uint8Array | undefined;
  writer.doc.once('update', (update: Uint8Array) => {
    own = update;
  });
  fileText(writer.doc).insert(0, '\n');
  await writer.whenSaved();
  const refused = new Promise<Buffer>((resolve) => {
    hand.on('message', (data: Buffer) => {
      if (data[0] === 5) resolve(data);
    });
  });
  hand.send(encodeLiveMessage({ kind: 'edit', n: 1, update: own! }));
  expect((await refused).toString()).toContain('FORBIDDEN');
  await expect(
    ben.client.call(fileRoom.settleFile, { params: { projectId, fileId }, body: { choice: 'mine' } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });

  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  await expect.poll(() => viewer.state.canWrite && viewer.state.synced, { timeout: 10_000 }).toBe(true);
  fileText(viewer.doc).insert(0, 'ben may now');
  await viewer.whenSaved();
  await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
  await expect
    .poll(() => [viewer.state.connection, viewer.state.refusal], { timeout: 10_000 })
    .toEqual(['refused', 'NOT_FOUND']);
  await expect.poll(() => read('roles.md'), { timeout: 5_000 }).toBe('ben may now\nas it was\n');
});

test('[FIL-072] a file id under the id of another project opens nothing', async () => {
  put('mine.txt', 'secret');
  const { fileId } = await room('mine.txt');
  const stranger = await server.signUp();
  const foreign = await stranger.makeProject();
  const live = stranger.live('file', fileRoomId(foreign, fileId));
  open.push(live);
  await expect.poll(() => live.state.refusal).toBe('NOT_FOUND');
  await expect(
    stranger.client.call(fileRoom.settleFile, { params: { projectId: foreign, fileId }, body: { choice: 'mine' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[FIL-083] awareness carries id, name and colour, and the id and name of the session', async () => {
  put('aware.txt', 'x');
  const [one, two] = [await enter(ann, 'aware.txt'), await enter(ben, 'aware.txt')];
  one.awareness.setLocalState({ user: { id: ben.id, name: 'somebody else', color: '#123456' } });
  await expect
    .poll(() => two.awareness.getStates().get(one.doc.clientID))
    .toEqual({ user: { id: ann.id, name: ann.username, color: '#123456' } });
});

test('[FIL-069] what code writes comes into the open text by the least changes', async () => {
  put('code.txt', 'one\ntwo\nthree\n');
  const live = await enter(ann, 'code.txt');
  const sizes: number[] = [];
  live.doc.on('update', (update: Uint8Array) => {
    sizes.push(update.byteLength);
  });
  put('code.txt', 'one\r\ntwo and a half\r\nthree\r\n');
  await expect.poll(() => textOf(live), { timeout: 10_000 }).toBe('one\ntwo and a half\nthree\n');
  expect([fileFormat(live.doc).lineEnding, fileStatus(live.doc)]).toEqual(['crlf', { kind: 'in-step' }]);
  expect(sizes[0]).toBeLessThan(120);
  fileText(live.doc).insert(0, 'zero\n');
  await expect.poll(() => read('code.txt'), { timeout: 5_000 }).toBe('zero\r\none\r\ntwo and a half\r\nthree\r\n');
});

/** An edit that is made now has reached its file: whatever was due before has been done too. */
async function oneWriteLater(): Promise<void> {
  put('clock.txt', '');
  const live = await enter(ann, 'clock.txt');
  fileText(live.doc).insert(0, 'tick');
  await expect.poll(() => read('clock.txt'), { timeout: 5_000 }).toBe('tick');
  live.close();
}

/** Both sides change the file at once: nothing is written over before somebody has decided. */
async function conflicting(name: string): Promise<{ live: LiveConnection; version: string; fileId: string }> {
  put(name, 'line\n');
  const live = await enter(ann, name);
  put(name, 'theirs\n');
  fileText(live.doc).insert(0, 'mine and ');
  await expect.poll(() => fileStatus(live.doc).kind, { timeout: 10_000 }).toBe('conflict');
  const status = fileStatus(live.doc);
  expect([textOf(live), read(name), status.kind === 'conflict' && status.isText]).toEqual([
    'mine and line\n',
    'theirs\n',
    true,
  ]);
  return { live, version: status.kind === 'conflict' ? status.version : '', fileId: (await room(name)).fileId };
}

test('[FIL-069] a file that changed outside under unsaved edits is a conflict; one keeps the own text', async () => {
  const { live, version, fileId } = await conflicting('mine.md');
  fileText(live.doc).insert(0, 'still ');
  await live.whenSaved();
  expect(read('mine.md')).toBe('theirs\n');
  expect(
    await ann.client.call(fileRoom.settleFile, { params: { projectId, fileId }, body: { choice: 'mine', version } }),
  ).toEqual({ status: 'in-step' });
  expect(read('mine.md')).toBe('still mine and line\n');
  await expect.poll(() => fileStatus(live.doc).kind).toBe('in-step');
});

test('[FIL-069] or takes the other text; a choice about a version that is gone by then changes nothing', async () => {
  const { live, version, fileId } = await conflicting('theirs.md');
  put('theirs.md', 'theirs again\n');
  expect(
    await ann.client.call(fileRoom.settleFile, { params: { projectId, fileId }, body: { choice: 'mine', version } }),
  ).toEqual({ status: 'conflict' });
  expect([read('theirs.md'), textOf(live)]).toEqual(['theirs again\n', 'mine and line\n']);
  await expect.poll(() => fileStatus(live.doc)).not.toMatchObject({ version });
  const status = fileStatus(live.doc);
  const latest = status.kind === 'conflict' ? status.version : '';
  expect(
    await ann.client.call(fileRoom.settleFile, {
      params: { projectId, fileId },
      body: { choice: 'theirs', version: latest },
    }),
  ).toEqual({ status: 'in-step' });
  await expect.poll(() => textOf(live)).toBe('theirs again\n');
});

test('[FIL-069] bytes that are no text never replace an open text by themselves', async () => {
  put('swap.txt', 'words\n');
  const live = await enter(ann, 'swap.txt');
  put('swap.txt', new Uint8Array([1, 0, 2]));
  await expect.poll(() => fileStatus(live.doc), { timeout: 10_000 }).toMatchObject({ kind: 'conflict', isText: false });
  expect([textOf(live), [...readFileSync(at('swap.txt'))]]).toEqual(['words\n', [1, 0, 2]]);
});

test('[FIL-069] a file that is renamed, or whose folder is moved, is edited on under its new name', async () => {
  put('dir/old.txt', 'a\n');
  const live = await enter(ann, 'dir/old.txt');
  const { roomId } = await room('dir/old.txt');
  fileText(live.doc).insert(0, 'before ');
  await move('dir/old.txt', 'dir/new.txt');
  expect(read('dir/new.txt')).toBe('before a\n');
  await expect.poll(() => filePath(live.doc)).toBe('/data/dir/new.txt');
  await move('dir', 'moved');
  fileText(live.doc).insert(0, 'after ');
  await expect
    .poll(() => existsSync(at('moved/new.txt')) && read('moved/new.txt'), { timeout: 5_000 })
    .toBe('after before a\n');
  expect((await room('moved/new.txt')).roomId).toBe(roomId);
  await expect.poll(() => [filePath(live.doc), fileStatus(live.doc).kind]).toEqual(['/data/moved/new.txt', 'in-step']);
  expect([existsSync(at('dir')), live.state.connection]).toEqual([false, 'connected']);
});

test('[FIL-069] a file that is deleted while open is not written anew; and can be put back with its last edits', async () => {
  put('gone.txt', 'last\n');
  const live = await enter(ann, 'gone.txt');
  const { fileId } = await room('gone.txt');
  fileText(live.doc).insert(0, 'the very ');
  await live.whenSaved();
  await ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/gone.txt' } });
  await expect.poll(() => fileStatus(live.doc).kind, { timeout: 5_000 }).toBe('gone');
  fileText(live.doc).insert(0, 'now ');
  await live.whenSaved();
  await oneWriteLater();
  expect(existsSync(at('gone.txt'))).toBe(false);
  expect(
    await ann.client.call(fileRoom.settleFile, { params: { projectId, fileId }, body: { choice: 'restore' } }),
  ).toEqual({ status: 'in-step' });
  expect(read('gone.txt')).toBe('now the very last\n');
  rmSync(at('gone.txt'));
  await expect.poll(() => fileStatus(live.doc).kind, { timeout: 5_000 }).toBe('gone');
});

test('[FIL-069] what was acknowledged is in the file when the last one leaves, and a change made meanwhile is shown at the next opening', async () => {
  put('leave.txt', 'a\n');
  const live = await enter(ann, 'leave.txt');
  fileText(live.doc).insert(0, 'b ');
  await live.whenSaved();
  live.close();
  await expect.poll(() => read('leave.txt'), { timeout: 5_000 }).toBe('b a\n');
  put('leave.txt', 'by code\n');
  const again = await enter(ben, 'leave.txt');
  await expect.poll(() => textOf(again), { timeout: 5_000 }).toBe('by code\n');
});

test('[FIL-069] a text that grows beyond what is opened is still written, edit by edit', async () => {
  put('grow.txt', Buffer.alloc(limit.editFileBytes - 5, 'x'));
  const connection = await enter(ann, 'grow.txt');
  for (const word of ['first of all ', 'then ']) {
    fileText(connection.doc).insert(0, word);
    await expect.poll(() => read('grow.txt').slice(0, word.length), { timeout: 20_000 }).toBe(word);
    await expect.poll(() => fileStatus(connection.doc)).toEqual({ kind: 'in-step' });
  }
  expect(statSync(at('grow.txt')).size).toBeGreaterThan(limit.editFileBytes);
});

test('[FIL-086] [FIL-069] what code named as it liked is edited like any other', async () => {
  put('ends with a dot.', 'one');
  const connection = await enter(ann, 'ends with a dot.');
  fileText(connection.doc).insert(3, ' two');
  await expect.poll(() => read('ends with a dot.')).toBe('one two');
});
