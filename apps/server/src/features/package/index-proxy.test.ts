import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { makeRunFolder } from '../../platform/kernel/run-folder.ts';
import { openIndexProxy, type IndexHost } from './index-proxy.ts';

const asked: { message: IncomingMessage; socket: Socket }[] = [];
const index = createServer((message, response) => {
  asked.push({ message, socket: message.socket });
  if (message.url !== '/held') response.end('the index');
});
const outbound = createOutbound([]);
let host: string;
const closing: (() => void)[] = [];

beforeAll(async () => {
  index.listen(0, '127.0.0.1');
  await once(index, 'listening');
  host = `127.0.0.1:${(index.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  for (const close of closing) close();
  index.closeAllConnections();
  index.close();
});

/** Opens a proxy to `hosts`, and answers how to speak to it. */
async function open(hosts: Partial<IndexHost>[]): Promise<(said: string) => Socket> {
  const path = join(await mkdtemp(join(await makeRunFolder(), 'p')), 'proxy');
  const all = hosts.map((each) => ({ host, isNamed: true, isPlain: false, ...each }));
  const proxy = await openIndexProxy(path, { hosts: all, addressesOf: (name) => outbound.addressesOf(name) });
  closing.push(() => {
    proxy.close();
  });
  return (said) => {
    const socket = connect(path).on('error', () => undefined);
    closing.push(() => socket.destroy());
    socket.write(said);
    return socket;
  };
}
const get = (path: string, more = '') => `GET http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
async function statusOf(socket: Socket): Promise<string | undefined> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString().split(' ')[1];
}

test('[KRN-102] a tunnel leads to the index’s own host and port, and to nothing else', async () => {
  const speak = await open([{}]);
  const socket = speak(`CONNECT ${host} HTTP/1.1\r\n\r\n`);
  expect(await statusOf(socket)).toBe('200');
  socket.write('GET /inside HTTP/1.1\r\nHost: index\r\n\r\n');
  expect(await statusOf(socket)).toBe('200');
  expect(asked.map(({ message }) => message.url)).toEqual(['/inside']);
  for (const other of ['127.0.0.1:1', `localhost:${host.split(':')[1]}`, '[::1]:80', '', 'x'])
    expect(await statusOf(speak(`CONNECT ${other || '/'} HTTP/1.1\r\n\r\n`)), other).toMatch(/^40[03]$/);
  expect(asked).toHaveLength(1);
});

test('[KRN-102] a host without encryption has no tunnels, and one that nobody named is no private address', async () => {
  const plain = await open([{ isPlain: true }]);
  expect(await statusOf(plain(`CONNECT ${host} HTTP/1.1\r\n\r\n`))).toBe('403');
  expect(await statusOf(plain(get('/')))).toBe('200');
  const unnamed = await open([{ isNamed: false }]);
  expect(await statusOf(unnamed(`CONNECT ${host} HTTP/1.1\r\n\r\n`))).toBe('403');
  expect(await statusOf(unnamed(get('/')))).toBe('403');
  expect(asked).toHaveLength(1);
});

test('[KRN-102] what is read is asked without a body, each time by a connection of its own', async () => {
  const speak = await open([{ isPlain: true }]);
  expect(await statusOf(speak(`${get('/a', 'Content-Length: 5\r\n')}GET /`))).toBe('200');
  expect(await statusOf(speak(`${get('/b', 'Transfer-Encoding: chunked\r\nX-Kept: yes\r\n')}0\r\n\r\n`))).toBe('200');
  expect(await statusOf(speak(get('/c')))).toBe('200');
  const last = asked.map(({ message }) => message);
  expect(last.map(({ url }) => url)).toEqual(['/a', '/b', '/c']);
  for (const { headers } of last)
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual([undefined, undefined]);
  expect(last.find(({ url }) => url === '/b')?.headers['x-kept']).toBe('yes');
  expect(new Set(asked.map(({ socket }) => socket)).size).toBe(asked.length);
});

test('[KRN-102] who goes away leaves no connection to the index, and there is a most of them', async () => {
  const speak = await open([{ isPlain: true }]);
  const gone = speak(get('/held'));
  await expect.poll(() => asked.length).toBe(1);
  const ended = once(asked[0]!.socket, 'close');
  gone.destroy();
  await ended;
  const refused = new Set<Socket>();
  for (let each = 0; each < 80; each += 1) {
    const socket = speak(get('/held'));
    socket.once('close', () => refused.add(socket));
  }
  await expect.poll(() => [asked.length - 1, refused.size], { timeout: 10_000 }).toEqual([64, 16]);
});
