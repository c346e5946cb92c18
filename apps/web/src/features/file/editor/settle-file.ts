import { baseName, type LegacyEncoding } from '@groma/model';
import { fileRoom } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';

export interface FileRoomOf {
  projectId: string;
  fileId: string;
  path: string;
}

/** Tells the server how a conflict is decided, or that a file is to be put back; false, and said, when that failed. */
export async function settleFile(
  room: FileRoomOf,
  choice: 'mine' | 'theirs' | 'restore',
  version?: string,
): Promise<boolean> {
  try {
    const { status } = await api.call(fileRoom.settleFile, {
      params: { projectId: room.projectId, fileId: room.fileId },
      body: { choice, ...(version !== undefined && { version }) },
    });
    if (status === 'conflict') toast.info(t('file.editor.changedAgain', { name: baseName(room.path) }));
    return status === 'in-step';
  } catch (error) {
    toast.error(errorText(error), { title: t('file.editor.notSettled', { name: baseName(room.path) }) });
    return false;
  }
}

/** Reads the file anew in another encoding, for all who have it open; false, and said, when that failed. */
export async function reopenFile(room: FileRoomOf, encoding: LegacyEncoding): Promise<boolean> {
  const name = baseName(room.path);
  try {
    const { status } = await api.call(fileRoom.settleFile, {
      params: { projectId: room.projectId, fileId: room.fileId },
      body: { choice: 'reopen', encoding },
    });
    if (status !== 'in-step') toast.info(t('file.editor.settleFirst', { name }));
    return status === 'in-step';
  } catch (error) {
    toast.error(errorText(error), { title: t('file.editor.notReopened', { name }) });
    return false;
  }
}

/** The text that stands in the file now, in its encoding or another. */
export function readFileText(
  { projectId, fileId }: Omit<FileRoomOf, 'path'>,
  { encoding, sample = false }: { encoding?: LegacyEncoding; sample?: boolean } = {},
): Promise<{ text: string; encoding: LegacyEncoding }> {
  return api.call(fileRoom.readFileText, {
    params: { projectId, fileId },
    query: { ...(encoding && { encoding }), ...(sample && { sample: 'true' }) },
  });
}
