import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GromaError, newId, type ProjectId, type UserId } from '@groma/model';
import { operation } from '@groma/protocol';
import { operations } from '../../platform/database/tables/index.ts';
import { JobQueue } from '../../platform/jobs/jobs.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { serve } from '../../services/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { createOperationFeature, createOperations, type Operations } from './index.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let projectId: string;
let running: Operations;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  projectId = await ann.makeProject();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
  running = createOperations(server.platform);
});
afterAll(() => server.close());

const about = (title: string) => ({ projectId: projectId as ProjectId, userId: ann.id as UserId, title });
const list = async (person = ann) =>
  (await person.client.call(operation.listOperations, { params: { projectId } })).data;
const named = async (title: string) => (await list()).find((each) => each.title === title)!;

test('[SHL-032] [SHL-033] [SHL-034] an operation shows its progress while it runs, and is completed after', async () => {
  const told: string[] = [];
  const stop = server.platform.bus.subscribe('operation-changed', ({ id }: { id: string }) => told.push(id));
  let go = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  const work = running.run({ ...about('Long'), subtitle: 'sub' }, async (report) => {
    report({ progress: 20, subTask: 'first' });
    report({ progress: 40, subTask: 'second', subTaskProgress: 250 });
    await waiting;
    return 'answer';
  });
  await expect
    .poll(() => named('Long'))
    .toMatchObject({
      status: 'In Progress',
      subtitle: 'sub',
      progress: 40,
      currentSubTask: 'second',
      currentSubTaskProgress: 100,
      failedMessage: null,
    });
  expect((await named('Long')).estimatedTimeLeft).toBeTypeOf('number');
  go();
  expect(await work).toBe('answer');
  const done = await named('Long');
  expect(done).toMatchObject({ status: 'Completed', progress: 100, currentSubTask: null, estimatedTimeLeft: null });
  expect(told.filter((id) => id === done.id).length).toBeGreaterThanOrEqual(3);
  expect((await ann.client.call(operation.readOperation, { params: { operationId: done.id } })).data).toEqual(done);
  await expect(bob.client.call(operation.readOperation, { params: { operationId: done.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  stop();
});

test('[SHL-042] [SHL-036] the cancel button stops the work, and only its starter can press it', async () => {
  const work = running.run(
    about('Stopped'),
    (_report, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const ended = work.catch((error: unknown) => error);
  await expect.poll(() => named('Stopped')).toBeDefined();
  const { id } = await named('Stopped');
  await expect(bob.client.call(operation.cancelOperation, { params: { operationId: id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(ann.client.call(operation.dismissOperation, { params: { operationId: id } })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  await ann.client.call(operation.cancelOperation, { params: { operationId: id } });
  expect(await ended).toMatchObject({ code: 'CANCELED' });
  expect(await named('Stopped')).toMatchObject({ status: 'Canceled' });
  await ann.client.call(operation.cancelOperation, { params: { operationId: id } });
  expect(await named('Stopped')).toMatchObject({ status: 'Canceled' });
});

test('[SHL-036] [SHL-037] [FIL-080] a failed operation says why in words of the catalogue only, and can be dismissed', async () => {
  await expect(
    running.run(about('Known'), () => Promise.reject(new GromaError('IMPORT_TOO_LARGE'))),
  ).rejects.toMatchObject({ code: 'IMPORT_TOO_LARGE' });
  await expect(running.run(about('Unknown'), () => Promise.reject(new Error('/secret/path')))).rejects.toThrow(
    '/secret/path',
  );
  expect((await named('Known')).failedMessage).toMatch(/^File size is too large/);
  const unknown = await named('Unknown');
  expect(unknown).toMatchObject({ status: 'Failed', failedMessage: 'Unknown error' });
  await ann.client.call(operation.dismissOperation, { params: { operationId: unknown.id } });
  expect((await list()).some(({ id }) => id === unknown.id)).toBe(false);
  expect(await list(bob)).toEqual([]);
});

/** The application as the next process finds it, which has a later lease than all before. */
let starts = 0;
const nextStart = (): Platform => {
  starts += 1;
  const epoch = server.platform.leases.epoch('api') + starts;
  return { ...server.platform, leases: { epoch: () => epoch, onLost: () => undefined } };
};

test('[SHL-036] what a kill left running is failed at the next start', async () => {
  const id = newId<'operation'>();
  await server.platform.database.query
    .insert(operations)
    .values({ id, ...about('Killed'), status: 'In Progress', progress: 30 });
  await createOperationFeature(server.platform, { operations: running }).start!();
  const [row] = await server.platform.database.query.select().from(operations).where(eq(operations.id, id));
  expect(row).toMatchObject({
    status: 'Failed',
    failedMessage: 'The server was stopped while this ran.',
    progress: 30,
  });
});

test('[ACC-124] [SHL-036] what this process or a later one is at is neither failed nor begun again', async () => {
  const { platform } = server;
  const [own, later] = [newId<'operation'>(), newId<'operation'>()];
  const finish = Promise.withResolvers<string>();
  const { ended } = await running.start({ ...about('Own'), id: own }, () => finish.promise);
  const again = { kind: 'begun', data: {} };
  await platform.database.query.insert(operations).values({
    id: later,
    ...about('Later'),
    status: 'In Progress',
    again,
    runnerEpoch: platform.leases.epoch('api') + 1_000,
  });
  let begun = 0;
  const other = createOperations(platform);
  other.onceMore('begun', () => () => Promise.resolve((begun += 1)));
  await other.takeUp();
  for (const id of [own, later])
    expect((await platform.database.query.select().from(operations).where(eq(operations.id, id)))[0]).toMatchObject({
      status: 'In Progress',
    });
  finish.resolve('done');
  expect(await ended).toBe('done');
  expect(begun).toBe(0);
  await platform.database.query.delete(operations).where(eq(operations.id, later));
});

test('[SHL-036] what can be begun again is, from what it kept last, whenever the server was stopped in order, and once after a kill', async () => {
  const id = newId<'operation'>();
  /** What each beginning was given; each works until it is stopped. */
  const begun: object[] = [];
  const endless =
    (data: object) =>
    async (_report: unknown, signal: AbortSignal, keep: (data: object) => Promise<void>): Promise<void> => {
      await keep({ step: begun.push(data) });
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
  const startOf = async (): Promise<Operations> => {
    const started = createOperations(nextStart());
    started.onceMore('endless', endless);
    await started.takeUp();
    return started;
  };
  const kept = async () =>
    (await server.platform.database.query.select().from(operations).where(eq(operations.id, id)))[0];
  const first = createOperations(server.platform);
  const { ended } = await first.start(
    { ...about('Again'), id, again: { kind: 'endless', data: { step: 0 } } },
    endless({ step: 0 }),
  );
  const stopped = ended.catch((error: unknown) => error);
  await expect.poll(kept).toMatchObject({ again: { data: { step: 1 } } });
  await first.close();
  expect(await stopped).toMatchObject({ code: 'CANCELED' });
  expect(await kept()).toMatchObject({ status: 'In Progress', again: { isStopped: true } });
  const second = await startOf();
  await expect.poll(kept).toMatchObject({ again: { kind: 'endless', data: { step: 2 } } });
  // As a kill leaves it: nobody wrote an end.
  const third = await startOf();
  await expect.poll(kept).toMatchObject({ again: { data: { step: 3 } } });
  expect(begun).toEqual([{ step: 0 }, { step: 1 }, { step: 2 }]);
  const fourth = await startOf();
  expect(await kept()).toMatchObject({ status: 'Failed', failedMessage: 'The server was stopped while this ran.' });
  for (const each of [second, third, fourth]) await each.close();
  expect(begun).toHaveLength(3);
});

test('[SHL-036] a start that fails at its port stops what it has begun again, which goes on at the next start', async () => {
  const id = newId<'operation'>();
  await server.platform.database.query
    .insert(operations)
    .values({ id, ...about('At its port'), status: 'In Progress', again: { kind: 'waiting', data: {} } });
  const platform = {
    ...server.platform,
    metrics: createMetrics(),
    config: { ...server.platform.config, port: Number(new URL(server.origin).port) },
  };
  const started = createOperations(platform);
  started.onceMore(
    'waiting',
    () => (_report, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const jobs = new JobQueue(platform.database.url, platform.log, platform.metrics);
  await expect(serve(platform, jobs, [createOperationFeature(platform, { operations: started })])).rejects.toThrow(
    'is in use by another program',
  );
  const [row] = await platform.database.query.select().from(operations).where(eq(operations.id, id));
  expect(row).toMatchObject({ status: 'In Progress', again: { isStopped: true } });
});

test('[SHL-042] a cancel as soon as it is announced stops the work before it begins', async () => {
  const stop = server.platform.bus.subscribe(
    'operation-changed',
    ({ id }: { id: string }) => void server.platform.bus.publish('operation-canceled', { id }),
  );
  let begun = false;
  const work = running.run(about('At once'), async () => {
    begun = true;
    return Promise.resolve('done');
  });
  await expect(work).rejects.toMatchObject({ code: 'CANCELED' });
  stop();
  expect(begun).toBe(false);
  expect(await named('At once')).toMatchObject({ status: 'Canceled' });
});

test('[SHL-036] finished work is completed, also when that cannot be written at once', async () => {
  const { pool } = server.platform.database;
  await pool.query(`CREATE FUNCTION refuse_completed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse_completed BEFORE UPDATE ON operations FOR EACH ROW WHEN (NEW.status = 'Completed') EXECUTE FUNCTION refuse_completed()`);
  const mended = new Promise((resolve) => setTimeout(resolve, 500)).then(() =>
    pool.query('DROP TRIGGER refuse_completed ON operations'),
  );
  expect(await running.run(about('Finished'), () => Promise.resolve('answer'))).toBe('answer');
  await mended;
  expect(await named('Finished')).toMatchObject({ status: 'Completed', failedMessage: null });
});
