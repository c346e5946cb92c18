import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { printSlowestFiles } from './slowest-files.mjs';

/**
 * A Vitest reporter that prints the slowest files and writes what the last line of `npm test` needs to the file named by
 * GROMA_TEST_RESULT.
 */
export default class VitestCount {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that cannot even be loaded has no tests to fail: it counts as one itself.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) outcome.failed += 1;
      for (const test of module.children.allTests()) countTest(outcome, test);
    }
    printSlowestFiles(
      modules.map((module) => ({ file: relative('', module.moduleId), ms: module.diagnostic().duration })),
    );
    writeFileSync(process.env.GROMA_TEST_RESULT, JSON.stringify(outcome));
  }
}

function countTest(outcome, test) {
  const { state, note } = test.result();
  if (test.diagnostic()?.flaky) console.warn(`Unsteady, passed at the second try: ${test.fullName}`);
  if (state === 'passed') outcome.passed += 1;
  else if (state === 'failed') outcome.failed += 1;
  else outcome.skipped.push({ title: test.fullName, reason: note ?? '' });
}
