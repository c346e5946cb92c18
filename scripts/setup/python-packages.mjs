import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePythonEnvironment, pythonEnvironmentFolder } from '../python-environment.mjs';
import { forgetFailure, recentFailure, rememberFailure } from './attempt-memory.mjs';

/**
 * Makes the Python environment of the notebooks when it is missing; never throws, because the rest works without it.
 *
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensurePython(progress) {
  const folder = pythonEnvironmentFolder();
  const isThere = existsSync(join(folder, '.complete'));
  const found =
    (!isThere && recentFailure('python')) || (isThere ? await ensure(folder) : await build(progress, folder));
  if (found.problem) progress.note(`${found.problem} To mend it: ${found.remedy}`);
}

async function build(progress, folder) {
  let made;
  const attempt = async () => {
    made = await ensure(folder, progress.note);
    if (!made.python) throw new Error(made.problem);
  };
  // Whoever called says the problem; here it only makes the step a failed one.
  await progress.step('Making the Python environment of the notebooks', attempt).catch(() => undefined);
  if (made.python) forgetFailure('python');
  else rememberFailure('python', made);
  return made;
}

async function ensure(folder, log = () => {}) {
  try {
    return await ensurePythonEnvironment({ folder, log });
  } catch (error) {
    return {
      python: null,
      problem: `Notebooks cannot run: making their Python environment failed (${error.message}).`,
      remedy: `rm -rf ${folder} && npm start`,
    };
  }
}
