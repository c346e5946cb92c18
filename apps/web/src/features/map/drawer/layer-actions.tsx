import { descendantsOf, GromaError, rootParent, setVisible, type Hierarchy } from '@groma/model';
import { confirm, toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import { closePanel } from '../../../registry/panel.ts';
import { deleteMap, duplicateMap, makeMap, renameMap } from '../maps/map-calls.ts';
import { mapPanelId, openMap, showOnMap, tablePanelId } from '../maps/map-panels.ts';
import { moveSeveral } from './build-map-tree.ts';
import { joinBoxes } from '../session/join-boxes.ts';
import type { MapSession } from '../session/map-session.ts';
import { layerBox } from '../session/map-state.ts';

const anyName = /\S/;

async function said(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** Asks for a name and makes a map, which opens. */
export function newMap(projectId: string): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`map-name.new.${projectId}`}
      {...props}
      name={t('map.untitled')}
      pattern={anyName}
      texts={{
        hint: t('map.nameHint'),
        title: t('map.newMap'),
        label: t('map.name'),
        invalid: t('map.nameEmpty'),
        confirm: t('map.createMap'),
      }}
      onConfirm={async (name) => openMap(await makeMap(projectId, name))}
    />
  ));
}

export function askMapName(projectId: string, map: { id: string; name: string }): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`map-name.${map.id}`}
      {...props}
      name={map.name}
      pattern={anyName}
      texts={{
        hint: t('map.nameHint'),
        title: t('map.renameMapTitle', { name: map.name }),
        label: t('map.name'),
        invalid: t('map.nameEmpty'),
      }}
      onConfirm={async (name) => {
        if (name !== map.name) await renameMap(projectId, map.id, name);
      }}
    />
  ));
}

/** Asks once, naming the map. */
export async function askDeleteMap(projectId: string, map: { id: string; name: string }): Promise<void> {
  const isSure = await confirm({
    title: t('map.deleteMapTitle', { name: map.name }),
    body: t('map.deleteMapText'),
    confirmLabel: t('map.delete'),
    danger: true,
  });
  if (!isSure) return;
  await said(async () => {
    await deleteMap(projectId, map.id);
    closePanel(mapPanelId(map.id));
  });
}

export async function copyMap(projectId: string, mapId: string): Promise<void> {
  await said(async () => openMap(await duplicateMap(projectId, mapId)));
}

/** The "Rename Layer" dialog (MAP-031, MAP-040); an unchanged name is no call (MAP-041). */
export function askLayerName(session: MapSession, id: string): void {
  const entry = session.state.hierarchy[id];
  if (!entry) return;
  openDialog((props) => (
    <KeptRenameDialog
      place={`layer-name.${session.mapId}.${id}`}
      {...props}
      name={entry.text}
      pattern={anyName}
      texts={{
        hint: t('map.nameHint'),
        title: t(entry.type === 'Layer' ? 'map.renameLayer' : 'map.renameGroup'),
        label: t('map.name'),
        invalid: t('map.layerNameEmpty'),
      }}
      onConfirm={(name) => session.tree.rename(id, name)}
    />
  ));
}

/** Asks once, naming the layer or group, and closes its tables. */
export async function askDeleteNode(session: MapSession, id: string): Promise<void> {
  const entry = session.state.hierarchy[id];
  if (!entry) return;
  const below = descendantsOf(session.state.hierarchy, id);
  const layers = below.filter(({ type }) => type === 'Layer').length;
  const body = entry.type === 'Group' ? t('map.deleteGroupText', { count: layers }) : t('map.deleteLayerText');
  if (
    !(await confirm({
      title: t('map.deleteNodeTitle', { name: entry.text }),
      body,
      confirmLabel: t('map.delete'),
      danger: true,
    }))
  )
    return;
  for (const each of [entry, ...below]) closePanel(tablePanelId(session.mapId, each.id));
  if (await session.tree.remove([id])) toast.info(t('map.deletedNode', { name: entry.text }));
}

/** Asks once for several layers and groups, and closes their tables. */
export async function askDeleteNodes(session: MapSession, ids: ReadonlySet<string>): Promise<void> {
  const { hierarchy } = session.state;
  const own = [...ids].filter((id) => hierarchy[id]);
  const all = new Set(own.flatMap((id) => [id, ...descendantsOf(hierarchy, id).map((below) => below.id)]));
  const layers = [...all].filter((id) => hierarchy[id]?.type === 'Layer').length;
  if (
    !(await confirm({
      title: t('map.deleteSeveralTitle', { count: own.length }),
      body: t('map.deleteGroupText', { count: layers }),
      confirmLabel: t('map.delete'),
      danger: true,
    }))
  )
    return;
  for (const id of all) closePanel(tablePanelId(session.mapId, id));
  if (await session.tree.remove(own)) toast.info(t('map.deletedNodes', { count: own.length }));
}

/** A new group at the top of the tree, with what is to lie in it. */
export function newGroup(session: MapSession, ids: readonly string[] = []): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`layer-name.new.${session.mapId}`}
      {...props}
      name={t('map.untitledGroup')}
      pattern={anyName}
      texts={{
        hint: t('map.nameHint'),
        title: t('map.newGroup'),
        label: t('map.name'),
        invalid: t('map.layerNameEmpty'),
        confirm: t('map.createGroup'),
      }}
      onConfirm={async (text) => {
        const id = crypto.randomUUID();
        const withGroup = {
          ...session.state.hierarchy,
          [id]: { id, text, type: 'Group' as const, parent_id: rootParent, level: 1, order: -1, visible: true },
        };
        const next = moveSeveral(withGroup, new Set(ids), { targetId: id, mapId: session.mapId, position: 'inside' });
        if (typeof next === 'string') throw new GromaError('GROUP_TOO_DEEP', {});
        await session.tree.make(next);
      }}
    />
  ));
}

/** Flips a layer or a group with all below it; a group that shows some shows all. */
export function toggleVisible(session: MapSession, id: string, isVisible: boolean): void {
  const { hierarchy } = session.state;
  const ids = id === session.mapId ? descendantsOf(hierarchy, rootParent).map((entry) => entry.id) : [id];
  void session.tree.change(setVisible(hierarchy, ids, isVisible));
}

export function changeTree(session: MapSession, edit: (hierarchy: Hierarchy) => Hierarchy): void {
  void session.tree.change(edit(session.state.hierarchy));
}

/** Brings a layer, all layers of a group, or the whole map into view. */
export function zoomTo(session: MapSession, ...ids: string[]): void {
  const { hierarchy, name } = session.state;
  const below = ids.flatMap((id) => descendantsOf(hierarchy, id === session.mapId ? rootParent : id));
  const box = joinBoxes([...ids, ...below.map((entry) => entry.id)].map((each) => layerBox(session.state, each)));
  if (box) showOnMap(session.mapId, name, box);
  else toast.info(t('map.nothingToZoomTo'));
}
