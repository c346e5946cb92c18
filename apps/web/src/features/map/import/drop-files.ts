import { readDropped, type DroppedFile, type DroppedFiles } from '../../../platform/dropped-files.ts';
import { draggedEntries, geodataOf } from './files-below.ts';
import { importDesktopFiles, importDragged, sayNoGeodata } from './import-files.ts';

/** Kind of drag data of project files: a JSON list of `{ path, isDir }`. */
const projectFiles = 'groma/gcs';

/** Whether a drag carries what a map can take, as far as can be seen before the drop (MAP-079). */
export function takesDrop(data: DataTransfer | null): boolean {
  return data !== null && (data.types.includes(projectFiles) || data.types.includes('Files'));
}

/** Brings what was dropped into a map, folders with all they hold. Must be called while the drop is handled. */
export function dropInto(target: { mapId: string; projectId: string }, data: DataTransfer): void {
  const entries = draggedEntries(parsed(data.getData(projectFiles)));
  if (entries.length > 0) void importDragged(target, entries);
  else if (data.files.length > 0 || data.items.length > 0) void dropDesktop(target, readDropped(data));
}

async function dropDesktop(
  target: { mapId: string; projectId: string },
  dropped: Promise<DroppedFiles>,
): Promise<void> {
  const { files, emptyFolders } = await dropped;
  const chosen = wanted(files);
  if (chosen.length > 0) return importDesktopFiles(target, chosen);
  sayNoGeodata([
    ...new Set([...files.map(({ relativePath }) => relativePath), ...emptyFolders].map((path) => path.split('/')[0]!)),
  ]);
}

/** All that was dropped by itself, and of folders what is geodata. */
function wanted(files: readonly DroppedFile[]): DroppedFile[] {
  const below = new Set(geodataOf(files.map(({ relativePath }) => relativePath).filter((path) => path.includes('/'))));
  return files.filter(({ relativePath }) => !relativePath.includes('/') || below.has(relativePath));
}

function parsed(text: string): unknown[] {
  try {
    return text === '' ? [] : ([JSON.parse(text)].flat() as unknown[]);
  } catch {
    return [];
  }
}
