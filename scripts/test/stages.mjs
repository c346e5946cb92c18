import { runBrowserTests } from './browser-tests.mjs';
import { checkStage } from './check-stage.mjs';
import { runUnitTests } from './unit-tests.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {{ title: string, reason: string }[]} skipped
 * @property {{ file: string, ms: number }[]} [files] how long the tests of each file took
 * @property {string[]} [retried] the titles of tests that passed, but not at the first try
 * @property {string} [output] what was printed meanwhile, where it was kept
 * @typedef {object} Stage
 * @property {string} name for `--only`
 * @property {string} title
 * @property {boolean} takesFilters whether parts of paths choose among its tests
 * @property {boolean} [isCheck] whether it needs one core only, and keeps its output
 * @property {(filters: string[], change?: { base: string, files: string[] }) => Promise<Outcome>} run prints or keeps
 *   its output; with a change, only the tests that tell whether it is good
 */

/** @type {Stage[]} in the order they run: the quick and telling ones first */
export const stages = [
  checkStage('types', 'Types', 'tsc', ['-b']),
  checkStage('lint', 'Lint', 'oxlint', ['--deny-warnings']),
  checkStage('format', 'Format', 'oxfmt', ['--check']),
  checkStage('arrows', 'Arrows', 'node', ['scripts/check/arrows.mjs']),
  checkStage('texts', 'Texts', 'node', ['scripts/check/texts.mjs']),
  checkStage('unused', 'Dead code', 'knip', ['--no-progress', '--no-config-hints']),
  checkStage('reached', 'Reached code', 'node', ['scripts/check/reached.mjs']),
  { name: 'unit', title: 'Unit and server tests', takesFilters: true, run: runUnitTests },
  { name: 'browser', title: 'Browser tests', takesFilters: true, run: runBrowserTests },
];
