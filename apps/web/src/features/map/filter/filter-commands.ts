import { FilterIcon, FilterOffIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineLayerCommand, lockedReason } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';

const mayFilter = (session: MapSession, { id }: { id: string }): boolean | string =>
  can('update', 'map') && session.state.data[id] !== undefined && (lockedReason(session, id) ?? true);

/** Shows of a layer what fulfils all of some conditions, for everybody. */
export const filterLayer = defineLayerCommand({
  id: 'map.filter-layer',
  title: 'table.filterMap',
  icon: FilterIcon,
  argument: async () => (await import('./filter-argument.ts')).filterArgument,
  isEnabled: mayFilter,
  run: (session, { layerId, filter }) => session.changeStyle(layerId, { filter }),
});

/** Shows all features of a layer again. */
export const clearFilter = defineLayerCommand({
  id: 'map.clear-filter',
  title: 'map.clearFilter',
  icon: FilterOffIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).layerArgument,
  titleOf: (_session, { text }) => t('map.clearFilterOf', { name: text }),
  isEnabled: (session, entry) => (session.state.styles[entry.id]?.filter?.length ?? 0) > 0 && mayFilter(session, entry),
  run: (session, { layerId }) => session.changeStyle(layerId, { filter: [] }),
});
