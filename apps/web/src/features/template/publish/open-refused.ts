import { notebook } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { runCommand } from '../../../registry/command.ts';
import { openResource } from '../../../registry/resource.ts';
import type { NamedPublishable } from './publication-calls.ts';

/** Opens the file or the notebook that something refused is in, as far as the name leads. */
export async function openRefused(thing: NamedPublishable, name: string): Promise<void> {
  try {
    if (name.startsWith('/')) {
      await runCommand('file.open', { path: name, bytes: null });
      return;
    }
    const found = await notebookOf(thing, name);
    if (found) openResource({ kind: 'notebook', ...found });
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** The notebook whose cell it is: what is published itself, or the one whose name the place begins with. */
async function notebookOf(
  { type, id, name: title, projectId }: NamedPublishable,
  place: string,
): Promise<{ id: string; name: string } | undefined> {
  if (type === 'NOTEBOOK') return { id, name: title };
  const { data } = await api.call(notebook.listNotebooks, { params: { projectId } });
  return data
    .filter(({ name }) => place.startsWith(name))
    .toSorted((first, second) => second.name.length - first.name.length)[0];
}
