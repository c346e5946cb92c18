import { baseName } from '@groma/model';
import { toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { deleteFiles as callDelete, restoreTrash } from '../entry/file-calls.ts';
import { folderOf, outermost } from '../entry/file-path.ts';
import { closePanelsUnder } from './moved-panels.ts';
import { inParts, showFailures } from './move-files.ts';
import { toastWithUndo } from './undo-toast.tsx';
import { refreshFolder } from '../folder/refresh-folder.ts';

/** Puts files and folders into the trash, and offers to take that back. */
export async function deletePaths(paths: readonly string[]): Promise<void> {
  const project = readProject();
  const deleted = outermost(paths);
  if (!project || deleted.length === 0) return;
  const trashIds: string[] = [];
  try {
    const outcomes = await inParts(deleted, async (part) => {
      const reply = await callDelete(project.id, part);
      trashIds.push(...reply.trashIds);
      return reply.data;
    });
    showFailures(outcomes, 'file.notDeleted');
    const gone = outcomes.filter(({ error }) => error === null).map(({ from }) => from);
    gone.forEach(closePanelsUnder);
    const folders = new Set(gone.map(folderOf));
    for (const folder of folders) refreshFolder(project.id, folder);
    if (gone.length === 0) return;
    toastWithUndo(t('file.deleted', { count: gone.length, name: baseName(gone[0] ?? '') }), async () => {
      const restored = await inParts(trashIds, (part) => restoreTrash(project.id, part));
      showFailures(restored, 'file.trash.notRestored');
      for (const folder of folders) refreshFolder(project.id, folder);
    });
  } catch (error) {
    toast.error(errorText(error), { title: t('file.notDeletedCount', { count: deleted.length }) });
  }
}
