import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { DatabasePool } from './database-pool.ts';
import type { DatabaseLaunch, DatabaseProcess } from './database-process.ts';
import { InUse } from './in-use.ts';

let alive = 0;
let most = 0;
let isOver = false;
/** A process without one. */
class Stand extends InUse {
  readonly ended: Promise<string>;
  #end: (reason: string) => void;

  constructor() {
    super();
    most = Math.max(most, ++alive);
    const { promise, resolve } = Promise.withResolvers<string>();
    [this.ended, this.#end] = [promise, resolve];
  }

  async close(): Promise<void> {
    if (this.active > 0 && !isOver) throw new Error('closed at work');
    await new Promise(setImmediate);
    alive -= 1;
    this.#end('closed');
  }
}

/** For what is refused in the end. */
const patience = 30;
/** For what is let in, however busy the machine is. */
const longPatience = 20_000;
let pool: DatabasePool;
const poolOf = (waitMs: number): DatabasePool =>
  new DatabasePool(createLog(true), { idleMs: 60_000, most: 2, waitMs }, () =>
    Promise.resolve(new Stand() as unknown as DatabaseProcess),
  );
beforeEach(() => {
  [alive, most, isOver] = [0, 0, false];
  pool = poolOf(patience);
});
afterEach(() => {
  isOver = true;
  return pool.close();
});
const take = (id: string): Promise<Stand> =>
  pool.use(id, () => Promise.resolve({} as DatabaseLaunch)) as unknown as Promise<Stand>;
const ask = async (id: string): Promise<() => void> => (await take(id)).enter();

test('who comes when all processes are at work is refused after a while', async () => {
  const leave = [await ask('a'), await ask('b')];
  await expect(take('c')).rejects.toMatchObject({ code: 'DATABASES_BUSY' });
  expect([alive, most]).toEqual([2, 2]);
  for (const each of leave) each();
});

test('no more processes run than may: who comes when all are at work waits for one that is not', async () => {
  pool = poolOf(longPatience);
  const leave = [await ask('a'), await ask('b')];
  const waiting = [ask('c'), ask('d')];
  leave[0]!();
  leave.push(await waiting[0]!);
  leave[1]!();
  leave.push(await waiting[1]!);
  expect([alive, most]).toEqual([2, 2]);
  for (const each of leave.slice(2)) each();
  // Many at once, each at work for a moment.
  await Promise.all(Array.from({ length: 20 }, async (_each, index) => (await ask(`many ${index}`))()));
  expect(most).toBe(2);
});

test('a place that could not be started in is free again', async () => {
  const failing = (id: string) => pool.use(id, () => Promise.reject(new Error('no')));
  for (const id of ['a', 'b', 'c']) await expect(failing(id)).rejects.toThrow('no');
  expect(await take('a')).toBeInstanceOf(Stand);
});

test('what does not come to rest is not copied but left alone, and what is being copied is busy', async () => {
  const leave = await ask('a');
  const first = await take('a');
  await expect(pool.whileStopped('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  expect(await take('a')).toBe(first);
  leave();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const long = pool.whileStopped('b', () => held);
  await expect(take('b')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  release();
  await long;
});

test('what is copied rests: its statements are waited for and nobody starts it meanwhile', async () => {
  pool = poolOf(longPatience);
  const leave = await ask('a');
  const first = await take('a');
  const events: string[] = [];
  const copied = pool.whileStopped('a', async () => {
    events.push(`copied with ${alive} running`);
    await new Promise(setImmediate);
    events.push('copy done');
  });
  const later = take('a').then((process) => {
    events.push('asked');
    return process;
  });
  leave();
  await copied;
  expect(await later).not.toBe(first);
  expect(events).toEqual(['copied with 0 running', 'copy done', 'asked']);
});

test('who has just been handed a process can ask it: it is not stopped in between', async () => {
  pool = poolOf(longPatience);
  const process = await take('a');
  let isStopped = false;
  const stopping = pool.whileStopped('a', () => {
    isStopped = true;
    return Promise.resolve();
  });
  await Promise.resolve();
  const leave = process.enter();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  leave();
  await stopping;
});
