import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { JobQueue } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';

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
  await makeQueue(url.href);
  url.pathname = '/postgres';
  project.provide('postgresUrl', url.href);
  project.provide('testFolder', folder);
  return async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The tables of the job queue are part of the template, or each server of a test would make them anew. */
async function makeQueue(url: string): Promise<void> {
  const queue = new JobQueue(url, createLog(true), createMetrics());
  await queue.start([], new AbortController().signal);
  await queue.stop();
}
