import { useMapState } from '../session/use-map-state.ts';
import type { StillMap } from '../session/still-map.ts';
import { FilterEditor } from '../filter/filter-editor.tsx';

const mostValues = 250;
const noFilter: [] = [];
const noColumns: [] = [];

/** By what a reader filters a layer for themselves. */
export function LayerFilterForm({ map, layerId }: { map: StillMap; layerId: string }) {
  const filter = useMapState(map, ({ styles }) => styles[layerId]?.filter ?? noFilter);
  const columns = useMapState(map, ({ data, loaded }) =>
    loaded[layerId]?.load.status === 'ready' ? loaded[layerId].columns : (data[layerId]?.manifest.columns ?? noColumns),
  );
  return (
    <div className="viewer-filter">
      <FilterEditor
        filter={filter}
        columns={columns}
        disabled={false}
        valuesOf={async (column) => {
          await map.readWhole(layerId);
          return map.ask(layerId, 'values', { column, most: mostValues, isWhole: true });
        }}
        onChange={(next) => map.filter(layerId, next)}
      />
    </div>
  );
}
