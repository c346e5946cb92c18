import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../setup/find-program.mjs';
import { binFolder, root } from '../setup/repository.mjs';
import { installCommand } from '../setup/system-packages.mjs';
import { runVisibly } from './run-visibly.mjs';
import { printSlowestFiles } from './slowest-files.mjs';

/**
 * The journeys of `e2e/` in Chromium, against a server of their own.
 *
 * @param {string[]} filters
 * @returns {Promise<import('./stages.mjs').Outcome>}
 */
export async function runBrowserTests(filters) {
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  const chosen = journeys.filter(
    (name) => filters.length === 0 || filters.some((filter) => `e2e/${name}`.includes(filter)),
  );
  if (chosen.length === 0) return { passed: 0, failed: 0, skipped: [] };
  if (!findProgram('chromium')) {
    const reason = `Chromium is missing: ${installCommand(['chromium'])}`;
    return { passed: 0, failed: 0, skipped: chosen.map((name) => ({ title: `e2e/${name}`, reason })) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'groma-test-'));
  // The embedded PostgreSQL runs as a user without rights, who must be able to reach its data.
  chmodSync(folder, 0o755);
  try {
    const result = join(folder, 'playwright.json');
    const words = ['test', '--config', 'e2e/playwright.config.ts', ...chosen.map((name) => `e2e/${name}`)];
    const code = await runVisibly(join(binFolder, 'playwright'), words, {
      // Playwright sets FORCE_COLOR for its own processes, and Node warns in each where both are set.
      NO_COLOR: undefined,
      GROMA_TEST_RESULT: result,
      GROMA_TEST_DATA: join(folder, 'data'),
    });
    return readOutcome(result, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads Playwright's JSON report; a run that ends badly without a failed test counts as one failure. */
function readOutcome(path, code) {
  const outcome = { passed: 0, failed: 0, skipped: [] };
  try {
    const { suites } = JSON.parse(readFileSync(path, 'utf8'));
    for (const suite of suites) countSuite(outcome, suite);
    printSlowestFiles(suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: durationOf(suite) })));
  } catch (error) {
    console.error(`The browser tests left no report: ${error.message}`);
  }
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function durationOf(suite) {
  const own = suite.specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
  const inner = (suite.suites ?? []).map(durationOf);
  return [...own.map(({ duration }) => duration), ...inner].reduce((sum, ms) => sum + ms, 0);
}

function countSuite(outcome, suite) {
  for (const inner of suite.suites ?? []) countSuite(outcome, inner);
  for (const { title, tests } of suite.specs) {
    for (const test of tests) {
      if (test.status === 'skipped') outcome.skipped.push({ title, reason: skipReason(test) });
      else if (test.status === 'unexpected') outcome.failed += 1;
      else outcome.passed += 1;
      if (test.status === 'flaky') console.warn(`Unsteady, passed at the second try: ${title}`);
    }
  }
}

function skipReason(test) {
  return test.annotations.find((one) => one.type === 'skip' || one.type === 'fixme')?.description ?? '';
}
