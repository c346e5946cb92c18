import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HubClient } from './hub-client.ts';

/** A hub that answers each call with what is next, and remembers what was asked. */
let hub: Server;
const answers: [status: number, body: object][] = [];
const asked: (string | undefined)[][] = [];
let client: HubClient;

beforeAll(async () => {
  hub = createServer(({ method, url, headers }, reply) => {
    asked.push([method, url, headers.authorization]);
    const [status, body] = answers.shift() ?? [500, {}];
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    hub.listen(0, '127.0.0.1', resolve);
  });
  const { port } = hub.address() as AddressInfo;
  client = new HubClient({ url: `http://127.0.0.1:${port}`, token: 'secret', user: 'groma' });
});
afterAll(() => hub.close());

test('[SHL-077] a hub that is away for a moment is asked again, with the token', async () => {
  answers.push([503, {}], [200, { servers: { p: { ready: true, pending: null } } }]);
  expect(await client.isRunning('p')).toBe(true);
  const call = ['GET', '/hub/api/users/groma?include_stopped_servers', 'Bearer secret'];
  expect(asked).toEqual([call, call]);
});

test('what a hub says when it refuses is handed on, in its words', async () => {
  answers.push([201, {}], [201, {}], [403, { message: 'No scope for that.' }]);
  await expect(client.startServer('p', {}, 1)).rejects.toMatchObject({
    details: { detail: 'JupyterHub refused it: No scope for that.' },
  });
});
