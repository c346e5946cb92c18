import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createNotebookDocument } from '@groma/model';
import * as Y from 'yjs';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { inlinePictures } from './inline-pictures.ts';
import { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';

const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
const large = Buffer.concat([signature, Buffer.alloc(7 * 1024 * 1024)]);
const never = new AbortController().signal;

let elsewhere: Server;
let origin: string;
let outbound: Outbound;
let asked: { path: string; reply: ServerResponse }[] = [];
let answer: ((path: string, reply: ServerResponse) => void) | null = null;
beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    asked.push({ path: request.url!, reply });
    answer?.(request.url!, reply);
  });
  await new Promise<void>((listening) => {
    elsewhere.listen(0, '127.0.0.1', listening);
  });
  origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  outbound = createOutbound(['localhost']);
});
afterAll(async () => {
  await outbound.close();
  elsewhere.close();
});
beforeEach(() => {
  [asked, answer] = [[], null];
});

function documentOf(paths: readonly string[]): Y.Doc {
  const doc = new Y.Doc();
  createNotebookDocument(
    doc,
    paths.map((path) => ({ type: 'image', props: { url: `${origin}/${path}` } })),
  );
  return doc;
}

test('[NBK-132] three pictures are fetched at a time for one person and six in all, each once', async () => {
  const pictures = new OutsidePictures(outbound);
  const all = ['ann', 'bob', 'cem'].flatMap((owner) =>
    Array.from({ length: 5 }, (_, n) => pictures.read(`${origin}/${owner}${n}`, owner, never)),
  );
  all.push(pictures.read(`${origin}/ann0`, 'dan', never));
  await vi.waitFor(() => {
    expect(asked.map(({ path }) => path).toSorted()).toEqual(['/ann0', '/ann1', '/ann2', '/bob0', '/bob1', '/bob2']);
  });
  answer = (_, reply) => {
    reply.end(signature);
  };
  for (const { reply } of asked) reply.end(signature);
  await Promise.all(all);
  expect(asked).toHaveLength(15);
});

test('[NBK-132] a page fetches no more pictures than fit into it, and says why one is missing', async () => {
  answer = (_, reply) => {
    reply.end(large);
  };
  const doc = documentOf(Array.from({ length: 12 }, (_, n) => `large${n}`));
  const pictures = new OutsidePictures(outbound);
  const inlined = await inlinePictures(pictures, { notebookId: 'notebook', doc, signal: never });
  expect([...inlined.values()].map((picture) => ('missing' in picture ? picture.missing : 'shown'))).toEqual([
    ...Array<string>(4).fill('shown'),
    ...Array<string>(8).fill('A page can have at most 50 images from other servers, 32 MB in all.'),
  ]);
  const once = asked.length;
  expect(once).toBeLessThanOrEqual(7);
  await inlinePictures(pictures, { notebookId: 'notebook', doc, signal: never });
  expect(asked).toHaveLength(once);
});

test('[NBK-132] what could not be had is asked for again after some seconds', async () => {
  answer = (_, reply) => {
    reply.writeHead(503).end();
  };
  const pictures = new OutsidePictures(outbound);
  const read = () => pictures.read(`${origin}/late`, 'ann', never);
  for (let time = 0; time < 2; time++) await expect(read()).rejects.toMatchObject({ code: 'PICTURE_UNAVAILABLE' });
  expect(asked).toHaveLength(1);
  answer = (_, reply) => {
    reply.end(signature);
  };
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_000);
  expect((await read()).type).toBe('image/png');
  now.mockRestore();
});
