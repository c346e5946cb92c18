import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheFolder } from './repository.mjs';
import { findProgram } from './find-program.mjs';

/** @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>} how each is ended */
const running = new Map();
const logPath = join(cacheFolder, 'setup.log');

export class CommandFailed extends Error {
  /** @param {string} command @param {number | null} code @param {string[]} lines its last lines of output */
  constructor(command, code, lines) {
    super(`${command} failed${code === null ? '' : ` with code ${code}`}`);
    this.lines = lines;
  }
}

/**
 * Runs a program to its end; its output goes line by line to `onLine` and to `.cache/setup.log`.
 *
 * @param {string} command
 * @param {string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, endsWithUs?: boolean }} [options]
 *   `endsWithUs`: it is ended even when this process is killed outright (where the system can)
 * @returns {Promise<void>}
 * @throws {CommandFailed} when it cannot be started or ends with another code than 0
 */
export function runCommand(command, words, { cwd, env = process.env, onLine = () => {}, endsWithUs = false } = {}) {
  const guard = endsWithUs ? findProgram('setpriv') : undefined;
  const [program, ...rest] = guard ? [guard, '--pdeathsig', 'KILL', command, ...words] : [command, ...words];
  const title = [command, ...words].join(' ');
  const tail = [];
  mkdirSync(cacheFolder, { recursive: true });
  appendFileSync(logPath, `\n$ ${title}\n`);
  const take = (line) => {
    appendFileSync(logPath, `${line}\n`);
    tail.push(line);
    if (tail.length > 15) tail.shift();
    onLine(line);
  };
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    // What is made anew anyway is killed: npm would go on for seconds, in the way of the next start.
    running.set(child, endsWithUs ? 'SIGKILL' : 'SIGTERM');
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take);
    child.on('error', (error) => reject(new CommandFailed(title, null, [error.message])));
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new CommandFailed(title, code, tail));
    });
  });
}

/** Ends the programs that are still running, for when we are told to stop in the middle. */
export function stopRunningCommands() {
  for (const [child, signal] of running) child.kill(signal);
}
