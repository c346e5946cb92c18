import type { MapState } from '../session/map-state.ts';

/** What a table of a layer can show: its rows, or why it has none. */
export type TableStatus = 'unanswered' | 'loading' | 'unknown' | 'deleted' | 'notVector' | 'failed' | 'ready';

/** A layer that is deleted leaves the tree at once, while what it held may still be known. */
export function tableStatus(
  state: Pick<MapState, 'status' | 'isUnanswered' | 'hierarchy' | 'data' | 'loaded'>,
  layerId: string,
): TableStatus {
  if (state.isUnanswered) return 'unanswered';
  if (state.status === 'loading') return 'loading';
  const data = state.data[layerId];
  if (!data || state.status === 'gone') return 'unknown';
  if (!state.hierarchy[layerId]) return 'deleted';
  if (data.kind !== 'vector') return 'notVector';
  return state.loaded[layerId]?.load.status ?? 'loading';
}
