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
  return run(program, words, extra, 'inherit').code;
}

/**
 * Runs a program and keeps what it prints, for one that runs beside others. It is ended with us.
 *
 * @param {string} program
 * @param {string[]} words
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runAside(program, words) {
  const { child, code } = run(program, words, {}, 'pipe');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return { code: await code, output };
}

function run(program, words, extra, outputs) {
  const env = packageEnvironment({ ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...extra });
  const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', outputs, outputs] });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  const code = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    // Its output has come whole by then.
    child.on('close', (ended) => {
      process.removeListener('exit', stop);
      resolve(ended ?? 1);
    });
  });
  return { child, code };
}
