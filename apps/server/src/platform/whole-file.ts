import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Content of a small file; empty when there is none or it cannot be read. */
export function readSmallFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Makes a file that is there with all of its content or not at all. False when there is one of that name already. */
export function createWholeFile(file: string, content: string): boolean {
  return throughTemporary(file, content, (temporary) => {
    try {
      linkSync(temporary, file);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST') return false;
      throw error;
    }
  });
}

/** Puts a file in the place of whatever has its name; a reader sees the old one or the new one, never a part. */
export function replaceWholeFile(file: string, content: string): void {
  throughTemporary(file, content, (temporary) => {
    renameSync(temporary, file);
  });
}

function throughTemporary<T>(file: string, content: string, put: (temporary: string) => T): T {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    const answer = put(temporary);
    syncFolder(dirname(file));
    return answer;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The name of a new file is on disk only when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
