import { legendValues } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { SeriesPoint } from './series-run.ts';
import { dayNumber } from '../session/time-axis.ts';
import { useDayText } from '../look/use-day-text.ts';

const box = { height: 150, left: 44, right: 8, top: 8, bottom: 20 };
const usualWidth = 480;
const colours = ['--plot-1', '--plot-2', '--quake-1', '--ylgn-5', '--mako-7', '--brbg-2'];
const mostMarks = 5;

/** Values over days, a line for each feature; where clouds have left nothing there is a gap. */
export function SeriesChart({ points, label }: { points: readonly SeriesPoint[]; label: string }) {
  const t = useText();
  const written = useDayText();
  const number = useNumberFormat({ maximumSignificantDigits: 4 });
  const { frame, width } = useWidth();
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = spread(values);
  const [first, last] = [dayNumber(points[0]!.day), dayNumber(points.at(-1)!.day)];
  const across = (day: string): number =>
    box.left + (last === first ? 0.5 : (dayNumber(day) - first) / (last - first)) * (width - box.left - box.right);
  const up = (value: number): number =>
    box.height - box.bottom - ((value - low) / (high - low)) * (box.height - box.top - box.bottom);
  const features = [...new Set(points.map(({ feature }) => feature))].slice(0, colours.length);
  return (
    <svg className="series-chart" role="img" aria-label={label} ref={frame} viewBox={`0 0 ${width} ${box.height}`}>
      {legendValues(low, high, mostMarks).map((value) => (
        <g key={value}>
          <line className="grid" x1={box.left} x2={width - box.right} y1={up(value)} y2={up(value)} />
          <text x={box.left - 4} y={up(value) + 3} textAnchor="end">
            {number.format(value)}
          </text>
        </g>
      ))}
      <text x={box.left} y={box.height - 5}>
        {written(points[0]!.day)}
      </text>
      <text x={width - box.right} y={box.height - 5} textAnchor="end">
        {last === first ? '' : written(points.at(-1)!.day)}
      </text>
      {features.map((feature, at) => {
        const own = points.filter((each) => each.feature === feature);
        const color = `var(${colours[at]!})`;
        return (
          <g key={feature} style={{ stroke: color, fill: color }}>
            {pieces(own).map((piece) => (
              <polyline
                key={piece[0]!.day}
                points={piece.map(({ day, value }) => `${across(day)},${up(value!)}`).join(' ')}
              />
            ))}
            {own.map(({ day, value, count, scene }, place) =>
              value === null ? null : (
                <circle key={place} cx={across(day)} cy={up(value)} r={3}>
                  <title>
                    {`${written(day)}: ${number.format(value)}\n${scene}\n${t('time.pixels', { number: number.format(count) })}`}
                  </title>
                </circle>
              ),
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** How wide the chart is, so that its letters are as large as others. */
function useWidth() {
  const frame = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(usualWidth);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(120, entry?.contentRect.width ?? usualWidth)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

/** The ends of the axis: a little beyond the values. */
function spread(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  return [least - room, most + room];
}

/** Runs of values without a gap. */
function pieces(points: readonly SeriesPoint[]): SeriesPoint[][] {
  const found: SeriesPoint[][] = [[]];
  for (const point of points)
    if (point.value === null) found.push([]);
    else found.at(-1)!.push(point);
  return found.filter(({ length }) => length > 0);
}
