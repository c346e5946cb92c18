import { map } from '@groma/protocol';
import { MapIcon, MapPlusIcon, type MenuEntry } from '@groma/ui';
import { api } from '../../../../platform/api.ts';
import { can } from '../../../../platform/session.ts';
import { t } from '../../../../platform/text.ts';
import { runCommand } from '../../../../registry/command.ts';

/** The maps a file can be added to: a new one, or any of the project. The map's feature brings the command. */
export async function mapChoices(projectId: string, path: string): Promise<MenuEntry[]> {
  const { data } = await api.call(map.listMaps, { params: { projectId } });
  const add = (mapId: string | null) => {
    void runCommand('map.import-into', { path, mapId });
  };
  return [
    ...(can('create', 'map')
      ? [{ key: 'new', label: t('file.viewer.newMap'), icon: <MapPlusIcon />, onSelect: () => add(null) }]
      : []),
    ...(data.length > 0 ? [{ key: 'line', kind: 'divider' as const }] : []),
    ...data.map(({ id, name }) => ({ key: id, label: name, icon: <MapIcon />, onSelect: () => add(id) })),
  ];
}
