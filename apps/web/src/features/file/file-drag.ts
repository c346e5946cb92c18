import type { FileNode } from './file-tree.ts';

/** Kind of drag data of project files (SHL-057): a JSON list of `{ path, isDir }`. */
export const fileDragKind = 'groma/gcs';

export interface DraggedFile { path: string; isDir: boolean }

export function dragItems(nodes: readonly Pick<FileNode, 'id' | 'isDir'>[]): DraggedFile[] {
  return nodes.map(({ id, isDir }) => ({ path: id, isDir }));
}

/** Puts project files on a drag, for maps, notebooks and the assistant to take. */
export function putFiles(data: DataTransfer, nodes: readonly Pick<FileNode, 'id' | 'isDir'>[]): void {
  data.setData(fileDragKind, JSON.stringify(dragItems(nodes)));
  data.setData('text/plain', nodes.map(({ id }) => id).join('\n'));
}

/** Project files of a drag; none when it carries something else. */
export function takeFiles(data: DataTransfer): DraggedFile[] {
  const text = data.getData(fileDragKind);
  return text === '' ? [] : JSON.parse(text) as DraggedFile[];
}
