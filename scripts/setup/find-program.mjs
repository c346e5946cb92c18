import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The full path of a program, or nothing.
 *
 * @param {string} program
 * @param {string} [path] another PATH than that of this process
 * @returns {string | undefined}
 */
export function findProgram(program, path = process.env.PATH ?? '') {
  const folders = [...path.split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
