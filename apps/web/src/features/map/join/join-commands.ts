import { LinkIcon, TablePlusIcon, TrashIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { fetchSoon } from '../../../platform/when-idle.ts';
import { defineLayerCommand, lockedReason } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';

const joinArgument = async () => (await import('./join-argument.ts')).joinArgument;
const dialog = () => import('./join-dialog.tsx');
/** Fetches what the commands open before they are run. */
export const fetchJoinDialog = () => fetchSoon(dialog);

const mayJoin = (session: MapSession, { id }: { id: string }): boolean | string =>
  can('update', 'map') && session.state.data[id] !== undefined && (lockedReason(session, id) ?? true);
const othersOf = ({ state: { data } }: MapSession, layerId: string) => Object.keys(data).filter((id) => id !== layerId);

/** Asks for another layer of the map whose columns are to stand beside those of this one. */
export const joinTable = defineLayerCommand({
  id: 'map.join-table',
  title: 'layer.join.menu',
  icon: TablePlusIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).layerArgument,
  isEnabled: (session, entry) => {
    const answer = mayJoin(session, entry);
    return answer === true && othersOf(session, entry.id).length === 0 ? t('layer.join.noOther') : answer;
  },
  run: async (session, { layerId }) => (await dialog()).askJoin(session, layerId, null),
});

export const changeJoin = defineLayerCommand({
  id: 'map.change-join',
  title: 'layer.join.change',
  icon: LinkIcon,
  argument: joinArgument,
  isEnabled: mayJoin,
  run: async (session, { layerId, join }) => (await dialog()).askJoin(session, layerId, join),
});

export const removeJoin = defineLayerCommand({
  id: 'map.remove-join',
  title: 'layer.join.remove',
  icon: TrashIcon,
  argument: joinArgument,
  isEnabled: mayJoin,
  run: (session, { layerId, join }) => {
    const joins = session.state.styles[layerId]?.joins ?? [];
    session.changeStyle(layerId, { joins: joins.filter((_each, place) => place !== join) });
  },
});
