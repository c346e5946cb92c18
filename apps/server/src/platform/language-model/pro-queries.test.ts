import { eq } from '../database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatModelOf, type Plan } from '@groma/model';
import { tenantOf } from '../../../test/test-tenant.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { tenants } from '../database/tables/index.ts';
import { asProQuery, countProQuery, readProQueries } from './pro-queries.ts';

const pro = chatModelOf('gpt-4.1');
const free = chatModelOf('gpt-4.1-mini');
const november = new Date('2026-11-30T23:59:59Z');
const december = new Date('2026-12-01T00:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Projects of somebody new, whose plan allows so many queries. */
async function projectsWith(queries?: number, plan: Partial<Plan> | null = {}): Promise<[string, string]> {
  const person = await server.signUp();
  const projects: [string, string] = [await person.makeProject(), await person.makeProject()];
  await server.platform.database.query
    .update(tenants)
    .set({ plan: plan && { is_active: true, features: { gaia_pro_queries: queries }, ...plan } })
    .where(eq(tenants.id, await tenantOf(person)));
  return projects;
}
const count = (projectId: string, model = pro, now = november) =>
  countProQuery(server.platform.database, projectId, model, now);
const read = (projectId: string, now = november) => readProQueries(server.platform.database, projectId, now);

test('[AIA-022] [AIA-024] Pro queries count by organisation and month of UTC, 20 where the plan does not say', async () => {
  const [one, other] = await projectsWith();
  await count(one);
  await count(other);
  expect(await read(one)).toEqual({ left: 18, limit: 20, until: december });
  expect(await read(other, december)).toEqual({ left: 20, limit: 20, until: new Date('2027-01-01T00:00:00Z') });
});

test('[AIA-023] [AIA-024] at none left Pro models are refused with the day to wait for, and Free ones go on', async () => {
  const [project] = await projectsWith(1);
  await count(project, free);
  await count(project);
  await expect(count(project)).rejects.toMatchObject({
    code: 'PRO_QUERIES_SPENT',
    details: { limit: 1, date: '2026-12-01' },
  });
  await count(project, free);
  expect((await read(project)).left).toBe(0);
  await count(project, pro, december);
});

test('[AIA-024] a plan without any, no plan, and one that has ended allow none', async () => {
  for (const [project] of [
    await projectsWith(0),
    await projectsWith(5, null),
    await projectsWith(5, { is_active: false }),
  ]) {
    await expect(count(project)).rejects.toMatchObject({ code: 'PRO_QUERIES_SPENT', details: { limit: 0 } });
    expect(await read(project)).toMatchObject({ left: 0, limit: 0 });
  }
});

test('[AIA-024] of many questions at once as many are taken as are left', async () => {
  const [project] = await projectsWith(7);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => count(project)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  expect((await read(project)).left).toBe(0);
});

test('[AIA-024] what was not answered does not count, and is given back once', async () => {
  const [project] = await projectsWith(2);
  const now = new Date();
  await count(project, pro, now);
  const takeBack = await count(project, pro, now);
  await Promise.all([takeBack(), takeBack()]);
  expect((await read(project, now)).left).toBe(1);
  const ask = (answer: () => Promise<string>) => asProQuery(server.platform.database, project, pro, answer);
  await expect(ask(() => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await ask(() => Promise.resolve('Hello'))).toBe('Hello');
  await expect(ask(() => Promise.resolve('Hello'))).rejects.toMatchObject({ code: 'PRO_QUERIES_SPENT' });
});
