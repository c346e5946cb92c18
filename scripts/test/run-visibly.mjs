import { spawn } from 'node:child_process';
import { packageEnvironment, root } from '../setup/repository.mjs';

/**
 * Runs a program with its output going where ours goes. It is ended with us.
 *
 * @param {string} program
 * @param {string[]} words
 * @param {Record<string, string>} [extra] more environment
 * @returns {Promise<number>} its exit code
 */
export function runVisibly(program, words, extra) {
  return new Promise((resolve) => {
    const env = packageEnvironment({ ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...extra });
    const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => {
      process.removeListener('exit', stop);
      resolve(code ?? 1);
    });
  });
}
