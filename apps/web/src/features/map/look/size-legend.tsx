import { legendSizes, type Color, type PointSize } from '@groma/model';
import { toCss } from './color-text.ts';
import { sizeTexts } from './class-text.ts';

const margin = 1;
const textHeight = 13;

/** Circles within each other for round values, as large as the map draws them. */
export function SizeLegend({ size, color, locale }: { size: PointSize; color: Color; locale: string }) {
  const circles = legendSizes(size);
  const texts = sizeTexts(
    circles.map(({ value }) => value),
    locale,
  );
  const largest = circles[0]!.radius;
  const height = Math.max(2 * largest + 2 * margin, circles.length * textHeight);
  const bottom = (height + 2 * largest) / 2;
  const middle = largest + margin;
  // Texts stand beside the tops of their circles, as far apart as they need.
  const lines = circles.map(({ radius }, index) =>
    Math.max(
      textHeight * (index + 0.5),
      Math.min(bottom - 2 * radius, height - textHeight * (circles.length - index - 0.5)),
    ),
  );
  return (
    <div className="size-legend">
      <svg width={2 * middle + 14} height={height} aria-hidden>
        {circles.map(({ radius }, index) => (
          <g key={index} stroke="currentColor" strokeWidth="0.8">
            <circle cx={middle} cy={bottom - radius} r={radius} fill={toCss(color)} fillOpacity="0.35" />
            <path d={`M${middle} ${bottom - 2 * radius}L${2 * middle + 4} ${lines[index]!}h8`} fill="none" />
          </g>
        ))}
      </svg>
      <ol style={{ height }}>
        {texts.map((text, index) => (
          <li key={text} style={{ top: lines[index]! - textHeight / 2, lineHeight: `${textHeight}px` }}>
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
