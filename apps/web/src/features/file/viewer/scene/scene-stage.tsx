import { straightDistance, type Triple } from '@groma/geo';
import { useNumberFormat } from '@groma/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { coloringsOf, type Coloring } from '../../../../platform/scene/point-colors.ts';
import type { SceneStore } from '../../../../platform/scene/scene-store.ts';
import { useText } from '../../../../platform/text.ts';
import { SceneTools } from './scene-tools.tsx';
import { SceneView } from './scene-view.ts';
import './scene.css';

const turnDegrees = 5;
const zoomStep = 0.25;
/** A press that moves further than this is no click. */
const clickPixels = 4;

interface SceneStageProps {
  path: string;
  store: SceneStore;
  /** Tells when tiles of the store have come. */
  changes: EventTarget;
}

interface Facts {
  points: number;
  isLoading: boolean;
  failure: unknown;
  colorings: readonly Coloring[];
}

/** The picture of a scene with its controls, for the hand and for the keyboard. */
export function SceneStage({ path, store, changes }: SceneStageProps) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 3 });
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const view = useRef<SceneView>(null);
  const press = useRef<{ x: number; y: number } | null>(null);
  const [facts, setFacts] = useState<Facts>({ points: 0, isLoading: true, failure: null, colorings: [] });
  const [chosen, setColoring] = useState<Coloring | null>(null);
  const [pointSize, setPointSize] = useState(2);
  const [isMeasuring, setMeasuring] = useState(false);
  const [marks, setMarks] = useState<readonly Triple[]>([]);
  const coloring = chosen ?? facts.colorings[0] ?? 'rgb';
  useEffect(() => {
    const opened = new SceneView(canvas.current!, store, () => setFacts((before) => factsOf(opened, store, before)));
    view.current = opened;
    changes.addEventListener('change', opened.drawSoon);
    return () => {
      changes.removeEventListener('change', opened.drawSoon);
      opened.remove();
      view.current = null;
    };
  }, [store, changes]);
  useEffect(() => view.current?.show({ coloring, pointSize: pointSize / 2 }, marks), [coloring, pointSize, marks]);

  const measure = (isOn: boolean) => {
    setMeasuring(isOn);
    setMarks([]);
  };
  const mark = (x: number, y: number) => {
    const place = view.current?.placeAt(x, y);
    if (place) setMarks((before) => (before.length === 1 ? [before[0]!, place] : [place]));
  };
  const onKey = (event: KeyboardEvent) => {
    const turn = (by: Parameters<SceneView['turn']>[0]) => () => view.current?.turn(by);
    const acts: Record<string, () => void> = {
      ArrowLeft: turn({ orbit: -turnDegrees }),
      ArrowRight: turn({ orbit: turnDegrees }),
      ArrowUp: turn({ tilt: turnDegrees }),
      ArrowDown: turn({ tilt: -turnDegrees }),
      '+': turn({ zoom: zoomStep }),
      '=': turn({ zoom: zoomStep }),
      '-': turn({ zoom: -zoomStep }),
      0: () => view.current?.fit(),
      m: () => measure(!isMeasuring),
      ...(isMeasuring && {
        Enter: () => mark(stage.current!.clientWidth / 2, stage.current!.clientHeight / 2),
        Escape: () => measure(false),
      }),
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]!();
  };
  return (
    <div className="scene-viewer">
      <SceneTools
        colorings={facts.colorings}
        coloring={coloring}
        onColoring={setColoring}
        pointSize={pointSize}
        onPointSize={setPointSize}
        isMeasuring={isMeasuring}
        onMeasure={measure}
        onZoom={(steps) => view.current?.turn({ zoom: steps * zoomStep })}
        onFit={() => view.current?.fit()}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what can be turned must be reached by the keyboard */}
      <div
        ref={stage}
        className="scene-stage"
        role="region"
        aria-label={t('file.contentOf', { path })}
        tabIndex={0}
        data-measuring={isMeasuring || undefined}
        onKeyDown={onKey}
        onPointerDown={({ clientX: x, clientY: y }) => {
          press.current = { x, y };
        }}
        onClick={({ clientX, clientY }) => {
          const from = press.current;
          if (!isMeasuring || !from || Math.hypot(clientX - from.x, clientY - from.y) > clickPixels) return;
          const box = stage.current!.getBoundingClientRect();
          mark(clientX - box.x, clientY - box.y);
        }}
      >
        <div ref={canvas} className="scene-canvas" />
        {isMeasuring && <div className="scene-aim" aria-hidden="true" />}
      </div>
      <div className="viewer-foot">
        <span role="status">
          {!isMeasuring
            ? t('file.scene.hint')
            : marks.length < 2
              ? t(marks.length === 0 ? 'file.scene.measureFirst' : 'file.scene.measureSecond')
              : t('file.scene.distance', { distance: number.format(straightDistance(marks[0]!, marks[1]!)) })}
        </span>
        <span className="viewer-foot-end">
          {facts.failure !== null && <span>{t('file.scene.incomplete', { reason: errorText(facts.failure) })}</span>}
          {facts.isLoading && <span>{t('file.scene.opening')}</span>}
          {facts.points > 0 && <span>{t('file.scene.points', { number: number.format(facts.points) })}</span>}
        </span>
      </div>
    </div>
  );
}

/** What is said of a scene; the same object while it is the same. */
function factsOf(view: SceneView, store: SceneStore, before: Facts): Facts {
  const clouds = view.parts.flatMap((part) => (part.kind === 'points' ? [part.points] : []));
  const points = clouds.reduce((sum, { count }) => sum + count, 0);
  const found = [...new Set(clouds.flatMap(coloringsOf))];
  const colorings = found.length >= before.colorings.length ? found : before.colorings;
  const { isLoading, failure } = store;
  const isSame =
    before.points === points &&
    before.isLoading === isLoading &&
    before.failure === failure &&
    before.colorings.join() === colorings.join();
  return isSame ? before : { points, isLoading, failure, colorings };
}
