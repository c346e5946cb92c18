import { geometryArea, geometryLength } from '@groma/geo';
import { AlertTriangleIcon, Button, Kbd, Segmented } from '@groma/ui';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import { areaText, lengthText } from '../look/units.ts';
import { useMeasureReader } from '../look/use-measure-reader.ts';
import type { PartProps } from '../view/open-pictures.ts';
import type { MapSession } from '../session/map-session.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { sketchGeometry, type DrawingState, type LabelMode } from '../session/drawing/drawing-state.ts';
import '../view/draw-bar.css';

/** What is at work on the map, how large it is, and how it ends: at the foot of the map while there is something. */
export function DrawBar({ session }: PartProps) {
  const isIdle = useStore(session.drawing.store, ({ mode, editing }) => mode === 'select' && !editing);
  return isIdle ? null : <EditingBar session={session} />;
}

function EditingBar({ session }: { session: MapSession }) {
  const t = useText();
  const state = useStore(session.drawing.store);
  const isReadOnly = useOutageText(session) !== null;
  const { mode, label, editing, sketch, problem, isSaving } = state;
  const labels: readonly LabelMode[] = ['none', 'positive', 'negative'];
  const isSketching = sketch.length > 0;
  const hasWork = isSketching || (editing?.features.length ?? 0) > 0 || (editing?.takenFids.length ?? 0) > 0;
  return (
    <div className="draw-bar" role="group" aria-label={t('map.draw.bar')}>
      <div className="draw-bar-facts">
        <b>{mode === 'select' ? editing?.title : t(`map.draw.shape.${mode}`)}</b>
        <span role="status">
          {problem ? (
            <em>
              <AlertTriangleIcon size={14} /> {t(`map.draw.problem.${problem.code}`)}
            </em>
          ) : (
            <Facts state={state} />
          )}
        </span>
      </div>
      {mode !== 'select' && (
        <Segmented
          label={t('map.draw.label.title')}
          size="s"
          value={label}
          onChange={(value) => session.drawing.setLabel(value)}
          options={labels.map((value) => ({ value, label: t(`map.draw.label.${value}`) }))}
        />
      )}
      <span className="draw-bar-ends">
        <Button
          size="s"
          variant="primary"
          loading={isSaving}
          disabled={!hasWork || isReadOnly}
          onClick={() => {
            void session.drawing.press();
          }}
        >
          {t(isSketching ? 'map.draw.finishShape' : 'map.draw.finish')} <Kbd keys="Enter" />
        </Button>
        <Button
          size="s"
          variant="quiet"
          disabled={isSaving || isReadOnly}
          onClick={() => {
            void session.drawing.cancel();
          }}
        >
          {t('map.draw.cancel')} <Kbd keys="Esc" />
        </Button>
      </span>
    </div>
  );
}

/** How many positions the open shape has and how large it is; else how many features are at work. */
function Facts({ state }: { state: DrawingState }) {
  const t = useText();
  const reader = useMeasureReader();
  const { mode, sketch, pointer, editing } = state;
  if (mode === 'select' || sketch.length === 0) {
    const count = editing?.features.length ?? 0;
    return (
      <>{count > 0 ? t('map.draw.features', { count }) : t(`map.draw.hint.${mode === 'select' ? 'edit' : mode}`)}</>
    );
  }
  const shape =
    sketchGeometry(state, true) ??
    (pointer ? { type: 'LineString' as const, coordinates: [...sketch, pointer] } : null);
  const area = geometryArea(shape);
  const size = area > 0 ? areaText(area, reader) : lengthText(geometryLength(shape), reader);
  return (
    <>
      {t('map.draw.positions', { count: sketch.length })}
      {shape?.type === 'Point' ? '' : ` · ${size}`}
    </>
  );
}
