import type { RasterRange, RasterStyle } from '@groma/model';
import { useInterface } from '@groma/ui';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '../../../../platform/text.ts';
import { paletteCss } from '../../look/palette-css.ts';

const [width, height] = [250, 56];
/** Part of the whole that a key moves an end by; ten times as much with Shift. */
const keyStep = 0.01;

interface RasterHistogramProps {
  histogram: readonly [counts: number[], edges: number[]];
  range: RasterRange;
  style: RasterStyle;
  channel: 'red' | 'green' | 'blue' | null;
  disabled: boolean;
  onRange: (range: RasterRange) => void;
}

/** How the values lie, over the colours they get. The two ends are dragged, or moved by the arrow keys. */
export function RasterHistogram({
  histogram: [counts, edges],
  range,
  style,
  channel,
  disabled,
  onRange,
}: RasterHistogramProps) {
  const t = useText();
  const { locale } = useInterface();
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<RasterRange | null>(null);
  const [from, to] = dragged ?? range;
  const [least, greatest] = [Math.min(edges[0]!, range[0]), Math.max(edges.at(-1)!, range[1])];
  const whole = greatest - least || 1;
  const percent = (value: number): number => ((value - least) / whole) * 100;
  // One bar that is far taller than the others would leave them flat.
  const tallest = Math.max(1, ...counts.toSorted((a, b) => b - a).slice(1, 2), Math.max(...counts) / 4);
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 5 });
  const moved = (place: 0 | 1, value: number): RasterRange =>
    place === 0 ? [Math.min(value, to), to] : [from, Math.max(value, from)];
  const at = (event: PointerEvent): number => {
    const { left, width: wide } = box.current!.getBoundingClientRect();
    return least + Math.max(0, Math.min(1, (event.clientX - left) / wide)) * whole;
  };
  const onKeyDown = (place: 0 | 1) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (step === undefined || disabled) return;
    event.preventDefault();
    const by = step * whole * keyStep * (event.shiftKey ? 10 : 1);
    onRange(moved(place, (place === 0 ? from : to) + by));
  };
  const handle = (place: 0 | 1) => (
    <span
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={t(place === 0 ? 'raster.from' : 'raster.to')}
      aria-valuemin={least}
      aria-valuemax={greatest}
      aria-valuenow={place === 0 ? from : to}
      aria-valuetext={number.format(place === 0 ? from : to)}
      aria-disabled={disabled}
      className="raster-end"
      style={{ left: `${percent(place === 0 ? from : to)}%` }}
      onKeyDown={onKeyDown(place)}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged([from, to]);
      }}
      onPointerMove={(event) => {
        if (dragged) setDragged(moved(place, at(event)));
      }}
      onPointerUp={() => {
        if (dragged) onRange(dragged);
        setDragged(null);
      }}
      onPointerCancel={() => setDragged(null)}
    />
  );
  const fill = channel === null ? 'var(--text-3)' : { red: '#c9403f', green: '#3f9b5b', blue: '#3f6fc9' }[channel];
  return (
    <div className="raster-histogram">
      <div ref={box} className="raster-histogram-box">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('raster.histogram')}
        >
          {counts.map((count, index) => {
            const [x, end] = [(percent(edges[index]!) / 100) * width, (percent(edges[index + 1]!) / 100) * width];
            const tall = count === 0 ? 0 : Math.min(height, Math.max(1, (count / tallest) * (height - 2)));
            return (
              <rect
                key={index}
                x={x}
                width={Math.max(0.5, end - x - 0.4)}
                y={height - tall}
                height={tall}
                fill={fill}
                opacity={edges[index + 1]! < from || edges[index]! > to ? 0.35 : 1}
              />
            );
          })}
        </svg>
        {handle(0)}
        {handle(1)}
      </div>
      <div className="raster-histogram-ramp">
        <i
          style={{
            left: `${percent(from)}%`,
            right: `${100 - percent(to)}%`,
            background: channel === null ? paletteCss(style, 'to right') : `linear-gradient(to right, #000, ${fill})`,
          }}
        />
      </div>
    </div>
  );
}
