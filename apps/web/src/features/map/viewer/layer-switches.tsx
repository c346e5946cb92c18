import { defaultVectorStyle, descendantsOf, rootParent } from '@groma/model';
import { Button, Check, FilterIcon, IconButton, Note, SkeletonRows, Truncated } from '@groma/ui';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { shapeOf } from '../look/layer-shape.ts';
import { LayerSwatch } from '../look/layer-swatch.tsx';
import { RasterSwatch } from '../look/raster-swatch.tsx';
import type { MapState } from '../session/map-state.ts';
import type { StillMap } from '../session/still-map.ts';
import { useMapState } from '../session/use-map-state.ts';

const LayerFilterForm = lazy(async () => ({ default: (await import('./layer-filter-form.tsx')).LayerFilterForm }));

/** The layers of a map in their groups, each of which its reader can switch on and off, and filter. */
export function LayerSwitches({ map }: { map: StillMap }) {
  const t = useText();
  const state = useMapState(map, (each) => each);
  const [filtering, setFiltering] = useState<string | null>(null);
  const entries = descendantsOf(state.hierarchy, rootParent);
  if (entries.length === 0) return <p className="viewer-empty">{t('map.emptyMapTextViewer')}</p>;
  return (
    <ul className="viewer-layers" aria-label={t('viewer.layers')}>
      {entries.map(({ id, text, type, level, visible }) => {
        const inside = type === 'Group' ? descendantsOf(state.hierarchy, id).filter((one) => one.type === 'Layer') : [];
        const shown = inside.filter((one) => one.visible).length;
        const isOn = type === 'Group' ? shown > 0 : visible;
        const failure = failureOf(state, id);
        return (
          <li key={id} style={{ paddingInlineStart: (level - 1) * 14 }}>
            <div className="viewer-layer" data-group={type === 'Group' || undefined}>
              <Check
                label={t(isOn ? 'map.hide' : 'map.show', { name: text })}
                checked={isOn}
                indeterminate={shown > 0 && shown < inside.length}
                disabled={type === 'Group' && inside.length === 0}
                onChange={(isWanted) => map.show([id], isWanted)}
              />
              {type === 'Layer' && <Swatch state={state} id={id} />}
              <span dir="auto">
                <Truncated text={text} />
              </span>
              <Progress state={state} id={id} />
              {(state.data[id]?.manifest.columns.length ?? 0) > 0 && (
                <IconButton
                  size="s"
                  label={t('viewer.filter', { name: text })}
                  icon={<FilterIcon size={14} />}
                  active={(state.styles[id]?.filter?.length ?? 0) > 0}
                  aria-expanded={filtering === id}
                  onClick={() => setFiltering(filtering === id ? null : id)}
                />
              )}
            </div>
            {filtering === id && (
              <Suspense fallback={<SkeletonRows rows={2} withIcon={false} />}>
                <LayerFilterForm map={map} layerId={id} />
              </Suspense>
            )}
            {failure !== null && visible && (
              <Note kind="warning">
                {failure}
                <Button size="s" variant="quiet" onClick={() => map.retry(id)}>
                  {t('map.retry')}
                </Button>
              </Note>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function failureOf({ loaded, rasterFailures }: MapState, id: string): string | null {
  const load = loaded[id]?.load;
  return load?.status === 'failed' ? load.failure : (rasterFailures[id]?.text ?? null);
}

function Progress({ state, id }: { state: MapState; id: string }) {
  const load = state.loaded[id]?.load;
  return load?.status === 'loading' ? (
    <small role="progressbar" aria-valuenow={load.percent}>
      {load.percent} %
    </small>
  ) : null;
}

function Swatch({ state, id }: { state: MapState; id: string }) {
  const raster = state.rasters[id];
  if (raster) return <RasterSwatch style={raster.style} />;
  const style = state.styles[id];
  const shape = state.photos[id] ? 'photo' : state.solids[id] ? 'solid' : shapeOf(state.data[id]);
  return style || shape === 'photo' || shape === 'solid' ? (
    <LayerSwatch swatch={{ shape, style: style ?? defaultVectorStyle }} />
  ) : null;
}
