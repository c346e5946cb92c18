import { createProgress } from './progress.mjs';
import { prepare } from './prepare.mjs';
import { runServer } from './server-process.mjs';
import { readStartOptions, startUsage, WrongOption } from './start-options.mjs';
import { startPackages } from './system-packages.mjs';

/**
 * `npm start`: installs what is missing, builds, and runs the server until it ends.
 *
 * @param {string[]} words the options
 * @returns {Promise<number>} the exit code
 */
export async function startProduct(words) {
  if (words.includes('--help')) {
    console.log(startUsage);
    return 0;
  }
  stopWithNpm();
  try {
    const options = readStartOptions(words);
    return (await prepare(createProgress(), startPackages)) ? await runServer(options) : 1;
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** When npm that started us is killed outright, nobody is left to stop us: notice that we have another parent. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref();
}
