import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binFolder, root } from '../setup/repository.mjs';
import { startDebianPostgres } from './debian-postgres.mjs';
import { runVisibly } from './run-visibly.mjs';

/** All tests of the workspaces, in one run. @param {string[]} filters */
export function runUnitTests(filters) {
  return runVitest(filters);
}

/**
 * The server's tests that open the records once more, on Debian's PostgreSQL instead of the embedded one. Runs when
 * GROMA_TEST_EXTERNAL_POSTGRES is 1, as it is in CI.
 *
 * @param {string[]} filters
 */
export async function runExternalDatabaseTests(filters) {
  if (process.env.GROMA_TEST_EXTERNAL_POSTGRES !== '1') {
    console.log('Left out: set GROMA_TEST_EXTERNAL_POSTGRES=1 to run it (needs the Debian package postgresql).');
    return { passed: 0, failed: 0, skipped: [] };
  }
  const postgres = await startDebianPostgres();
  try {
    return await runVitest(['--project', 'server', ...recordTests(filters)], { DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** What opens the records in a test: the running server, or a database of its own. */
const opensRecords = /\/test-(?:server|map|notebooks)\.ts'|makeDatabase|postgresUrl/;

function recordTests(filters) {
  return readdirSync(join(root, 'apps/server'), { recursive: true })
    .filter((path) => /^(src|test)\/.*\.test\.ts$/.test(path))
    .map((path) => `apps/server/${path}`)
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .filter((path) => opensRecords.test(readFileSync(join(root, path), 'utf8')));
}

async function runVitest(words, extra = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'groma-test-'));
  const result = join(folder, 'vitest.json');
  try {
    const reporters = ['--reporter=dot', '--reporter=./scripts/test/vitest-count.mjs'];
    // As with the journeys, a second try is allowed, and told.
    const code = await runVisibly(join(binFolder, 'vitest'), ['run', '--passWithNoTests', '--retry=1', ...reporters, ...words], {
      ...extra,
      GROMA_TEST_RESULT: result,
    });
    return withExitCode(readOutcome(result), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOutcome(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
}

// A run that ends badly without a failed test (a crash, a set-up that fails) must not pass.
function withExitCode(outcome, code) {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
