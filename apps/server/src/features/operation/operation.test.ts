import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GromaError, newId, type OperationId, type ProjectId, type UserId } from '@groma/model';
import { operation } from '@groma/protocol';
import { endless, scriptedOperations } from '../../../test/scripted-operation.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { operations } from '../../platform/database/tables/index.ts';
import { runnerName } from '../../platform/operation/runner-name.ts';

const scripted = scriptedOperations();
let server: TestServer;
let ann: Person;
let bob: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer({}, { operations: [scripted.kind] });
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  projectId = await ann.makeProject();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
});
afterAll(() => server.close());

type Script = Parameters<typeof scripted.script>[1];

const about = (title: string, person = ann) => ({
  projectId: projectId as ProjectId,
  userId: person.id as UserId,
  title,
});
const list = async (person = ann) =>
  (await person.client.call(operation.listOperations, { params: { projectId } })).data;
const named = async (title: string, person = ann) => (await list(person)).find((each) => each.title === title)!;
const cancel = (person: Person, operationId: string) =>
  person.client.call(operation.cancelOperation, { params: { operationId } });
const rowOf = async (id: string) =>
  (await server.platform.database.query.select().from(operations).where(eq(operations.id, id)))[0];

/** Runs a script as an operation of its name and waits for the end. */
const run = (title: string, script: Script, caller = new AbortController().signal) =>
  server.platform.operations.run(scripted.kind, about(title), scripted.script(title, script), caller);
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** A process of this computer that runs no more: no process has had such a start. */
const gone = runnerName().replace(/\d+$/, '1');

/** Leaves an operation as a kill does: nobody wrote an end. */
async function leave(
  title: string,
  script: Script,
  values: Partial<typeof operations.$inferInsert> = {},
): Promise<string> {
  const id = newId<'operation'>();
  const inAnHour = new Date(Date.now() + 3_600_000);
  await server.platform.database.query.insert(operations).values({
    id,
    ...about(title),
    kind: scripted.kind.name,
    input: scripted.script(title, script),
    status: 'In Progress',
    attempt: 1,
    leasedBy: gone,
    leaseUntil: inAnHour,
    ...values,
  });
  return id;
}
const endOf = async (id: string) => {
  await expect
    .poll(async () => (await rowOf(id))!.status, { timeout: 20_000 })
    .toSatisfy((status: string) => !['Pending', 'In Progress'].includes(status));
  return (await rowOf(id))!;
};

