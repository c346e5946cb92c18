import type { Histogram } from '@groma/geo';
import { classOf, countsYears, otherColor, type Symbology } from '@groma/model';
import { useInterface } from '@groma/ui';
import { toCss } from '../look/color-text.ts';

const [width, height, foot] = [250, 56, 15];

/** How the numbers of a column lie, in the colours of their classes, with a plumb line at each break. */
export function ClassHistogram({
  histogram: { edges, counts },
  symbology: { breaks, colors, column },
  label,
}: {
  histogram: Histogram;
  symbology: Extract<Symbology, { kind: 'graduated' }>;
  label: string;
}) {
  const { locale } = useInterface();
  if (counts.length === 0) return null;
  const [least, greatest] = [edges[0]!, edges.at(-1)!];
  const most = Math.max(...counts);
  const x = (value: number) => (greatest === least ? width / 2 : ((value - least) / (greatest - least)) * width);
  const number = new Intl.NumberFormat(locale, {
    notation: Math.max(-least, greatest) < 10_000 ? 'standard' : 'compact',
    maximumSignificantDigits: 4,
    useGrouping: countsYears(column, breaks) ? false : 'auto',
  });
  return (
    <svg className="style-histogram" viewBox={`-4 0 ${width + 8} ${height + foot}`} role="img" aria-label={label}>
      {counts.map((count, index) => {
        const [from, to] = counts.length === 1 ? [0, width] : [x(edges[index]!), x(edges[index + 1]!)];
        // A bar that is there can be seen, however few it holds.
        const tall = count === 0 ? 0 : Math.max(1, (count / most) * (height - 4));
        const at = classOf(index === counts.length - 1 ? greatest : (edges[index]! + edges[index + 1]!) / 2, breaks);
        return (
          <rect
            key={edges[index]}
            x={from}
            width={Math.max(0.5, to - from - 0.6)}
            y={height - tall}
            height={tall}
            fill={toCss(at < 0 ? otherColor : colors[at]!)}
          />
        );
      })}
      {breaks
        .slice(1, -1)
        .filter((each) => each >= least && each <= greatest)
        .map((each, index) => (
          <g key={index}>
            <line x1={x(each)} x2={x(each)} y1={0} y2={height} />
            <path d={`M${x(each)} ${height}l2.200 3-2.200 3-2.200-3z`} />
          </g>
        ))}
      <text x={0} y={height + foot - 1}>
        {number.format(least)}
      </text>
      <text x={width} y={height + foot - 1} textAnchor="end">
        {number.format(greatest)}
      </text>
    </svg>
  );
}
