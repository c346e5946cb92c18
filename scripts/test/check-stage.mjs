import { join } from 'node:path';
import { binFolder } from '../setup/repository.mjs';
import { runVisibly } from './run-visibly.mjs';

/**
 * A stage that is one program and counts as one test.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} program of the packages
 * @param {string[]} words
 * @returns {import('./stages.mjs').Stage}
 */
export function checkStage(name, title, program, words) {
  return {
    name,
    title,
    takesFilters: false,
    async run() {
      const code = await runVisibly(join(binFolder, program), words);
      return code === 0 ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] };
    },
  };
}
