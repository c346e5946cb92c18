import type { Scene } from '@groma/protocol';
import { useInterface } from '@groma/ui';
import { useMemo, type CSSProperties } from 'react';
import { useText } from '../../../platform/text.ts';
import { sceneMonths } from './scene-days.ts';

interface SceneCalendarProps {
  scenes: readonly Scene[];
  /** The day that alone is shown, as 2025-06-01. */
  day: string | null;
  onChoose: (day: string | null) => void;
}

/** The days that have scenes, the clearer the stronger; a press shows one alone, another all again. */
export function SceneCalendar({ scenes, day, onChoose }: SceneCalendarProps) {
  const t = useText();
  const { locale } = useInterface();
  const months = useMemo(() => sceneMonths(scenes), [scenes]);
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div className="scene-calendar">
      {months.map(({ month, weeks }) => (
        <section key={month} aria-label={title.format(new Date(`${month}-01`))}>
          <h4>{title.format(new Date(`${month}-01`))}</h4>
          <div>
            {weeks.flat().map((cell, at) =>
              cell === null ? (
                // oxlint-disable-next-line react/no-array-index-key
                <span key={at} />
              ) : cell.count === 0 ? (
                <span key={cell.day}>{Number(cell.day.slice(8))}</span>
              ) : (
                <button
                  key={cell.day}
                  type="button"
                  aria-pressed={cell.day === day}
                  aria-label={t('dataset.dayScenes', { day: full.format(new Date(cell.day)), count: cell.count })}
                  style={
                    { '--clear': `${cell.cloud === null ? 60 : 100 - Math.round(cell.cloud * 0.8)}%` } as CSSProperties
                  }
                  onClick={() => onChoose(cell.day === day ? null : cell.day)}
                >
                  {Number(cell.day.slice(8))}
                </button>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
