import { stages } from './stages.mjs';

export class WrongOption extends Error {}

/**
 * Reads the options of the test command: `--only a,b` names stages, any other word is a part of a test file's path.
 *
 * @param {string[]} words
 * @returns {{ stages: import('./stages.mjs').Stage[], filters: string[] }} with a filter and no `--only`, the stages
 *   that take a filter
 * @throws {WrongOption} with one line that says what is wrong
 */
export function readTestOptions(words) {
  const filters = [];
  let only;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--only') only = words[(at += 1)] ?? '';
    else if (word.startsWith('--only=')) only = word.slice('--only='.length);
    else if (word.startsWith('-'))
      throw new WrongOption(`Unknown option ${word}. Use: npm test -- [--only ${names()}] [PART OF A PATH …]`);
    else filters.push(word);
  }
  return {
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
