import {
  ArrowLeftIcon,
  ArrowRightIcon,
  ChartLineIcon,
  DownloadIcon,
  IconButton,
  LayoutColumnsIcon,
  PlayerPauseIcon,
  PlayerPlayIcon,
  XIcon,
} from '@groma/ui';
import { useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { AnimationDialog } from './animation-dialog.tsx';
import { AxisField } from './axis-field.tsx';
import { SeriesCard } from './series-card.tsx';
import { SwipeBar } from './swipe-bar.tsx';
import { SwipeFields } from './swipe-fields.tsx';
import { axisLayers, dayAt, dayNumber, dayOfNumber, daysOf } from '../session/time-axis.ts';
import { TimeTool } from './time-tool.ts';
import { useDayText } from '../look/use-day-text.ts';
import './time-bar.css';

/** The images of a map by their dates: the axis, a bar between two of them, and a chart of a place. */
export function TimeBar(props: PartProps) {
  const { session, picture } = props;
  const tool = picture.tools.get(TimeTool);
  const state = useStore(tool.store);
  return state.isOn ? (
    <>
      {state.swipe && <SwipeBar tool={tool} swipe={state.swipe} />}
      <div className="time-stack">
        {state.chart && <SeriesCard session={session} tool={tool} chart={state.chart} />}
        <OpenBar {...props} tool={tool} />
      </div>
    </>
  ) : null;
}

function OpenBar({ session, picture, tool }: PartProps & { tool: TimeTool }) {
  const t = useText();
  const mayWrite = useCan('upload', 'file');
  const [isSaving, setSaving] = useState(false);
  const { axis, day, isPlaying, swipe, chart } = useStore(tool.store);
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const rasters = useMapState(session, (state) => state.rasters);
  const layers = axisLayers({ hierarchy, rasters }, axis);
  const days = daysOf(layers);
  return (
    <section className="time-bar" aria-label={t('time.tool')}>
      <header>
        <AxisField session={session} tool={tool} />
        <IconButton
          size="s"
          label={t('time.compare')}
          icon={<LayoutColumnsIcon />}
          active={swipe !== null}
          onClick={() => {
            const [first, shown = days[0]] = [days[0], dayAt(days, day) ?? undefined];
            const later = shown === first ? days.at(-1) : shown;
            const ids = Object.keys(rasters);
            tool.swipe(
              swipe
                ? null
                : first !== undefined && days.length > 1
                  ? { left: { kind: 'day', day: first }, right: { kind: 'day', day: later! }, at: 0.5 }
                  : { left: { kind: 'layer', id: ids[0]! }, right: { kind: 'layer', id: ids[1] ?? ids[0]! }, at: 0.5 },
            );
          }}
        />
        <IconButton
          size="s"
          label={t('time.chart')}
          icon={<ChartLineIcon />}
          active={chart !== null}
          disabledReason={layers.length === 0 ? t('time.none') : undefined}
          onClick={() => tool.chart(chart ? null : { isPicking: true, place: null })}
        />
        {mayWrite && (
          <IconButton
            size="s"
            label={t('time.animate')}
            icon={<DownloadIcon />}
            disabledReason={layers.length === 0 ? t('time.none') : undefined}
            onClick={() => setSaving(true)}
          />
        )}
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={() => tool.open(false)} />
      </header>
      {swipe ? (
        <SwipeFields session={session} tool={tool} swipe={swipe} days={days} />
      ) : days.length === 0 ? (
        <p role="status">{t('time.none')}</p>
      ) : (
        <Axis tool={tool} days={days} day={day} isPlaying={isPlaying} names={namesAt(layers, dayAt(days, day))} />
      )}
      {isSaving && (
        <AnimationDialog
          session={session}
          view={picture.view}
          layers={layers.filter(({ isFile }) => isFile)}
          onClose={() => setSaving(false)}
        />
      )}
    </section>
  );
}

function namesAt(layers: ReturnType<typeof axisLayers>, day: string | null): string {
  return layers.flatMap((layer) => (layer.day === day ? [layer.name] : [])).join(', ');
}

interface AxisProps {
  tool: TimeTool;
  days: readonly string[];
  day: string;
  isPlaying: boolean;
  names: string;
}

function Axis({ tool, days, day, isPlaying, names }: AxisProps) {
  const t = useText();
  const written = useDayText();
  const [least, most] = [dayNumber(days[0]!), dayNumber(days.at(-1)!)];
  const shown = dayAt(days, day);
  const press = (event: KeyboardEvent) => {
    const steps = keySteps[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === ' ') tool.play(!isPlaying);
    else tool.step(steps);
  };
  return (
    <div className="time-axis">
      <IconButton
        size="s"
        label={t(isPlaying ? 'time.pause' : 'time.play')}
        icon={isPlaying ? <PlayerPauseIcon /> : <PlayerPlayIcon />}
        disabledReason={days.length < 2 ? t('time.oneDay') : undefined}
        onClick={() => tool.play(!isPlaying)}
      />
      <IconButton size="s" label={t('time.earlier')} icon={<ArrowLeftIcon />} onClick={() => tool.step(-1)} />
      <div className="time-line">
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1000 8">
          {days.map((each) => (
            <line
              key={each}
              x1={most === least ? 500 : ((dayNumber(each) - least) / (most - least)) * 1000}
              x2={most === least ? 500 : ((dayNumber(each) - least) / (most - least)) * 1000}
              y1="0"
              y2="8"
              data-on={each === shown || undefined}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label={t('time.date')}
          aria-valuetext={written(day)}
          min={least}
          max={Math.max(most, least + 1)}
          step={1}
          value={dayNumber(day)}
          onChange={(event) => tool.go(dayOfNumber(Number(event.currentTarget.value)))}
          onKeyDown={press}
        />
      </div>
      <IconButton size="s" label={t('time.later')} icon={<ArrowRightIcon />} onClick={() => tool.step(1)} />
      <output title={names} aria-live={isPlaying ? 'off' : 'polite'}>
        <b>{shown === null ? t('time.nothingYet') : written(shown)}</b>
        <small>{names}</small>
      </output>
    </div>
  );
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  PageDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 1,
  Home: -Infinity,
  End: Infinity,
  ' ': 0,
};
