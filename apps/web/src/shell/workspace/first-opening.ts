import type { DockviewApi } from 'dockview-react';
import { listResources, openResource } from '../../registry/resource.ts';

/** Pixels of the centre from which two panels beside each other can be worked in. */
const widthForTwo = 760;

/**
 * Opens what a newcomer should see first (SHL-135): the map that was edited last and the notebook, beside each other
 * where there is room, if there is one notebook. Whatever somebody opens meanwhile goes before.
 */
export async function openFirst(api: DockviewApi, projectId: string): Promise<void> {
  const [maps, notebooks] = await Promise.all([listResources('map', projectId), listResources('notebook', projectId)]);
  const [map, notebook] = [maps[0], notebooks[0]];
  if (!map || !notebook || notebooks.length > 1 || api.panels.length > 0) return;
  openResource(map);
  openResource(notebook);
  const [first, second] = api.panels;
  if (!first || !second) return;
  if (api.width >= widthForTwo) second.api.moveTo({ group: first.group, position: 'right' });
  first.api.setActive();
}
