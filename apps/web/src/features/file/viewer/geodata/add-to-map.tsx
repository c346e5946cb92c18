import { map } from '@groma/protocol';
import { MapIcon, type MenuEntry } from '@groma/ui';
import { api } from '../../../../platform/api.ts';
import { can } from '../../../../platform/session.ts';
import { t } from '../../../../platform/text.ts';
import { entryOfCommand, line, menuOf } from '../../../../registry/menu-entry.ts';

/** The maps a file can be added to: a new one, or any of the project. The map's feature brings the command. */
export async function mapChoices(projectId: string, path: string): Promise<MenuEntry[]> {
  const { data } = await api.call(map.listMaps, { params: { projectId } });
  const into = (mapId: string | null, look: { key: string; label: string }) => {
    const entry = entryOfCommand('map.import-into', { path, mapId }, look);
    return entry && (mapId === null ? entry : { ...entry, icon: <MapIcon /> });
  };
  return menuOf([
    can('create', 'map') ? into(null, { key: 'new', label: t('file.viewer.newMap') }) : null,
    line('line'),
    ...data.map(({ id, name }) => into(id, { key: id, label: name })),
  ]);
}
