import { isAbsolute, join } from 'node:path';
import { root } from './repository.mjs';

const knownServices = ['api', 'realtime', 'tiles', 'jobs'];

export const startUsage = 'npm start -- [--port N] [--data DIR] [--services api,realtime,tiles,jobs]';

export class WrongOption extends Error {}

/**
 * Reads the options of the start command.
 *
 * @param {string[]} words
 * @param {string} [from] what a relative data folder is relative to
 * @returns {{ port: number, data: string, services: string[] }}
 * @throws {WrongOption} with one line that says what is wrong
 */
export function readStartOptions(words, from = process.env.INIT_CWD ?? process.cwd()) {
  const options = { port: 4100, data: join(root, 'data'), services: knownServices };
  const readers = {
    '--port': (value) => (options.port = readPort(value)),
    '--data': (value) => (options.data = isAbsolute(value) ? value : join(from, value)),
    '--services': (value) => (options.services = readServices(value)),
  };
  for (let at = 0; at < words.length; at += 1) {
    const [name, joined] = splitOption(words[at]);
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!read) throw new WrongOption(`Unknown option ${words[at]}. Use: ${startUsage}`);
    const value = joined ?? words[(at += 1)];
    if (!value) throw new WrongOption(`${name} needs a value. Use: ${startUsage}`);
    read(value);
  }
  return options;
}

function splitOption(word) {
  const at = word.indexOf('=');
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function readPort(value) {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new WrongOption(`--port takes a whole number from 1 to 65535, not '${value}'.`);
}

function readServices(value) {
  const services = value.split(',').filter(Boolean);
  const unknown = services.find((name) => !knownServices.includes(name));
  if (unknown) throw new WrongOption(`There is no service '${unknown}'. The services are ${knownServices.join(', ')}.`);
  if (services.length === 0) throw new WrongOption(`--services needs at least one of ${knownServices.join(', ')}.`);
  return services;
}
