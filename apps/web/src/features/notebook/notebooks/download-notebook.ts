import { GromaError } from '@groma/model';
import { notebook, readLeftOut } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { whenOnServer } from '../../../platform/live.ts';
import { t } from '../../../platform/text.ts';

interface Named {
  id: string;
  name: string;
}

/** Forms in which a notebook leaves: the whole of it, its code, a page to read. */
const forms = { ipynb: notebook.downloadNotebook, py: notebook.downloadScript, html: notebook.downloadPage } as const;
type NotebookForm = keyof typeof forms;

/** Saves a notebook as a file (NBK-007, NBK-106). */
export async function downloadNotebook(
  projectId: string,
  { id, name }: Named,
  form: NotebookForm = 'ipynb',
): Promise<void> {
  try {
    await whenOnServer('main', id);
    const reply = await api.open(forms[form], { params: { notebookId: id, projectId } });
    saveFile(await reply.blob(), `${fileName(name)}.${form}`);
  } catch (error) {
    toast.error(t('notebook.downloadFailed', { reason: errorText(error) }));
  }
}

/** Notebooks that a message names. */
const mostNamed = 12;

/** Saves several notebooks, or all of the project, in one zip (NBK-107). */
export async function downloadNotebooks(projectId: string, ids?: readonly string[]): Promise<void> {
  try {
    await whenOnServer();
    const reply = await api.open(notebook.downloadNotebooks, {
      params: { projectId },
      query: ids ? { ids: ids.join(',') } : {},
    });
    const zip = await reply.blob();
    const leftOut = await readLeftOut(zip);
    saveFile(zip, `${fileName(t('notebook.notebooks'))}.zip`);
    if (leftOut.length > 0)
      toast.error(
        t('notebook.leftOutOfZip', {
          count: leftOut.length,
          names: leftOut.slice(0, mostNamed).join(', ') + (leftOut.length > mostNamed ? ', …' : ''),
        }),
      );
  } catch (error) {
    toast.error(zipFailure(error));
  }
}

/** What is said when a zip does not come (NBK-109, NBK-110). */
export function zipFailure(error: unknown): string {
  return error instanceof GromaError && error.code === 'NO_NOTEBOOKS' ? errorText(error) : t('notebook.fetchFailed');
}

/** A name that every file system takes. */
export function fileName(name: string): string {
  return (
    name
      .replaceAll(/[\\/:*?"<>|]|\p{Cc}/gu, '_')
      .trim()
      .slice(0, 120) || 'notebook'
  );
}

function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
