import { baseName, GromaError, parseDataPath } from '@groma/model';
import { fileSizeText } from '../../../platform/file-size.ts';
import { file as calls } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { makeFolder, statFile } from '../entry/file-calls.ts';
import { roomLeft } from '../entry/tightest.ts';
import type { DroppedFile, DroppedFiles } from '../../../platform/dropped-files.ts';
import { enqueue } from './upload-queue.ts';
import type { Upload } from './upload-store.ts';
import { refreshFolder } from '../folder/refresh-folder.ts';

/**
 * Queues what was dropped on or chosen for a folder, after a warning when it is more than there is room for. Answers
 * what the uploads have in common, null where none was queued.
 */
export async function offerUploads(
  projectId: string,
  folder: string,
  { files, emptyFolders }: DroppedFiles,
): Promise<string | null> {
  if (files.length > 0 && !(await isSureOfRoom(projectId, files))) return null;
  for (const path of emptyFolders) await makeEmpty(projectId, `${folder}/${path}`.normalize('NFC'));
  if (emptyFolders.length > 0) refreshFolder(projectId, folder);
  if (files.length === 0) return null;
  const batch = crypto.randomUUID();
  enqueue(files.map((dropped) => ({ ...uploadOf(projectId, folder, batch, dropped), file: dropped.file })));
  return batch;
}

async function makeEmpty(projectId: string, path: string): Promise<void> {
  try {
    await makeFolder(projectId, path);
  } catch (error) {
    // The folder is there from an earlier time: what comes is put to what it holds.
    if (error instanceof GromaError && error.code === 'FILE_EXISTS' && (await isFolder(projectId, path))) return;
    toast.error(errorText(error), { title: t('file.upload.folderNotMade', { name: baseName(path) }) });
  }
}

async function isFolder(projectId: string, path: string): Promise<boolean> {
  return statFile(projectId, path).then(
    ({ isDir }) => isDir,
    () => false,
  );
}

async function isSureOfRoom(projectId: string, files: readonly DroppedFile[]): Promise<boolean> {
  const needed = files.reduce((sum, { file }) => sum + file.size, 0);
  // When this cannot be asked, the server says so for each file that has no room.
  const usage = await api.call(calls.fileUsageOf, { params: { projectId } }).catch(() => null);
  const left = usage && roomLeft(usage.data);
  if (left === null || needed <= left) return true;
  return confirm({
    title: t('file.upload.noRoomTitle'),
    body: t('file.upload.noRoomText', { needed: fileSizeText(needed), left: fileSizeText(left) }),
    confirmLabel: t('file.upload.anyway'),
  });
}

function uploadOf(projectId: string, folder: string, batch: string, { relativePath, file }: DroppedFile): Upload {
  const path = `${folder}/${relativePath}`.normalize('NFC');
  const failure = refusalOf(path);
  return {
    id: crypto.randomUUID(),
    projectId,
    batch,
    path,
    name: file.name,
    bytes: file.size,
    sent: 0,
    modified: file.lastModified,
    replace: false,
    numbers: false,
    state: failure === undefined ? 'waiting' : 'refused',
    ...(failure !== undefined && { failure }),
  };
}

/** Why a path cannot be one of the project; said before anything is sent. */
export function refusalOf(path: string): string | undefined {
  try {
    parseDataPath(path);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
