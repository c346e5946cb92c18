import { completeVectorStyle, negativeColor, positiveColor, type Color, type VectorStyle } from '@groma/model';
import { ChevronDownIcon, ChevronRightIcon, Truncated, useInterface } from '@groma/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { createStored } from '../../../platform/stored.ts';
import { useText, type Text } from '../../../platform/text.ts';
import { LayerSwatch, Mark } from '../look/layer-swatch.tsx';
import { shapeOf, type SwatchShape } from '../look/layer-shape.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import { signColumn } from '../layer/classing.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-state.ts';
import { kindOf, type LayerKind } from './layer-kind.ts';
import { columnText } from '../look/class-text.ts';
import { legendClasses, shownStyle } from '../look/legend-classes.ts';
import { GroupLegend } from '../look/group-legend.tsx';
import { presentClasses } from '../session/present-classes.ts';
import { SizeLegend } from '../look/size-legend.tsx';
import { toCss } from '../look/color-text.ts';
import './map-legend.css';

const mostRows = 12;
const mostEntries = 24;

const useLegend = createStored('groma.legend', { isOpen: true });

/** What is drawn and switched on, class by class; folds away as a whole and layer by layer. */
export function MapLegend({ session, kinds }: { session: ReadMap; kinds: readonly LayerKind[] }) {
  const t = useText();
  const { isOpen } = useLegend();
  const state = useMapState(session, (each) => each);
  const { hierarchy, styles, data, loaded } = state;
  const layers = visibleLayers({ hierarchy }).filter((id) => {
    const kind = kindOf(kinds, state, id);
    return kind
      ? kind.legend && kind.isInLegend?.(state, id)
      : data[id] && shapeOf(data[id]) !== 'none' && completeVectorStyle(styles[id] ?? {}).isInLegend;
  });
  if (layers.length === 0) return null;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <section className="map-legend" aria-label={t('map.legend')}>
      <button
        type="button"
        className="map-legend-head"
        aria-expanded={isOpen}
        onClick={() => useLegend.setState({ isOpen: !isOpen })}
      >
        {t('map.legend')}
        <Chevron size={14} />
      </button>
      {isOpen && (
        <ul>
          {layers.slice(0, mostRows).map((id) => {
            const kind = kindOf(kinds, state, id);
            return kind?.legend ? (
              <Fragment key={id}>{kind.legend({ session, layerId: id })}</Fragment>
            ) : (
              <LegendLayer
                key={id}
                name={hierarchy[id]?.text ?? ''}
                shape={shapeOf(data[id])}
                style={completeVectorStyle(styles[id] ?? {})}
                loaded={loaded[id]}
                hasSigns={
                  Object.values(loaded[id]?.classes ?? {}).some(({ signs }) => signs !== null) ||
                  (loaded[id]?.columns.some(({ name, type }) => name === signColumn && type === 'boolean') ?? false)
                }
              />
            );
          })}
        </ul>
      )}
      {isOpen && layers.length > mostRows && <small>{t('map.moreLayers', { count: layers.length - mostRows })}</small>}
    </section>
  );
}

function LegendLayer({
  name,
  shape,
  style,
  loaded,
  hasSigns,
}: {
  name: string;
  shape: SwatchShape;
  style: VectorStyle;
  loaded: LoadedLayer | undefined;
  hasSigns: boolean;
}) {
  const t = useText();
  const { locale } = useInterface();
  const { symbology } = style;
  const entries = legendClasses(shownStyle(style, shape), shape, presentClasses(loaded, symbology), { t, locale });
  const [isOpen, setOpen] = useState(true);
  const isOfPoints = shape === 'point' || shape === 'mixed';
  const isGrouped = isOfPoints && style.pointDrawing.kind !== 'points';
  const signs = hasSigns && isOfPoints && !isGrouped ? signEntries(t) : [];
  const pointSize = isOfPoints && !isGrouped ? style.pointSize : null;
  const rows = entries.length + signs.length + (pointSize || isGrouped ? 1 : 0);
  return (
    <li>
      <div className="map-legend-layer">
        <LayerSwatch swatch={{ shape, style }} />
        <span>
          <Truncated text={name} />
        </span>
        {rows > 0 && (
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
      {rows > 0 && isOpen && (
        <ul aria-label={name}>
          {entries.length > 0 && symbology.kind !== 'single' && (
            <li className="map-legend-column" dir="auto">
              <Truncated text={columnText(symbology.column)} />
            </li>
          )}
          {entries.slice(0, mostEntries).map(({ key, text, color }) => (
            <li key={key}>
              <Mark shape={shape} icon={style.pointIcon} color={color} line={style.lineColor} />
              <span dir="auto">
                <Truncated text={text} />
              </span>
            </li>
          ))}
          {entries.length > mostEntries && (
            <li>
              <small>{t('map.moreClasses', { count: entries.length - mostEntries })}</small>
            </li>
          )}
          {signs.map(({ key, text, mark }) => (
            <li key={key}>
              {mark}
              <span>{text}</span>
            </li>
          ))}
          {isGrouped && <GroupLegend drawing={style.pointDrawing} color={style.iconColor} />}
          {pointSize && (
            <>
              <li className="map-legend-column" dir="auto">
                <Truncated text={columnText(pointSize.column)} />
              </li>
              <li className="map-legend-sizes">
                <SizeLegend size={pointSize} color={entries[0]?.color ?? style.iconColor} locale={locale} />
              </li>
            </>
          )}
        </ul>
      )}
    </li>
  );
}

/** The marks of points that are positive or negative (VEC-002), for the legend. */
function signEntries(t: Text): { key: string; text: string; mark: ReactNode }[] {
  return [
    {
      key: 'positive',
      text: t('style.positive'),
      mark: <SignMark color={positiveColor} path="M8 5.500v5M5.500 8h5" />,
    },
    { key: 'negative', text: t('style.negative'), mark: <SignMark color={negativeColor} path="M5.500 8h5" /> },
  ];
}

function SignMark({ color, path }: { color: Color; path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="5" fill={toCss(color)} />
      <path d={path} stroke="var(--on-presence)" strokeWidth="1.5" fill="none" />
    </svg>
  );
}
