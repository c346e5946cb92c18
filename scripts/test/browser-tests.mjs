import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../setup/find-program.mjs';
import { binFolder, root } from '../setup/repository.mjs';
import { installCommand } from '../setup/system-packages.mjs';
import { journeysFor } from './changed-tests.mjs';
import { runVisibly } from './run-visibly.mjs';

/**
 * The journeys of `e2e/` in Chromium, against a server of their own.
 *
 * @param {string[]} filters
 * @param {{ files: string[] }} [change] runs only the journeys that can tell whether it is good
 * @returns {Promise<import('./stages.mjs').Outcome>}
 */
export async function runBrowserTests(filters, change) {
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  const wanted = change ? journeysFor(change.files) : filters.length > 0 ? filters : ['e2e/'];
  const chosen = journeys.filter((name) => wanted.some((part) => `e2e/${name}`.includes(part)));
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
  const outcome = { passed: 0, failed: 0, skipped: [], files: [], retried: [] };
  try {
    const { suites } = JSON.parse(readFileSync(path, 'utf8'));
    for (const suite of suites) countSuite(outcome, suite);
    outcome.files.push(...suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: durationOf(suite) })));
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
  for (const { title, file, tests } of suite.specs) {
    for (const test of tests) {
      if (test.status === 'skipped') outcome.skipped.push({ title, reason: skipReason(test) });
      else if (test.status === 'unexpected') outcome.failed += 1;
      else outcome.passed += 1;
      if (test.status === 'flaky') outcome.retried.push(`e2e/${file}: ${title}`);
    }
  }
}

function skipReason(test) {
  return test.annotations.find((one) => one.type === 'skip' || one.type === 'fixme')?.description ?? '';
}
