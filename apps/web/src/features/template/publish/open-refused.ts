import { map, notebook, workflow } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { runCommand } from '../../../registry/command.ts';
import { openResource, type Resource } from '../../../registry/resource.ts';
import type { NamedPublishable } from './publication-calls.ts';

/** Opens the file, notebook, map or workflow that something refused is in, as far as its name leads. */
export async function openRefused({ projectId }: NamedPublishable, place: string): Promise<void> {
  try {
    if (place.startsWith('/')) {
      await runCommand('file.open', { path: place, bytes: null });
      return;
    }
    const found = (await readThings(projectId))
      .filter(({ name }) => place === name || place.startsWith(`${name}: `))
      .toSorted((first, second) => second.name.length - first.name.length)[0];
    if (found) openResource(found);
  } catch (error) {
    toast.error(errorText(error));
  }
}

async function readThings(projectId: string): Promise<Resource[]> {
  const params = { projectId };
  const [notebooks, maps, workflows] = await Promise.all([
    api.call(notebook.listNotebooks, { params }),
    api.call(map.listMaps, { params }),
    api.call(workflow.listWorkflows, { params }),
  ]);
  return [
    ...notebooks.data.map(({ id, name }) => ({ kind: 'notebook' as const, id, name })),
    ...maps.data.map(({ id, name }) => ({ kind: 'map' as const, id, name })),
    ...workflows.data.map(({ id, name }) => ({ kind: 'workflow' as const, id, name })),
  ];
}
