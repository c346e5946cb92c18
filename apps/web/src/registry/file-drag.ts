/** Kind of drag data of project files (SHL-057): a JSON list of `{ path, isDir }`. */
const kind = 'groma/gcs';

export interface DraggedFile {
  path: string;
  isDir: boolean;
}

/** Puts project files on a drag, for maps, notebooks and the assistant to take. */
export function putFiles(data: DataTransfer, files: readonly DraggedFile[]): void {
  data.setData(kind, JSON.stringify(files));
  data.setData('text/plain', files.map(({ path }) => path).join('\n'));
}

/** Whether a drag carries project files; all that can be seen of it before the drop. */
export function carriesProjectFiles(data: DataTransfer | null): boolean {
  return data?.types.includes(kind) ?? false;
}

/** Project files that were dropped; none when something else was, or what claims to be files is not. */
export function takeFiles(data: DataTransfer): DraggedFile[] {
  try {
    const found: unknown = JSON.parse(data.getData(kind));
    return Array.isArray(found) ? found.filter(isDraggedFile) : [];
  } catch {
    return [];
  }
}

function isDraggedFile(item: unknown): item is DraggedFile {
  const { path, isDir } = (item ?? {}) as Partial<DraggedFile>;
  return typeof path === 'string' && path.startsWith('/data/') && typeof isDir === 'boolean';
}
