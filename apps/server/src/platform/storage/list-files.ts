import { parseDataPath, type ProjectId } from '@groma/model';
import type { FileStore, StoredFile } from './file-store.ts';

/**
 * All files and folders of a project, a folder before what is in it. Trash and uploads under way are not among them.
 */
export async function listFiles(files: Pick<FileStore, 'list'>, projectId: ProjectId): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  const folders = [parseDataPath('/data')];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await files.list(projectId, folder)) {
      found.push(entry);
      if (entry.isDir) folders.push(entry.path);
    }
  }
  return found;
}
