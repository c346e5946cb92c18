import {
  ArrowLeftIcon,
  ArrowRightIcon,
  IconButton,
  LayoutColumnsIcon,
  PlayerPauseIcon,
  PlayerPlayIcon,
  XIcon,
} from '@groma/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import { useDayText } from '../look/use-day-text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { axisLayers, dayAt, dayNumber, dayOfNumber, daysOf } from '../session/time-axis.ts';
import { useMapState } from '../session/use-map-state.ts';
import { AxisField } from './axis-field.tsx';
import { SwipeFields } from './swipe-fields.tsx';
import type { TimeTool } from './time-tool.ts';
import './time-bar.css';

interface AxisBarProps {
  session: ReadMap;
  tool: TimeTool;
  /** Further buttons in its head. */
  children?: ReactNode;
}

/** The axis of the images, with a place on it that is one's own, or what stands on either side of a bar. */
export function AxisBar({ session, tool, children }: AxisBarProps) {
  const t = useText();
  const { axis, day, isPlaying, swipe } = useStore(tool.store);
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
        {children}
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={() => tool.open(false)} />
      </header>
      {swipe ? (
        <SwipeFields session={session} tool={tool} swipe={swipe} days={days} />
      ) : days.length === 0 ? (
        <p role="status">{t('time.none')}</p>
      ) : (
        <Axis tool={tool} days={days} day={day} isPlaying={isPlaying} names={namesAt(layers, dayAt(days, day))} />
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
