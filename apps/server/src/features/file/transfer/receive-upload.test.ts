import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let data: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
beforeEach(async () => {
  projectId = await ann.makeProject();
  data = await server.platform.files.folderOf(projectId as never);
});
afterAll(() => server.close());

type Part = ['files' | 'filePaths', string];
async function send(parts: Part[]): Promise<{ status: number; code?: string }> {
  const form = new FormData();
  for (const [name, value] of parts)
    form.append(
      name,
      name === 'files' ? new Blob([value]) : value,
      ...((name === 'files' ? ['named-so.txt'] : []) as []),
    );
  const reply = await ann.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form });
  const { code } = (await reply.json()) as { code?: string };
  return { status: reply.status, ...(code !== undefined && { code }) };
}
const stored = () =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(data.length),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  );
const leftOver = () => readdirSync(join(data, '../incoming'));

test('[FIL-019] the first file has the first path, wherever in the form the two stand', async () => {
  const orders: Part[][] = [
    [
      ['filePaths', '/data/a/1'],
      ['files', 'one'],
      ['filePaths', '/data/b/2'],
      ['files', 'two'],
    ],
    [
      ['files', 'one'],
      ['files', 'two'],
      ['filePaths', '/data/a/1'],
      ['filePaths', '/data/b/2'],
    ],
    [
      ['files', 'one'],
      ['filePaths', '/data/a/1'],
      ['filePaths', '/data/b/2'],
      ['files', 'two'],
    ],
    [
      ['files', 'one'],
      ['filePaths', '["/data/a/1","/data/b/2"]'],
      ['files', 'two'],
    ],
  ];
  for (const parts of orders) {
    projectId = await ann.makeProject();
    data = await server.platform.files.folderOf(projectId as never);
    expect(await send(parts)).toEqual({ status: 200 });
    expect([stored(), leftOver()]).toEqual([{ '/a/1': 'one', '/b/2': 'two' }, []]);
  }
});

test('[FIL-019] a form where a file has no path, or a path no file, stores nothing', async () => {
  const wrong: Part[][] = [
    [['files', 'one']],
    [
      ['filePaths', '/data/1'],
      ['files', 'one'],
      ['files', 'two'],
    ],
    [
      ['filePaths', '/data/1'],
      ['filePaths', '/data/2'],
      ['files', 'one'],
    ],
    [
      ['filePaths', '/data/1'],
      ['files', 'one'],
      ['filePaths', '/elsewhere/2'],
      ['files', 'two'],
    ],
  ];
  for (const parts of wrong) {
    expect((await send(parts)).status).toBe(400);
    expect([stored(), leftOver()]).toEqual([{}, []]);
  }
  expect(await send([['filePaths', '/data/1']])).toEqual({ status: 400, code: 'UPLOAD_EMPTY' });
});

test('[FIL-019] a form that is cut off stores nothing of it, also not the files that had come', async () => {
  const { port } = new URL(server.origin);
  const part = (name: string, value: string, more = '') =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const body = `${part('filePaths', '/data/1')}${part('files', 'one', '; filename="1"')}${part('filePaths', '/data/2')}${part('files', 'half', '; filename="2"')}`;
  const answered = new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/gcs/projects/${projectId}/files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${ann.cookie}\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -2)}--`,
      );
    });
    socket
      .on('data', (piece: Buffer) => {
        text += piece.toString();
        socket.end();
      })
      .on('close', () => {
        resolve(text);
      })
      .on('error', () => undefined);
  });
  expect(await answered).toMatch(/^HTTP\/1.1 400[\s\S]*UPLOAD_CUT/);
  const gone = connect(Number(port), '127.0.0.1', () => {
    gone.write(
      `POST /api/gcs/projects/${projectId}/files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${ann.cookie}\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: ${body.length + 100}\r\n\r\n${body}`,
    );
  });
  await expect.poll(() => leftOver()).toHaveLength(1);
  gone.destroy();
  await expect.poll(leftOver).toEqual([]);
  expect(stored()).toEqual({});
});
