import { addDays, addMonths, weekdayOf, type Day } from '@groma/model';
import { Button, ChevronLeftIcon, ChevronRightIcon, IconButton, useInterface } from '@groma/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../../platform/text.ts';

interface CalendarProps {
  value: Day | null;
  onChoose(day: Day): void;
  today?: Day;
}

/**
 * A month of days. Arrows go by day and week, Page keys by month and with Shift by year, Home and End to the ends of
 * the week.
 */
export function Calendar({ value, onChoose, today: given }: CalendarProps) {
  const [today] = useState(() => given ?? dayOf(new Date()));
  const t = useText();
  const { locale, direction } = useInterface();
  const [at, setAt] = useState<Day>(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const isMoved = useRef(true);
  const first = firstWeekday(locale);
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(event, at, first, direction === 'rtl');
    if (!next) return;
    event.preventDefault();
    isMoved.current = true;
    setAt(next);
  };
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(locale);
  const start = addDays({ ...at, day: 1 }, -((weekdayOf({ ...at, day: 1 }) - first + 7) % 7));
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton
          size="s"
          label={t('notebook.date.monthBefore')}
          icon={<ChevronLeftIcon size={14} />}
          onClick={() => setAt(addMonths(at, -1))}
        />
        <span aria-live="polite">{month.format(utc(at))}</span>
        <IconButton
          size="s"
          label={t('notebook.date.monthAfter')}
          icon={<ChevronRightIcon size={14} />}
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <table ref={grid} role="grid" aria-label={month.format(utc(at))} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, column) => (
              <th key={column} scope="col" abbr={weekday(locale, 'long', start, column)}>
                {briefWeekday(locale, start, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, row) => (
            <tr key={row}>
              {Array.from({ length: 7 }, (__, column) => {
                const day = addDays(start, row * 7 + column);
                return (
                  <td key={column} role="gridcell" aria-selected={isSame(day, value)}>
                    <button
                      type="button"
                      className="calendar-day"
                      tabIndex={isSame(day, at) ? 0 : -1}
                      data-autofocus={isSame(day, at) || undefined}
                      aria-label={whole.format(utc(day))}
                      aria-current={isSame(day, today) ? 'date' : undefined}
                      data-chosen={isSame(day, value) || undefined}
                      data-other={day.month !== at.month || undefined}
                      onClick={() => onChoose(day)}
                    >
                      {number.format(day.day)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="s" variant="quiet" onClick={() => onChoose(today)}>
        {t('notebook.date.today')}
      </Button>
    </div>
  );
}

function dayByKey(event: KeyboardEvent, at: Day, first: number, isMirrored: boolean): Day | null {
  const column = (weekdayOf(at) - first + 7) % 7;
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(at, isMirrored ? 1 : -1);
    case 'ArrowRight':
      return addDays(at, isMirrored ? -1 : 1);
    case 'ArrowUp':
      return addDays(at, -7);
    case 'ArrowDown':
      return addDays(at, 7);
    case 'Home':
      return addDays(at, -column);
    case 'End':
      return addDays(at, 6 - column);
    case 'PageUp':
      return addMonths(at, event.shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(at, event.shiftKey ? 12 : 1);
    default:
      return null;
  }
}

/** First day of the week, 0 for Sunday; Monday where the browser does not know. */
function firstWeekday(locale: string): number {
  const found = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (found.getWeekInfo?.().firstDay ?? found.weekInfo?.firstDay ?? 1) % 7;
}

function weekday(locale: string, width: 'long' | 'short' | 'narrow', start: Day, column: number): string {
  return new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(utc(addDays(start, column)));
}

/** As short as a column is narrow: some languages have no short names but letters. */
function briefWeekday(locale: string, start: Day, column: number): string {
  const short = weekday(locale, 'short', start, column);
  return short.length <= 4 ? short : weekday(locale, 'narrow', start, column);
}

function utc({ year, month, day }: Day): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

function dayOf(date: Date): Day {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

function isSame(one: Day, other: Day | null): boolean {
  return other !== null && one.year === other.year && one.month === other.month && one.day === other.day;
}
