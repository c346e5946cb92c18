import { join } from 'node:path';
import { binFolder } from '../setup/repository.mjs';
import { runAside } from './run-visibly.mjs';

/**
 * A stage that is one program and counts as one test. It needs one core, and runs beside others.
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
    isCheck: true,
    async run() {
      const { code, output } = await runAside(join(binFolder, program), words);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], output };
    },
  };
}
