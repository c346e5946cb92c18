import { limit } from '@groma/model';
import { notebook } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { fileSizeText } from '../../../platform/file-size.ts';
import { t } from '../../../platform/text.ts';
import { openNotebook } from '../notebooks/notebook-actions.ts';
import { listKey } from '../notebooks/notebook-list.ts';

/** The body of the call holds the file and a name. */
const mostBytes = limit.jsonBodyBytes - 10_000;
const longestName = 120;

/** The name of the notebook that a file becomes. */
export function nameOfFile(file: string): string {
  return (
    file
      .replace(/\.(ipynb|json)$/i, '')
      .trim()
      .slice(0, longestName) || t('notebook.untitled')
  );
}

/**
 * What is wrong with a file, before it is sent: its size, its signs, or that it is no JSON; else what it holds, as its
 * text, so that it comes back in each sign.
 */
export async function readTemplate(file: Blob): Promise<{ template: unknown } | { problem: string }> {
  if (file.size > mostBytes) return { problem: t('notebook.import.tooLarge', { most: fileSizeText(mostBytes) }) };
  if (file.size === 0) return { problem: t('notebook.import.empty') };
  const text = decode(await file.arrayBuffer());
  if (text === null) return { problem: t('notebook.import.notUtf8') };
  try {
    const template: unknown = JSON.parse(text);
    if (typeof template !== 'object' || template === null) return { problem: t('notebook.import.noNotebook') };
    return { template: isSendable(text) ? text : template };
  } catch {
    return { problem: t(text.trimStart().startsWith('{') ? 'notebook.import.broken' : 'notebook.import.noNotebook') };
  }
}

/** A text takes more room in the body of a call than what it says: its quotes and line ends are escaped. */
function isSendable(text: string): boolean {
  return new TextEncoder().encode(JSON.stringify(text)).length <= mostBytes;
}

/** Signs that are no UTF-8 would otherwise be replaced without a word. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Makes a notebook of each Jupyter file; what goes wrong with one is said, and the others go on. A single one is
 * opened.
 */
export async function importNotebooks(projectId: string, files: readonly File[]): Promise<void> {
  const made: notebook.NotebookInfo[] = [];
  for (const file of files) {
    try {
      const read = await readTemplate(file);
      if ('problem' in read) toast.error(t('notebook.import.failed', { file: file.name, reason: read.problem }));
      else
        made.push(
          (
            await api.call(notebook.createNotebook, {
              params: { projectId },
              body: { name: nameOfFile(file.name), initialTemplate: read.template },
            })
          ).data,
        );
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
