import { hexagonSymbology, findColorMap, rampColors, type Color, type PointDrawing } from '@groma/model';
import { Truncated, useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { classTexts, columnText, hexagonText } from './class-text.ts';
import { toCss } from './color-text.ts';

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

/** What a legend says of points that are drawn together. */
export function GroupLegend({ drawing, color }: { drawing: PointDrawing; color: Color }) {
  const t = useText();
  const { locale } = useInterface();
  if (drawing.kind === 'clusters')
    return (
      <li>
        <ClusterMark color={color} />
        <span>
          <Truncated text={t('style.clustersOf')} />
        </span>
      </li>
    );
  if (drawing.kind === 'hexagons')
    return (
      <>
        <li className="map-legend-column" dir="auto">
          <Truncated text={hexagonText(drawing, t)} />
        </li>
        {hexagonClasses(drawing, locale).map(({ text, color: own }) => (
          <li key={text}>
            <HexagonMark color={own} />
            <span dir="auto">
              <Truncated text={text} />
            </span>
          </li>
        ))}
      </>
    );
  if (drawing.kind !== 'heat') return null;
  return (
    <>
      {drawing.weight !== null && (
        <li className="map-legend-column" dir="auto">
          <Truncated text={columnText(drawing.weight)} />
        </li>
      )}
      <li className="map-legend-ramp">
        <span>{t('style.low')}</span>
        <i style={{ background: `linear-gradient(to right, ${heatColors(drawing).join(', ')})` }} aria-hidden />
        <span>{t('style.high')}</span>
      </li>
    </>
  );
}

/** The classes of hexagons, from the lowest. */
export function hexagonClasses(drawing: Hexagons, locale: string): { text: string; color: Color }[] {
  const { breaks, colors } = hexagonSymbology(drawing);
  const texts = classTexts(breaks, locale, drawing.column ?? '', { isShort: true });
  return colors.map((color, index) => ({ text: texts[index]!, color }));
}

function HexagonMark({ color }: { color: Color }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <path d="M8 2l5.200 3v6L8 14l-5.200-3V5z" fill={toCss(color)} stroke="var(--line-strong)" strokeWidth="0.8" />
    </svg>
  );
}

const steps = 9;

/** Colours of a heat map from low to high, as CSS. */
export function heatColors({ colorMap, isReversed }: { colorMap: string; isReversed: boolean }): string[] {
  return rampColors(findColorMap(colorMap), steps, isReversed).map((each) => toCss(each));
}

function ClusterMark({ color }: { color: Color }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="6.5" fill={toCss(color)} stroke="var(--bg-raised)" strokeWidth="1.5" />
      <path
        d="M5.500 8h.010M8 8h.010M10.500 8h.010"
        stroke="var(--bg-raised)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
