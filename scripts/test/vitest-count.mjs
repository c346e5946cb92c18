import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A Vitest reporter that writes what the end of `npm test` tells to the file named by GROMA_TEST_RESULT.
 */
export default class VitestCount {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = { passed: 0, failed: unhandledErrors.length, skipped: [], files: [], retried: [] };
    for (const module of modules) {
      // A file that cannot even be loaded has no tests to fail: it counts as one itself.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) outcome.failed += 1;
      const file = relative('', module.moduleId);
      outcome.files.push({ file, ms: module.diagnostic().duration });
      for (const test of module.children.allTests()) countTest(outcome, test, file);
    }
    writeFileSync(process.env.GROMA_TEST_RESULT, JSON.stringify(outcome));
  }
}

function countTest(outcome, test, file) {
  const { state, note } = test.result();
  if (test.diagnostic()?.flaky) outcome.retried.push(`${file}: ${test.fullName}`);
  if (state === 'passed') outcome.passed += 1;
  else if (state === 'failed') outcome.failed += 1;
  else outcome.skipped.push({ title: test.fullName, reason: note ?? '' });
}
