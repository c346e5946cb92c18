import { baseName } from '@groma/model';
import { file } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { readTemplate } from './import-notebooks.ts';
import { createNotebook } from '../notebooks/notebook-actions.ts';

/** Makes a notebook of a notebook file of the project, with its outputs, and opens it; the file stays as it is. */
export async function importNotebookFile({ path }: { path: string }): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    const { signedUrl } = await api.call(file.signedUrl, {
      params: { bucket: 'groma', projectId: project.id, path: path.slice(1) },
    });
    const reply = await fetch(signedUrl);
    if (!reply.ok) throw new Error(t('notebook.fileNotRead'));
    const read = await readTemplate(await reply.blob());
    if ('problem' in read) toast.error(t('notebook.import.failed', { file: baseName(path), reason: read.problem }));
    else await createNotebook(project.id, nameOf(path), read.template);
  } catch (error) {
    toast.error(errorText(error), { title: t('notebook.notImported', { name: baseName(path) }) });
  }
}

/** The file's name without its ending, no longer than the name of a notebook may be. */
function nameOf(path: string): string {
  return (
    baseName(path)
      .replace(/\.ipynb$/i, '')
      .replaceAll(/[\\/\p{Cc}]/gu, '_')
      .trim()
      .slice(0, 120) || t('notebook.untitled')
  );
}
