import { createProgress } from '../setup/progress.mjs';
import { prepare } from '../setup/prepare.mjs';
import { testPackages } from '../setup/system-packages.mjs';
import { changedFiles } from './changed-files.mjs';
import { sideBySide } from './side-by-side.mjs';
import { slowestFiles } from './slowest-files.mjs';
import { readTestOptions, WrongOption } from './test-options.mjs';

/**
 * `npm test`: installs what is missing, runs the stages and ends with the count of all. Checks run two at a time, as
 * soon as the packages of npm are there; what runs tests takes all there is, one stage after the other.
 *
 * @param {string[]} words the options
 * @returns {Promise<number>} the exit code
 */
export async function runTests(words) {
  const options = readOptions(words);
  if (!options) return 2;
  // A signal ends us by way of `exit`, where each stage ends what it has started.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  const change = options.changedFrom ? changedFiles(options.changedFrom) : undefined;
  const progress = createProgress();
  const total = { passed: 0, failed: 0, skipped: [], files: [], retried: [] };
  const [checks, rest] = [
    options.stages.filter(({ isCheck }) => isCheck),
    options.stages.filter(({ isCheck }) => !isCheck),
  ];
  const outcomes = [];
  const runChecks = async () => {
    outcomes.push(...(await sideBySide(checks, 2, (stage) => runStage(stage, progress.note, [], change))));
  };
  if (!(await prepare(progress, testPackages, runChecks))) return 1;
  outcomes.push(...(await sideBySide(rest, 1, (stage) => runStage(stage, progress.note, options.filters, change))));
  for (const { passed, failed, skipped, files = [], retried = [] } of outcomes) {
    total.passed += passed;
    total.failed += failed;
    total.skipped.push(...skipped);
    total.files.push(...files);
    total.retried.push(...retried);
  }
  return report(total);
}

function readOptions(words) {
  try {
    return readTestOptions(words);
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    console.error(error.message);
    return undefined;
  }
}

async function runStage(stage, print, filters, change) {
  const startedAt = Date.now();
  const heading = `\n── ${stage.title} ──`;
  if (!stage.isCheck) print(heading);
  const outcome = await stage.run(filters, change).catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: [] };
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  // In one piece, since others run beside it.
  if (stage.isCheck) print([heading, outcome.output?.trimEnd()].filter(Boolean).join('\n'));
  print(`${stage.title}: ${countLine(outcome)} in ${seconds} s`);
  return outcome;
}

function report(total) {
  for (const line of slowestFiles(total.files)) console.log(line);
  console.log('');
  for (const title of total.retried) console.log(`unsteady, passed at a later try: ${title}`);
  for (const { title, reason } of total.skipped) console.log(`skipped: ${title}${reason ? ` (${reason})` : ''}`);
  if (total.passed + total.failed === 0) console.log('No test fits.');
  console.log(countLine(total));
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}
