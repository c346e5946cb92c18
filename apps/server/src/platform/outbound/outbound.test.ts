import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound, type Outbound } from './outbound.ts';

const limits = { bytes: 1_000, silenceMs: 2_000 };
let inside: Server;
let port: number;
const opened: Outbound[] = [];

beforeAll(async () => {
  inside = createServer((request, response) => {
    if (request.url === '/away')
      return void response.writeHead(302, { location: `http://127.0.0.1:${port}/there` }).end();
    response.end(request.url === '/long' ? 'x'.repeat(5_000) : 'inside');
  });
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  port = (inside.address() as { port: number }).port;
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  inside.close();
});

const make = (allowed: string[] = []): Outbound => {
  opened.push(createOutbound(allowed));
  return opened.at(-1)!;
};
const read = async (outbound: Outbound, url: string, named: string[] = [], redirects = 0): Promise<string> =>
  (await outbound.fetchWithin({ ...limits, redirects }, named)(url)).text();
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code,
  );

test('nothing inside is reached, by name, by number or by another spelling of it', async () => {
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    expect([host, await codeOf(read(make(), `http://${host}:${port}/`))]).toEqual([host, 'OUTBOUND_REFUSED']);
  }
  expect(await codeOf(read(make(), 'file:///etc/passwd'))).toBe('OUTBOUND_REFUSED');
});

test('what the settings name is reached: a host, an address, a range, or the host of the one purpose', async () => {
  for (const allowed of ['localhost', '127.0.0.1', '127.0.0.0/8'])
    expect(await read(make([allowed]), `http://${allowed === 'localhost' ? allowed : '127.0.0.1'}:${port}/`)).toBe(
      'inside',
    );
  expect(await read(make(), `http://localhost:${port}/`, ['localhost'])).toBe('inside');
  expect(await codeOf(read(make(), `http://127.0.0.1:${port}/`, ['localhost']))).toBe('OUTBOUND_REFUSED');
});

test('a redirect is followed as often as it may be, and only to where the way itself would go', async () => {
  expect(await codeOf(read(make(['localhost']), `http://localhost:${port}/away`))).toBe('OUTBOUND_REFUSED');
  expect(await codeOf(read(make(['localhost']), `http://localhost:${port}/away`, [], 1))).toBe('OUTBOUND_REFUSED');
  expect(await read(make(['127.0.0.1']), `http://127.0.0.1:${port}/away`, [], 1)).toBe('inside');
});

test('an answer that is too long breaks off', async () => {
  expect(await codeOf(read(make(['127.0.0.1']), `http://127.0.0.1:${port}/long`))).toBe('OUTBOUND_TOO_LONG');
});

test('addresses for what is no HTTP are looked at alike', async () => {
  expect(await codeOf(make().addressesOf('localhost'))).toBe('OUTBOUND_REFUSED');
  expect(await codeOf(make().addressesOf('10.0.0.1'))).toBe('OUTBOUND_REFUSED');
  expect((await make(['localhost']).addressesOf('localhost')).map(({ address }) => address)).toContain('127.0.0.1');
  expect(await make().addressesOf('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
});
