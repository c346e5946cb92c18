import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError } from '@groma/model';

/**
 * Opens what a database's process has handed over in its own folder. The process belongs to the people whose statements
 * it runs: anything but a file that lies where it says is not opened. @throws GromaError DATABASE_STOPPED
 */
export async function openWritten(handed: string, folder: string, file: string): Promise<FileHandle> {
  const refused = new GromaError('DATABASE_STOPPED', { detail: 'what it wrote is not there.' });
  if ([folder, file].some((each) => each === '..' || each === '.' || baseName(each) !== each)) throw refused;
  const path = join(await realpath(handed), folder, file);
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => {
    throw refused;
  });
  const isMeant = (await handle.stat()).isFile() && (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  if (isMeant) return handle;
  await handle.close();
  throw refused;
}
