import { limit } from '@groma/model';
import { toast, type DataGridHandle, type GridQuery } from '@groma/ui';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { useText } from '../../../platform/text.ts';
import { FidSet } from '../session/fid-set.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-state.ts';
import { RowIds } from './row-ids.ts';

/** The selection of the layer, in the words of the grid and of the map (VEC-020). */
export function useTableSelection(
  session: MapSession,
  layerId: string,
  grid: RefObject<DataGridHandle | null>,
  query: RefObject<GridQuery>,
) {
  const t = useText();
  const fids = useMapState(session, (state) => state.selection[layerId] ?? nothingSelected);
  const own = useRef(fids);
  const ids = useMemo(() => new RowIds(fids), [fids]);
  const choose = useCallback(
    (chosen: ReadonlySet<number>) => {
      if (chosen.size > limit.selectedFeatures) return void toast.error(t('map.tooManySelected'));
      own.current = chosen;
      session.select(layerId, chosen);
    },
    [session, layerId, t],
  );
  useEffect(() => {
    const [fid] = fids;
    if (own.current === fids || fids.size !== 1 || fid === undefined) return;
    // Chosen on the map: bring its row into sight.
    void session.ask(layerId, 'placeOf', { ...query.current, fid }).then((place) => {
      if (place >= 0) grid.current?.scrollToRow(place);
    });
  }, [fids, session, layerId, grid, query]);
  return {
    fids,
    ids,
    change: (next: ReadonlySet<string>) => choose(FidSet.of(Array.from(next, Number))),
    rows: (changed: readonly string[], isSelected: boolean) => {
      const before = fids instanceof FidSet ? fids : FidSet.of(fids);
      const some = changed.map(Number);
      choose(isSelected ? before.with(some) : before.without(some));
    },
    all: () => {
      void session.ask(layerId, 'fids', query.current).then((all) => choose(FidSet.of(all)));
    },
  };
}
