import { importDesktopFiles, importProjectFiles } from './import-files.ts';

/** Kind of drag data of project files: a JSON list of `{ path, isDir }`. */
const projectFiles = 'groma/gcs';

/** Whether a drag carries what a map can take, as far as can be seen before the drop (MAP-079). */
export function takesDrop(data: DataTransfer | null): boolean {
  return data !== null && (data.types.includes(projectFiles) || data.types.includes('Files'));
}

/** Brings what was dropped into a map. Must be called while the drop is handled. */
export function dropInto(target: { mapId: string; projectId: string }, data: DataTransfer): void {
  const paths = readPaths(data.getData(projectFiles));
  if (paths.length > 0) void importProjectFiles(target, paths);
  else if (data.files.length > 0) void importDesktopFiles(target, [...data.files]);
}

/** Paths of a list of dragged files, or of one. */
export function pathsOf(dragged: unknown): string[] {
  const list: unknown[] = Array.isArray(dragged) ? dragged : [dragged];
  return list.flatMap((each) => {
    const { path, isDir } = (each ?? {}) as { path?: unknown; isDir?: unknown };
    return typeof path === 'string' && isDir !== true ? [path] : [];
  });
}

function readPaths(text: string): string[] {
  if (text === '') return [];
  try {
    return pathsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Lets the person choose files of their computer; none when they choose none. */
export function chooseFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
