import { CubeIcon, Truncated } from '@groma/ui';
import { rampCss } from '../../../platform/scene/point-colors.ts';
import { useText } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import './solid.css';

/** A 3D layer in the legend: its name, and what its colours stand for. */
export function SolidLegend({ session, layerId }: { session: ReadMap; layerId: string }) {
  const t = useText();
  const name = useMapState(session, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  const coloring = useMapState(session, ({ solids }) => solids[layerId]?.style.coloring ?? null);
  const hasRamp = coloring === 'height' || coloring === 'intensity';
  return (
    <li>
      <div className="map-legend-layer">
        <CubeIcon size={14} />
        <span>
          <Truncated text={name} />
        </span>
      </div>
      {hasRamp && (
        <div className="solid-legend-ramp">
          <small>{t(`file.scene.by.${coloring}`)}</small>
          <span
            aria-hidden
            style={{ background: coloring === 'height' ? rampCss : 'linear-gradient(to right, #1e1e1e, #fff)' }}
          />
        </div>
      )}
    </li>
  );
}
