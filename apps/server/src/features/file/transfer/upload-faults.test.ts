import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { sha256, UploadClient, type Answer } from '../../../../test/upload-client.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

const chunkBytes = 4_096;
const open = (name: string, total: number) =>
  UploadClient.open(ann, server.origin, projectId, `/data/${name}`, total, { bytes: total });

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Fault {
  client: UploadClient;
  body: Uint8Array<ArrayBuffer>;
  at: number;
  random(): number;
}

/** What goes wrong on a line and in a client. None of it may change a byte of what is there. */
const faults: ((fault: Fault) => Promise<unknown>)[] = [
  /** The line is cut in the middle of a chunk. */
  ({ client, body, at, random }) => client.cut(at, body.slice(at, at + chunkBytes), Math.floor(random() * chunkBytes)),
  /** The answer is lost: the same chunk comes again. */
  async ({ client, body, at }) => {
    await client.put(at, body.slice(at, at + chunkBytes));
    return client.put(at, body.slice(at, at + chunkBytes));
  },
  /** A chunk that begins before the end of what is there and goes beyond it. */
  ({ client, body, at, random }) => {
    const from = Math.max(0, at - Math.floor(random() * chunkBytes));
    return client.put(from, body.slice(from, at + 1_000));
  },
  /** A chunk from further on. */
  ({ client, body, at }) =>
    client.put(Math.min(at + 100, body.length - 1), body.slice(Math.min(at + 100, body.length - 1), at + 200)),
  /** Fewer bytes than the range says, and more. */
  ({ client, body, at }) => client.put(at, body.slice(at, at + 10), { end: Math.min(at + 99, body.length - 1) }),
  ({ client, body, at }) => client.put(at, body.slice(at, at + 100), { end: at + 9 }),
  /** Two writers at once with the same chunk. */
  ({ client, body, at }) =>
    Promise.all([client.put(at, body.slice(at, at + chunkBytes)), client.put(at, body.slice(at, at + chunkBytes))]),
  /** Another total. */
  ({ client, body, at }) => client.put(at, body.slice(at, at + 10), { total: body.length + 1 }),
  ({ client }) => client.probe(7),
];

test('[FIL-017] [FIL-018] 200 random faults over uploads end with equal hashes', async () => {
  const random = seeded(4_711);
  const data = await server.platform.files.folderOf(projectId as never);
  const half: string[] = [];
  let count = 0;
  while (count < 200) {
    const body = randomBytes(Math.floor(1 + random() * 60_000));
    const name = `fault-${count}.bin`;
    const client = await open(name, body.length);
    let answer: Answer = { status: 308, received: 0 };
    while (answer.status === 308) {
      if (random() < 0.7 && count < 200) {
        count++;
        const lies = faults[Math.floor(random() * faults.length)]!;
        await lies({ client, body: new Uint8Array(body), at: answer.received, random });
      }
      answer = await client.probe();
      if (answer.status !== 308) break;
      if (existsSync(join(data, name))) half.push(name);
      answer = await client.put(
        answer.received,
        new Uint8Array(body.subarray(answer.received, answer.received + chunkBytes)),
      );
    }
    expect([name, answer.status, answer.code]).toEqual([name, 200, undefined]);
    const stored = readFileSync(join(data, name));
    expect([name, answer.sha256, sha256(stored)]).toEqual([name, sha256(body), sha256(body)]);
  }
  expect(half).toEqual([]);
});

test('[FIL-017] of a chunk that overlaps only what is new is taken; what is there stays as it is', async () => {
  const client = await open('overlap.bin', 10);
  expect(await client.put(0, Buffer.from('01234'))).toEqual({ status: 308, received: 5 });
  expect(await client.put(0, Buffer.from('XXX'))).toEqual({ status: 308, received: 5 });
  expect(await client.put(3, Buffer.from('XX567'))).toEqual({ status: 308, received: 8 });
  expect(await client.put(6, Buffer.from('6789'))).toMatchObject({
    status: 200,
    received: 10,
    sha256: sha256(Buffer.from('0123456789')),
  });
});

test('[FIL-016] ranges that make no sense are refused, and a file without a byte ends with the question for it', async () => {
  const client = await open('odd.bin', 10);
  for (const range of [
    'bytes 5-4/10',
    'bytes 0-10/10',
    'bytes 0-4/*',
    'bytes=0-4',
    'bytes 0-4/99999999999999999999',
    '',
  ]) {
    const reply = await ann.fetch(client.session, { method: 'PUT', headers: { 'content-range': range }, body: 'x' });
    expect([range, reply.status]).toEqual([range, 400]);
  }
  const empty = await open('empty.bin', 0);
  expect(await empty.probe()).toMatchObject({ status: 200, received: 0, sha256: sha256(new Uint8Array()) });
});

test('[FIL-008] an upload that is given up is gone, and so is the room that was kept for it', async () => {
  const client = await open('given-up.bin', 10);
  await client.put(0, Buffer.from('01234'));
  const before = (await ann.client.call(file.fileUsageOf, { params: { projectId } })).data.project.bytes;
  expect((await ann.fetch(client.session, { method: 'DELETE' })).status).toBe(200);
  expect((await client.probe()).status).toBe(404);
  expect((await ann.client.call(file.fileUsageOf, { params: { projectId } })).data.project.bytes).toBe(before - 10);
});

test('[FIL-018] a hash is right too when the server has not seen all bytes itself', async () => {
  const body = randomBytes(20_000);
  const client = await open('rest.bin', body.length);
  // The sum of what came is forgotten where a line is cut: it is then made from the file.
  await client.cut(0, body, 9_000);
  await expect.poll(async () => (await client.probe()).status).toBe(308);
  const { received } = await client.probe();
  expect(await client.put(received, new Uint8Array(body.subarray(received)))).toMatchObject({
    status: 200,
    sha256: sha256(body),
  });
});
