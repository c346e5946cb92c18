import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binFolder } from '../setup/repository.mjs';
import { serverTestsFor } from './changed-tests.mjs';
import { startDebianPostgres } from './debian-postgres.mjs';
import { runVisibly } from './run-visibly.mjs';

/**
 * All tests of the workspaces, in one run. The server's tests keep their records in the embedded PostgreSQL, or in
 * Debian's when GROMA_TEST_EXTERNAL_POSTGRES is 1, as in CI. The journeys always use the embedded one.
 *
 * @param {string[]} filters
 * @param {{ base: string, files: string[] }} [change] runs only what can tell whether it is good
 */
export async function runUnitTests(filters, change) {
  if (!change) return runWithPostgres(filters);
  const elsewhere = await runVitest(['--project=!server', `--changed=${change.base}`]);
  const ofServer = serverTestsFor(change.files);
  return ofServer.length === 0 ? elsewhere : sum(elsewhere, await runWithPostgres(['--project=server', ...ofServer]));
}

function sum(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: [...one.skipped, ...other.skipped],
    files: [...one.files, ...other.files],
    retried: [...one.retried, ...other.retried],
  };
}

async function runWithPostgres(filters) {
  if (process.env.GROMA_TEST_EXTERNAL_POSTGRES !== '1') return runVitest(filters);
  const postgres = await startDebianPostgres();
  try {
    return await runVitest(filters, { GROMA_TEST_POSTGRES: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function runVitest(words, extra = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'groma-test-'));
  const result = join(folder, 'vitest.json');
  try {
    const reporters = ['--reporter=dot', '--reporter=./scripts/test/vitest-count.mjs'];
    // As with the journeys, a second try is allowed, and told.
    const code = await runVisibly(
      join(binFolder, 'vitest'),
      ['run', '--passWithNoTests', '--retry=1', ...reporters, ...words],
      {
        ...extra,
        GROMA_TEST_RESULT: result,
      },
    );
    return withExitCode(readOutcome(result), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOutcome(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [], files: [], retried: [] };
  }
}

// A run that ends badly without a failed test (a crash, a set-up that fails) must not pass.
function withExitCode(outcome, code) {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
