import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bus } from '../../../platform/bus/bus.ts';
import { mostBytesOfOne, PublicAnswers } from '../../../platform/http/public-answers.ts';
import { sendAnswer, type Answer } from './send-answer.ts';

const cache = new PublicAnswers({ subscribe: () => () => undefined } as unknown as Bus);
const server = fastify();
const page: Answer = { type: 'text/html', body: 'a page', policy: "default-src 'none'", keep: 'short', isPublic: true };
let answer: () => Promise<Answer>;
let made = 0;
let arrived = 0;

beforeAll(async () => {
  server.get('/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    arrived += 1;
    await sendAnswer({ cache, secret: 'a secret' }, key, { request, reply, user: undefined }, async () => {
      made += 1;
      return answer();
    });
    return reply;
  });
  await server.ready();
});
afterAll(() => server.close());

test('a page is made once for all who ask for it at the same time, but by itself for who has cookies', async () => {
  made = arrived = 0;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answer = () => promise;
  const cookie = 'unlocked=1';
  const asked = [{}, {}, {}, { cookie }].map((headers) => server.inject({ url: '/together', headers }));
  const all = Promise.all(asked);
  await expect.poll(() => arrived).toBe(4);
  resolve(page);
  expect((await all).map(({ body }) => body)).toEqual(Array(4).fill('a page'));
  expect(made).toBe(2);
});

test('what fails because who asked first went away is made again for the others', async () => {
  made = arrived = 0;
  const { promise, reject } = Promise.withResolvers<Answer>();
  answer = () => (made === 1 ? promise : Promise.resolve(page));
  const first = server.inject('/left');
  const second = server.inject('/left');
  const all = Promise.all([first, second]);
  await expect.poll(() => arrived).toBe(2);
  reject(new Error('aborted'));
  expect((await all).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 500]);
});

test('a page of more than 4 MB is sent and not kept', async () => {
  made = 0;
  answer = () => Promise.resolve({ ...page, body: 'x'.repeat(mostBytesOfOne + 1) });
  for (let times = 0; times < 2; times += 1) {
    const { body, headers } = await server.inject('/large');
    expect([body.length, headers['cache-control']]).toEqual([
      mostBytesOfOne + 1,
      'public, max-age=30, stale-while-revalidate=60',
    ]);
  }
  expect(made).toBe(2);
});
