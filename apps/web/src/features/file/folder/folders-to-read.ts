import { above } from '../entry/file-path.ts';
import { placeOf, type FolderWindow } from './folder-window.ts';

/**
 * The folders to read anew when some have changed. One that is not shown may have come with the change, and its parents
 * too: then the nearest folder above that is shown does not list the way to it yet.
 */
export function foldersToRead(changed: readonly string[], windows: ReadonlyMap<string, FolderWindow>): Set<string> {
  const stale = new Set<string>();
  for (const path of changed) {
    const way = [path, ...above(path)];
    const shown = way.findIndex((folder) => windows.has(folder));
    const folder = way[shown];
    const window = folder === undefined ? undefined : windows.get(folder);
    if (folder !== undefined && window && (shown === 0 || placeOf(window, way[shown - 1] ?? '') === -1))
      stale.add(folder);
  }
  return stale;
}
