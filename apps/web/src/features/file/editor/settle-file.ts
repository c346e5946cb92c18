import { baseName, decodeText, type DecodedText } from '@groma/model';
import { fileRoom } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { signFile } from '../file-calls.ts';

/** Tells the server how a conflict is decided, or that a file is to be put back; false, and said, when that failed. */
export async function settleFile(room: { projectId: string; fileId: string; path: string }, choice: 'mine' | 'theirs' | 'restore', version?: string): Promise<boolean> {
  try {
    const { status } = await api.call(fileRoom.settleFile, { params: { projectId: room.projectId, fileId: room.fileId }, body: { choice, ...(version !== undefined && { version }) } });
    if (status === 'conflict') toast.info(t('file.editor.changedAgain', { name: baseName(room.path) }));
    return status === 'in-step';
  } catch (error) {
    toast.error(errorText(error), { title: t('file.editor.notSettled', { name: baseName(room.path) }) });
    return false;
  }
}

/** The text that stands in the file now. @throws Error when it cannot be read. */
export async function readFileText(projectId: string, path: string): Promise<DecodedText> {
  const response = await fetch(await signFile(projectId, path)).catch(() => undefined);
  const decoded = response?.ok ? decodeText(new Uint8Array(await response.arrayBuffer())) : null;
  if (!decoded) throw new Error(t('file.fetchFailed'));
  return decoded;
}
