import { legendValues, type RasterStyle } from '@groma/model';
import { ChevronDownIcon, ChevronRightIcon, Truncated, useNumberFormat } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { paletteCss } from '../look/palette-css.ts';
import { RasterSwatch } from '../look/raster-swatch.tsx';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import './raster-legend.css';

const mostMarks = 5;
const channelColors = ['#c9403f', '#3f9b5b', '#3f6fc9'];

/** An image in the legend: its colours with the round values they stand for, or the bands of its three colours. */
export function RasterLegend({ session, layerId }: { session: ReadMap; layerId: string }) {
  const name = useMapState(session, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  const style = useMapState(session, ({ rasters }) => rasters[layerId]?.style);
  return style ? <StyleLegend name={name} style={style} /> : null;
}

function StyleLegend({ name, style }: { name: string; style: RasterStyle }) {
  const t = useText();
  const [isOpen, setOpen] = useState(true);
  const isMany = style.displayMode === 'multi-channel';
  const range = style.customPalette
    ? ([style.customPalette.stops[0]!.value, style.customPalette.stops.at(-1)!.value] as const)
    : style.ranges[0];
  const hasRamp = !isMany && style.algorithm === null && range !== undefined;
  return (
    <li>
      <div className="map-legend-layer">
        <RasterSwatch style={style} />
        <span>
          <Truncated text={name} />
        </span>
        {(isMany || hasRamp) && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('map.legendOf', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
          </button>
        )}
      </div>
      {isOpen && isMany && (
        <ul aria-label={name}>
          {style.bands.map((band, index) => (
            <li key={index}>
              <i className="raster-legend-dot" style={{ background: channelColors[index] }} />
              <span>
                <Truncated text={style.cogProps?.bandNames[band - 1] || `b${band}`} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen &&
        hasRamp &&
        (style.customPalette?.kind === 'steps' ? (
          <Steps style={style} name={name} />
        ) : (
          <Ramp style={style} from={range[0]} to={range[1]} />
        ))}
    </li>
  );
}

function Ramp({ style, from, to }: { style: RasterStyle; from: number; to: number }) {
  const number = useNumberFormat({ maximumSignificantDigits: 6 });
  const marks = legendValues(from, to, mostMarks);
  const shown = style.currentAlgebra !== null && style.currentAlgebra !== 'expression' ? style.currentAlgebra : null;
  return (
    <div className="raster-legend-ramp">
      {shown !== null && <small>{shown}</small>}
      <span style={{ background: paletteCss(style, 'to right') }} />
      <div>
        {marks.map((value) => (
          <i key={value} style={{ left: `${from === to ? 50 : ((value - from) / (to - from)) * 100}%` }}>
            {number.format(value)}
          </i>
        ))}
      </div>
    </div>
  );
}

function Steps({ style, name }: { style: RasterStyle; name: string }) {
  const number = useNumberFormat({ maximumSignificantDigits: 6 });
  const stops = style.customPalette?.stops ?? [];
  return (
    <ul aria-label={name}>
      {stops.map(({ value, color, name: className }, index) => (
        <li key={value}>
          <i className="raster-legend-dot" style={{ background: color }} />
          {className === undefined ? (
            <span dir="ltr">
              {index + 1 < stops.length
                ? `${number.format(value)} – ${number.format(stops[index + 1]!.value)}`
                : `≥ ${number.format(value)}`}
            </span>
          ) : (
            <span>
              <Truncated text={className} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
