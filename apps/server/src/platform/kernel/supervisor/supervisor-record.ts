import { readSmallFile, replaceWholeFile } from '../../whole-file.ts';
import { join } from 'node:path';

const fileName = 'kernel-supervisor.json';

/**
 * Where the supervisor of a data folder listens, or null when none was ever started. Whether it still does must be
 * tried.
 */
export function readSupervisorRecord(dataFolder: string): string | null {
  try {
    const { socket } = JSON.parse(readSmallFile(join(dataFolder, fileName))) as { socket?: unknown };
    return typeof socket === 'string' ? socket : null;
  } catch {
    return null;
  }
}

/** Remembers it, on disk when this returns. */
export function writeSupervisorRecord(dataFolder: string, socket: string): void {
  replaceWholeFile(join(dataFolder, fileName), JSON.stringify({ socket }));
}
