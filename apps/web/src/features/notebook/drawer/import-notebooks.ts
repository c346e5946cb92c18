import { limit } from '@groma/model';
import { notebook } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { fileSizeText } from '../../../platform/file-size.ts';
import { t } from '../../../platform/text.ts';
import { openNotebook } from './notebook-actions.ts';
import { listKey } from './notebook-list.ts';

/** The body of the call holds the file and a name. */
const mostBytes = limit.jsonBodyBytes - 10_000;
const longestName = 120;

/** The name of the notebook that a file becomes. */
export function nameOfFile(file: string): string {
  return file.replace(/\.(ipynb|json)$/i, '').trim().slice(0, longestName) || t('notebook.untitled');
}

/** What is wrong with a file, before it is sent: its size, or that it is no JSON; else what it holds. */
export function readTemplate(text: string, bytes: number): { template: unknown } | { problem: string } {
  if (bytes > mostBytes) return { problem: t('notebook.import.tooLarge', { most: fileSizeText(mostBytes) }) };
  try {
    const template: unknown = JSON.parse(text);
    return typeof template === 'object' && template !== null ? { template } : { problem: t('notebook.import.noNotebook') };
  } catch {
    return { problem: t('notebook.import.noNotebook') };
  }
}

/** Makes a notebook of each Jupyter file; what goes wrong with one is said, and the others go on. A single one is opened. */
export async function importNotebooks(projectId: string, files: readonly File[]): Promise<void> {
  const made: notebook.NotebookInfo[] = [];
  for (const file of files) {
    try {
      const read = readTemplate(file.size > mostBytes ? '' : await file.text(), file.size);
      if ('problem' in read) toast.error(t('notebook.import.failed', { file: file.name, reason: read.problem }));
      else made.push((await api.call(notebook.createNotebook, { params: { projectId }, body: { name: nameOfFile(file.name), initialTemplate: read.template } })).data);
    } catch (error) {
      toast.error(t('notebook.import.failed', { file: file.name, reason: errorText(error) }));
    }
  }
  await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
  const [first] = made;
  if (!first) return;
  if (made.length === 1) openNotebook(first);
  toast.success(t('notebook.import.done', { count: made.length, name: first.name }));
}
