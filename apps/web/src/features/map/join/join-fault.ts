import type { Column } from '@groma/geo';
import type { LayerJoin } from '@groma/model';
import { ownColumns } from '../layer/layer-joins.ts';
import type { MapState } from '../session/map-state.ts';

/** Whether the layer of a join is gone, or a column that it needs; null while that is not known, too. */
export function faultOf(
  { status, hierarchy, loaded }: Pick<MapState, 'status' | 'hierarchy' | 'loaded'>,
  layerId: string,
  join: LayerJoin,
): 'layer' | 'column' | null {
  if (status !== 'ready') return null;
  if (!hierarchy[join.layerId]) return 'layer';
  const [own, other] = [loaded[layerId], loaded[join.layerId]];
  if (own?.load.status !== 'ready' || other?.load.status !== 'ready') return null;
  const has = (columns: readonly Column[], name: string) => columns.some((column) => column.name === name);
  const isWhole =
    has(ownColumns(own.columns), join.column) &&
    [join.otherColumn, ...join.columns].every((name) => has(ownColumns(other.columns), name));
  return isWhole ? null : 'column';
}
