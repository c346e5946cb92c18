import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { database, readSqlFrames, type SqlEvent } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let silent: ReturnType<typeof tried>;

beforeAll(async () => {
  server = await startTestServer({ outboundAllowed: ['127.0.0.1'] });
  ann = await server.signUp();
  projectId = await ann.makeProject();
  // It is given up after ten seconds, in which the other tests run.
  silent = tried(await fake(() => undefined));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const each of listeners) each.close();
  await server.close();
});

const register = async (connection: object): Promise<string> =>
  (
    await ann.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'Server', dbType: 'postgres', connection },
    })
  ).data.id;
async function run(query: string, body: object = {}, databaseId: string): Promise<SqlEvent[]> {
  const response = await ann.client.open(database.runQuery, { params: { databaseId }, body: { query, ...body } });
  const events: SqlEvent[] = [];
  for await (const frame of readSqlFrames(response.body!)) if ('event' in frame) events.push(frame.event);
  return events;
}
const errorOf = (events: SqlEvent[]) => events.find((event) => event.type === 'error');

const listeners: Server[] = [];
const sockets = new Set<Socket>();
async function fake(onConnect: (socket: Socket) => void): Promise<object> {
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnect(socket);
  }).listen(0, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  return {
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    database: 'd',
    user: 'u',
    password: 'p4ss;word',
    tls: 'disable',
  };
}

const tried = async (connection: object) =>
  ann.client.call(database.testConnection, { params: { projectId }, body: { dbType: 'postgres', connection } });

describe('servers that are none', () => {
  test('[DBS-044] [DBS-046] who drops, talks nonsense or is not there is said so in plain words', async () => {
    let count = 0;
    const dropping = await fake((socket) => {
      count += 1;
      socket.destroy();
    });
    const garbage = await fake((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\nthis is no database at all');
      });
    });
    expect(await tried(dropping)).toMatchObject({
      success: false,
      error: expect.stringMatching(/^Network Error: Unable to connect to database server\. /),
    });
    // A test that fails ends without a second attempt, for which who asked would wait.
    expect(count).toBe(1);
    expect(await tried(garbage)).toMatchObject({
      success: false,
      error: expect.stringMatching(/^(Network|SQL Connection) Error: /),
    });
    expect(await tried({ ...dropping, port: 1 })).toMatchObject({
      success: false,
      error: 'Network Error: Unable to connect to database server. Nothing answers at this host and port.',
    });
  });

  test('a server that says nothing is given up while others answer, and one that lies about its types is not believed', async () => {
    const lying = await fake((socket) => {
      answerAsPostgres(socket);
    });
    const id2 = await register(lying);
    expect(errorOf(await run('SELECT 1 AS n', {}, id2))).toMatchObject({
      message: expect.stringContaining('which is not of the type that it has named'),
    });
    expect(await silent).toMatchObject({
      success: false,
      error: 'SQL Connection Error: The server did not answer in time.',
    });
  });

  test('a host inside the network of this server is refused, by name and by number', async () => {
    for (const host of [
      '10.0.0.5',
      '169.254.169.254',
      '::1',
      '[::1]',
      '/var/run/postgresql',
      '0.0.0.0',
      '192.168.1.1',
      '167772165',
    ]) {
      const answer = await tried({ host, port: 5432, database: 'd', user: 'u' });
      expect([host, answer.success]).toEqual([host, false]);
      expect([host, answer.error]).toEqual([host, expect.stringMatching(/is not allowed to connect|is not known/)]);
    }
  });

  test('[DBS-065] [DBS-074] a schema that cannot be read says so, and a call for another kind is refused', async () => {
    const dead = await register(
      await fake((socket) => {
        socket.destroy();
      }),
    );
    await expect(ann.client.call(database.readSchema, { params: { databaseId: dead } })).rejects.toMatchObject({
      code: 'SCHEMA_FAILED',
      message: 'Failed to fetch database tables, schema and extensions',
      details: { reason: expect.stringContaining('Network Error') },
    });
    await expect(ann.client.call(database.motherduckTables, { query: { databaseId: dead } })).rejects.toMatchObject({
      code: 'DATABASE_TYPE_UNKNOWN',
      message: 'Invalid database type',
    });
    await expect(
      ann.client.call(database.motherduckSql, { query: { databaseId: dead }, body: { query: '  ' } }),
    ).rejects.toMatchObject({ code: 'QUERY_EMPTY' });
  });
});

/** Speaks enough of the protocol of PostgreSQL to let anybody in, and calls a text an integer. */
function answerAsPostgres(socket: Socket): void {
  const message = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int = (value: number, bytes: 2 | 4): Buffer => {
    const made = Buffer.alloc(bytes);
    made.writeIntBE(value, 0, bytes);
    return made;
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`);
  const described = (type: number): Buffer =>
    message('T', int(1, 2), text('name'), int(0, 4), int(0, 2), int(type, 4), int(4, 2), int(-1, 4), int(0, 2));
  const row = (value: string): Buffer => message('D', int(1, 2), int(value.length, 4), Buffer.from(value));
  const done = message('C', text('SELECT 1'));
  const ready = message('Z', Buffer.from('I'));
  let isIn = false;
  let waiting = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= (isIn ? 5 : 4)) {
      const length = isIn ? 1 + waiting.readInt32BE(1) : waiting.readInt32BE(0);
      if (waiting.length < length) return;
      const type = isIn ? String.fromCharCode(waiting[0]!) : 'start';
      waiting = waiting.subarray(length);
      isIn = true;
      if (type === 'start')
        socket.write(Buffer.concat([message('R', int(0, 4)), message('K', int(1, 4), int(1, 4)), ready]));
      else if (type === 'Q') socket.write(Buffer.concat([message('C', text('SET')), ready]));
      else if (type === 'P') socket.write(message('1'));
      else if (type === 'B') socket.write(message('2'));
      else if (type === 'D') socket.write(described(23));
      else if (type === 'E') socket.write(Buffer.concat([row('integer'), done]));
      else if (type === 'S') socket.write(ready);
    }
  });
}
