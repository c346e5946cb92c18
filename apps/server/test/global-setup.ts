import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** For what a test leaves behind; removed after the run. */
    testFolder: string;
  }
}

/**
 * One PostgreSQL for the whole run, or the one GROMA_TEST_POSTGRES names; each test file makes a database from the
 * template.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['GROMA_TEST_POSTGRES'];
  const folder = await mkdtemp(join(tmpdir(), 'groma-test-'));
  const postgres = given ? undefined : await startEmbeddedPostgres(join(folder, 'postgres'));
  const url = new URL(given ?? postgres!.url('postgres'));
  url.pathname = '/groma_template';
  await (await openDatabase(url.href)).close();
  url.pathname = '/postgres';
  project.provide('postgresUrl', url.href);
  project.provide('testFolder', folder);
  return async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