test('[SHL-032] [SHL-033] [SHL-034] an operation shows its progress while it runs, and is completed after', async () => {
  const changes: string[] = [];
  const stop = server.platform.bus.subscribe('operation-changed', ({ id }: { id: string }) => changes.push(id));
  const waiting = Promise.withResolvers<void>();
  const work = run('Long', async ({ report }) => {
    report({ progress: 20, subtitle: 'sub', subTask: 'first' });
    report({ progress: 40, subTask: 'second', subTaskProgress: 250 });
    await waiting.promise;
    return { answer: 1 };
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
  waiting.resolve();
  expect(await work).toEqual({ answer: 1 });
  const done = await named('Long');
  expect(done).toMatchObject({ status: 'Completed', progress: 100, currentSubTask: null, estimatedTimeLeft: null });
  await expect.poll(() => changes.filter((id) => id === done.id).length).toBeGreaterThanOrEqual(3);
  expect((await ann.client.call(operation.readOperation, { params: { operationId: done.id } })).data).toEqual(done);
  await expect(bob.client.call(operation.readOperation, { params: { operationId: done.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  stop();
});

test('[SHL-042] [SHL-036] the cancel button stops the work, and only its starter can press it', async () => {
  const ended = outcome(run('Stopped', endless));
  await expect.poll(() => named('Stopped')).toMatchObject({ status: 'In Progress' });
  const { id } = await named('Stopped');
  await expect(cancel(bob, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(ann.client.call(operation.dismissOperation, { params: { operationId: id } })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  await cancel(ann, id);
  expect(await ended).toMatchObject({ code: 'CANCELED' });
  expect(await named('Stopped')).toMatchObject({ status: 'Canceled' });
  await cancel(ann, id);
  expect(await named('Stopped')).toMatchObject({ status: 'Canceled' });
});

test('[SHL-036] [SHL-037] [FIL-080] a failed operation says why in words of the catalogue only, and can be dismissed', async () => {
  await expect(run('Known', () => Promise.reject(new GromaError('IMPORT_TOO_LARGE')))).rejects.toMatchObject({
    code: 'IMPORT_TOO_LARGE',
  });
  const unknown = run('Unknown', () => Promise.reject(new Error('/secret/path')));
  await expect(unknown).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(unknown).rejects.not.toThrow('/secret/path');
  expect((await named('Known')).failedMessage).toMatch(/^File size is too large/);
  const failed = await named('Unknown');
  expect(failed).toMatchObject({ status: 'Failed', failedMessage: 'Unknown error' });
  await ann.client.call(operation.dismissOperation, { params: { operationId: failed.id } });
  expect((await list()).some(({ id }) => id === failed.id)).toBe(false);
  expect(await list(bob)).toEqual([]);
});

test('[SHL-042] a cancel as soon as it is announced stops the work before it begins', async () => {
  const stop = server.platform.bus.subscribe(
    'operation-changed',
    ({ id }: { id: string }) => void server.platform.operations.cancel(id),
  );
  let begun = 0;
  const work = run('At once', async () => Promise.resolve((begun += 1)));
  await expect(work).rejects.toMatchObject({ code: 'CANCELED' });
  stop();
  expect(begun).toBe(0);
  expect(await named('At once')).toMatchObject({ status: 'Canceled' });
});

test('[SHL-036] finished work is completed, also when that cannot be written at once', async () => {
  const { pool } = server.platform.database;
  await pool.query(`CREATE SEQUENCE refused;
    CREATE FUNCTION refuse_completed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('refused'); RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse_completed BEFORE UPDATE ON operations FOR EACH ROW WHEN (NEW.status = 'Completed') EXECUTE FUNCTION refuse_completed()`);
  const work = run('Finished', () => Promise.resolve('answer'));
  // A sequence keeps what is taken from it, also where the rest is undone.
  await expect
    .poll(async () => (await pool.query('SELECT is_called FROM refused')).rows)
    .toEqual([{ is_called: true }]);
  await pool.query('DROP TRIGGER refuse_completed ON operations');
  expect(await work).toBe('answer');
  expect(await named('Finished')).toMatchObject({ status: 'Completed', failedMessage: null });
});

test('[SHL-127] what a killed process was at is gone on with from its last checkpoint, and ends once', async () => {
  const seen: unknown[] = [];
  const id = await leave(
    'Killed',
    async ({ attempt, checkpoint, keep }) => {
      seen.push([attempt, checkpoint]);
      await keep({ step: 2 });
      return (await rowOf(id))!.checkpoint;
    },
    { checkpoint: { step: 1 } },
  );
  expect(await endOf(id)).toMatchObject({
    status: 'Completed',
    attempt: 2,
    result: { step: 2 },
    checkpoint: null,
    leasedBy: null,
  });
  expect(seen).toEqual([[2, { step: 1 }]]);
});

const [host, boot, processes, pid] = gone.split(' ');
test.each([
  ['another computer', ['elsewhere', boot, processes, pid, '1'].join(' ')],
  ['a computer of the same name', [host, 'another start', processes, pid, '1'].join(' ')],
  ['another container of this computer', [host, boot, 'pid:[1]', pid, '1'].join(' ')],
])(
  '[SHL-127] what a process of %s was at is gone on with when its lease has ended, and not before',
  async (_, other) => {
    let begun = 0;
    const id = await leave(`Elsewhere: ${other}`, async () => Promise.resolve((begun += 1)), { leasedBy: other });
    // An operation that is left behind later is taken up before it.
    await endOf(await leave('Marker', () => Promise.resolve(null)));
    expect([(await rowOf(id))!.status, begun]).toEqual(['In Progress', 0]);
    await server.platform.database.query
      .update(operations)
      .set({ leaseUntil: new Date(Date.now() - 1_000) })
      .where(eq(operations.id, id));
    expect(await endOf(id)).toMatchObject({ status: 'Completed', attempt: 2 });
    expect(begun).toBe(1);
  },
);

test('[SHL-128] whoever has lost an operation to another process changes nothing any more', async () => {
  const refusals: unknown[] = [];
  const begun = Promise.withResolvers<OperationId>();
  const other = Promise.withResolvers<void>();
  const work = run('Lost', async ({ id, keep, complete }) => {
    begun.resolve(id);
    await other.promise;
    refusals.push(await outcome(keep({ step: 1 })));
    refusals.push(
      await outcome(server.platform.database.query.transaction((transaction) => complete(transaction, 'mine'))),
    );
    return 'mine';
  });
  const id = await begun.promise;
  await server.platform.database.query
    .update(operations)
    .set({ leasedBy: 'elsewhere 1 1', attempt: 2 })
    .where(eq(operations.id, id));
  other.resolve();
  await expect.poll(() => refusals.length).toBe(2);
  expect(refusals.every((each) => each instanceof Error)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ status: 'In Progress', leasedBy: 'elsewhere 1 1', checkpoint: null });
  await server.platform.database.query
    .update(operations)
    .set({ status: 'Completed', result: 'theirs' as never })
    .where(eq(operations.id, id));
  expect(await work).toBe('theirs');
});

test('[SHL-128] what was canceled at the last moment is not completed', async () => {
  const committed: unknown[] = [];
  const canceled = run('Late cancel', async ({ id, complete }) => {
    // As a process that has not heard of the cancel yet.
    await server.platform.database.query
      .update(operations)
      .set({ isCancelRequested: true })
      .where(eq(operations.id, id));
    await server.platform.database.query.transaction((transaction) => complete(transaction, 'mine'));
    committed.push(id);
    return 'mine';
  });
  await expect(canceled).rejects.toMatchObject({ code: 'CANCELED' });
  expect(committed).toEqual([]);
  expect(await named('Late cancel')).toMatchObject({ status: 'Canceled' });
});

test('[SHL-127] an attempt that loses PostgreSQL is no failure: the next one goes on when its lease has ended', async () => {
  const attempts: number[] = [];
  const work = run('Away', async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw Object.assign(new Error('PostgreSQL stops.'), { code: '57P01' });
    return Promise.resolve('there');
  });
  await expect.poll(() => attempts).toEqual([1]);
  const { id } = await named('Away');
  const { pool } = server.platform.database;
  await pool.query("UPDATE operations SET lease_until = now() - interval '1 second' WHERE id = $1", [id]);
  expect(await work).toBe('there');
  expect(attempts).toEqual([1, 2]);
});

test('[SHL-128] a copy of which only the name is there is made, and not taken for whole', async () => {
  await ann.upload(projectId, '/data/many/a.txt', 'content');
  const { files } = server.platform;
  await files.makeFolder(projectId as ProjectId, '/data/into/many' as never);
  const copying = { projectId, userId: ann.id, paths: ['/data/many'], folder: '/data/into', clash: 'number', bytes: 7 };
  const next = { from: '/data/many', to: '/data/into/many', bytes: 7, files: 1 };
  const id = await leave('Copy', () => Promise.resolve(), {
    kind: 'copy',
    input: copying,
    checkpoint: { outcomes: [], next },
  });
  expect(await endOf(id)).toMatchObject({ status: 'Completed', attempt: 2 });
  expect(await files.measure(projectId as ProjectId, '/data/into/many (2)' as never)).toMatchObject({
    files: 1,
    bytes: 7,
  });
});

test.each([{ attempt: 3 }, { isCancelRequested: true }])(
  '[SHL-129] what a killed attempt has made is the result, where otherwise the operation would end: %o',
  async (values) => {
    await ann.upload(projectId, '/data/made/a.txt', 'content');
    const next = { from: '/data/elsewhere', to: '/data/made', bytes: 7, files: 1 };
    const id = await leave('Copy', () => Promise.resolve(), {
      kind: 'copy',
      input: {
        projectId,
        userId: ann.id,
        paths: ['/data/elsewhere'],
        folder: '/data',
        clash: 'number',
        bytes: 7,
      },
      checkpoint: { outcomes: [], next },
      ...values,
    });
    expect(await endOf(id)).toMatchObject({ status: 'Completed', failedMessage: null });
  },
);

test('[SHL-129] after three killed attempts an operation has failed, and what they left is cleared away', async () => {
  const id = await leave('Poison', () => Promise.resolve('never'), { attempt: 3 });
  expect(await endOf(id)).toMatchObject({ status: 'Failed', failedMessage: 'The server was stopped while this ran.' });
  expect(scripted.cleared).toContain('Poison');
});

test('[SHL-129] what was canceled while nobody carried it out is canceled and cleared away, not begun again', async () => {
  const id = await leave('Forgotten', () => Promise.resolve('never'), { isCancelRequested: true });
  expect(await endOf(id)).toMatchObject({ status: 'Canceled', result: null });
  expect(scripted.cleared).toContain('Forgotten');
});

test('[SHL-130] many operations of one person leave room for those of another', async () => {
  const mine = Array.from({ length: 12 }, (_, n) => outcome(run(`Mine ${n}`, endless)));
  await expect.poll(async () => (await list()).filter(({ status }) => status === 'In Progress').length).toBe(2);
  const his = await server.platform.operations.run(
    scripted.kind,
    about('His', bob),
    scripted.script('His', () => Promise.resolve('done')),
    new AbortController().signal,
  );
  expect(his).toBe('done');
  expect((await list()).filter(({ status }) => status === 'Pending').length).toBe(10);
  for (const { id, title } of await list()) if (title.startsWith('Mine')) await cancel(ann, id);
  expect(await Promise.all(mine)).toEqual(
    Array.from({ length: 12 }, () => expect.objectContaining({ code: 'CANCELED' })),
  );
});

test('[SHL-130] a kind whose places are all taken keeps no other kind waiting', async () => {
  const work = [ann, ann, bob, bob].map((person, n) =>
    outcome(
      server.platform.operations.run(
        scripted.kind,
        about(`Long ${n}`, person),
        scripted.script(`Long ${n}`, endless),
        new AbortController().signal,
      ),
    ),
  );
  const isLong = ({ title, status }: { title: string; status: string }) =>
    title.startsWith('Long') && status === 'In Progress';
  const running = async () => [...(await list()), ...(await list(bob))].filter(isLong);
  // A job that comes while its group is full is looked for again two seconds later.
  await expect.poll(async () => (await running()).length, { timeout: 20_000 }).toBe(4);
  await ann.upload(projectId, '/data/little/a.txt', 'content');
  const copying = {
    projectId,
    userId: ann.id,
    paths: ['/data/little'],
    folder: '/data/there',
    clash: 'number',
    bytes: 7,
  };
  await server.platform.files.makeFolder(projectId as ProjectId, '/data/there' as never);
  const id = await leave('Copy', () => Promise.resolve(), { kind: 'copy', input: copying });
  expect(await endOf(id)).toMatchObject({ status: 'Completed' });
  expect((await running()).length).toBe(4);
  for (const person of [ann, bob])
    for (const each of await list(person)) if (isLong(each)) await cancel(person, each.id);
  await Promise.all(work);
});

test('[SHL-131] an attempt begins only while its starter has the right to it', async () => {
  const stranger = await server.signUp();
  const id = await leave('Not theirs', () => Promise.resolve('never'), { userId: stranger.id });
  expect(await endOf(id)).toMatchObject({ status: 'Failed', failure: { code: 'NOT_FOUND' }, result: null });
  expect(scripted.cleared).toContain('Not theirs');
});

test('[SHL-127] a server that stops in order gives its operations back, and the next one goes on with them', async () => {
  const own = scriptedOperations();
  const attempts: number[] = [];
  own.script('goes on', async (context) => {
    attempts.push(context.attempt);
    await context.keep({ step: attempts.length });
    return attempts.length === 1 ? endless(context) : context.checkpoint;
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'groma-stop-'));
  const first = await startTestServer({ dataFolder }, { operations: [own.kind] });
  const { databaseUrl, secret } = first.platform.config;
  const eve = await first.signUp();
  const place = { projectId: (await eve.makeProject()) as ProjectId, userId: eve.id as UserId };
  const waiting = outcome(
    first.platform.operations.run(
      own.kind,
      { ...place, title: 'Goes on' },
      { script: 'goes on' },
      new AbortController().signal,
    ),
  );
  await expect.poll(() => attempts).toEqual([1]);
  await first.serving.close(true);
  expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
  const stopped = await first.platform.database.query.select().from(operations);
  expect(stopped).toMatchObject([
    { status: 'In Progress', attempt: 1, orderedStops: 1, leasedBy: null, checkpoint: { step: 1 } },
  ]);
  await first.close();
  const next = await startTestServer({ databaseUrl, dataFolder, secret }, { operations: [own.kind] });
  const left = () => next.platform.database.query.select().from(operations);
  await expect
    .poll(left, { timeout: 20_000 })
    .toMatchObject([{ status: 'Completed', attempt: 2, orderedStops: 1, result: { step: 1 } }]);
  expect(attempts).toEqual([1, 2]);
  await next.close();
  await rm(dataFolder, { recursive: true });
});

test('[SHL-129] a stop in order that is cut off by a kill does not count as one', async () => {
  const own = scriptedOperations();
  const stopped = Promise.withResolvers<void>();
  // Work that does not heed its signal, as a system call that hangs.
  own.script('hangs', () => stopped.promise);
  const short = await startTestServer({}, { operations: [own.kind] });
  const eve = await short.signUp();
  const place = { projectId: (await eve.makeProject()) as ProjectId, userId: eve.id as UserId };
  await short.platform.operations.start(own.kind, { ...place, title: 'Hangs' }, { script: 'hangs' });
  const row = async () => (await short.platform.database.query.select().from(operations))[0];
  await expect.poll(row).toMatchObject({ attempt: 1, orderedStops: 0 });
  const closing = short.serving.close(true);
  await expect.poll(row).toMatchObject({ attempt: 1, orderedStops: 1 });
  stopped.resolve();
  await closing;
  await short.close();
});
