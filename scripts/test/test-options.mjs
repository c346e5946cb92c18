import { stages } from './stages.mjs';

export class WrongOption extends Error {}

/**
 * Reads the options of the test command: `--only a,b` names stages, `--changed` stands for the tests of what differs
 * from main, `--changed=HEAD` from the last commit, any other word is a part of a test file's path.
 *
 * @param {string[]} words
 * @returns {{ stages: import('./stages.mjs').Stage[], filters: string[], changedFrom?: string }} with a filter and no
 * `--only`, the stages
 *   that take a filter
 * @throws {WrongOption} with one line that says what is wrong
 */
export function readTestOptions(words) {
  const filters = [];
  let only;
  let changedFrom;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--only') only = words[(at += 1)] ?? '';
    else if (word.startsWith('--only=')) only = word.slice('--only='.length);
    else if (word === '--changed') changedFrom = 'main';
    else if (word.startsWith('--changed=')) changedFrom = word.slice('--changed='.length);
    else if (word.startsWith('-'))
      throw new WrongOption(
        `Unknown option ${word}. Use: npm test -- [--only ${names()}] [--changed[=COMMIT] | PART OF A PATH …]`,
      );
    else filters.push(word);
  }
  if (changedFrom && filters.length > 0)
    throw new WrongOption(`--changed chooses the tests itself: leave out '${filters[0]}'.`);
  return {
    changedFrom,
    stages: only === undefined ? stages.filter((one) => filters.length === 0 || one.takesFilters) : named(only),
    filters,
  };
}

function named(only) {
  const wanted = only.split(',').filter(Boolean);
  const unknown = wanted.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown || wanted.length === 0)
    throw new WrongOption(`There is no stage '${unknown ?? ''}'. The stages are ${names()}.`);
  return stages.filter((stage) => wanted.includes(stage.name));
}

function names() {
  return stages.map((stage) => stage.name).join(',');
}
