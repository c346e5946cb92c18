import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The user and group that PostgreSQL of npm runs as where the server is root: nobody. */
export const unprivileged = 65_534;
const sticky = 0o1000;
/** Made here, so that nobody else can enter them from their first moment. */
const madeFolders = ['files', 'blobs', 'results'];
const closedFolders = [...madeFolders, 'analytics', 'deleting', 'duckdb-extensions'];

/**
 * Makes the data folder and closes it to everyone but the server's user, because notebooks choose the names and modes
 * of the files in it. Where the server is root, PostgreSQL of npm runs as nobody and has to pass through to its own
 * folder, so the group of nobody may pass, and cannot enter the other folders. A folder that belongs to another user,
 * or that all users share like /tmp, is left as it is.
 */
export function closeDataFolder(folder: string, isPassedByPostgres: boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  const user = process.getuid?.();
  if (uid !== user || (mode & sticky) !== 0) return;
  const isShared = user === 0 && isPassedByPostgres;
  for (const name of madeFolders) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  for (const path of closedFolders.map((name) => join(folder, name))) {
    if (statSync(path, { throwIfNoEntry: false })?.uid === user) chmodSync(path, 0o700);
  }
  if (isShared) chownSync(folder, user, unprivileged);
  chmodSync(folder, isShared ? 0o710 : 0o700);
}
