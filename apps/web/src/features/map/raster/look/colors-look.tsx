import { findColorMap, rampColors, type CustomPalette, type RasterStyle } from '@groma/model';
import { Button, IconButton, NumberField, PlusIcon, Segmented, SwitchHorizontalIcon, XIcon } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import { ColorControl } from '../../look/color-control.tsx';
import { fromHex, toHex } from '../../look/color-text.ts';
import { RampSelect } from '../../look/ramp-select.tsx';
import { StyleRow, StyleSection } from '../../look/style-row.tsx';
import { paletteCss } from '../../look/palette-css.ts';
import type { RasterTarget } from './raster-target.ts';

const firstStops = 5;
const mostStops = 64;

/** The colours of one channel: a named map, or own stops (RAS-038). */
export function ColorsLook({ target: { style, change, readOnlyReason } }: { target: RasterTarget }) {
  const t = useText();
  const isOff = readOnlyReason !== null;
  const { customPalette: palette } = style;
  const own = (isOwn: boolean) =>
    change(
      isOwn
        ? { customPalette: paletteOf(style) }
        : {
            customPalette: null,
            ranges: palette ? [[palette.stops[0]!.value, palette.stops.at(-1)!.value]] : style.ranges,
          },
    );
  return (
    <StyleSection title={t('raster.colors')}>
      <Segmented
        label={t('raster.colors')}
        fullWidth
        value={palette ? 'own' : 'named'}
        onChange={(kind) => own(kind === 'own')}
        options={[
          { value: 'named', label: t('raster.namedMap'), disabled: isOff },
          { value: 'own', label: t('raster.ownColors'), disabled: isOff || (!palette && style.ranges.length === 0) },
        ]}
      />
      {palette ? (
        <PaletteEditor
          palette={palette}
          style={style}
          isOff={isOff}
          onPalette={(customPalette) => change({ customPalette })}
        />
      ) : (
        <StyleRow label={t('style.ramp')}>
          <RampSelect
            value={style.colorMap ?? 'gray'}
            isReversed={style.isReversed}
            disabled={isOff}
            onChange={(map) =>
              change({
                colorMap: map.name,
                ...(style.ranges.length === 0 &&
                  style.stats['b1'] && { ranges: [[style.stats['b1'].min, style.stats['b1'].max]] }),
              })
            }
          />
          <IconButton
            size="s"
            label={t('style.reverse')}
            icon={<SwitchHorizontalIcon size={14} />}
            active={style.isReversed}
            disabledReason={readOnlyReason ?? undefined}
            onClick={() => change({ isReversed: !style.isReversed, colorMap: style.colorMap ?? 'gray' })}
          />
        </StyleRow>
      )}
      {style.cogProps?.hasPalette === true && (style.colorMap !== null || palette) && !isOff && (
        <Button size="s" variant="quiet" onClick={() => change({ colorMap: null, customPalette: null, ranges: [] })}>
          {t('raster.fileColors')}
        </Button>
      )}
    </StyleSection>
  );
}

/** Own stops begin as the colours that are shown. */
function paletteOf({ colorMap, isReversed, ranges }: RasterStyle): CustomPalette {
  const [from, to] = ranges[0] ?? [0, 1];
  const end = to > from ? to : from + 1;
  const colors = rampColors(findColorMap(colorMap ?? 'gray'), firstStops, isReversed);
  return {
    kind: 'linear',
    stops: colors.map((color, index) => ({
      value: Number((from + ((end - from) * index) / (firstStops - 1)).toPrecision(7)),
      color: toHex(color),
    })),
  };
}

interface PaletteEditorProps {
  palette: CustomPalette;
  style: RasterStyle;
  isOff: boolean;
  onPalette: (palette: CustomPalette) => void;
}

function PaletteEditor({ palette, style, isOff, onPalette }: PaletteEditorProps) {
  const t = useText();
  const { stops } = palette;
  const set = (next: CustomPalette['stops']) =>
    onPalette({ ...palette, stops: next.toSorted((one, other) => one.value - other.value) });
  const add = (index: number) => {
    const [one, other] = [stops[index]!, stops[index + 1]];
    const value = Number(
      (other
        ? (one.value + other.value) / 2
        : one.value + (one.value - (stops[index - 1]?.value ?? one.value - 1))
      ).toPrecision(9),
    );
    if (!stops.some((stop) => stop.value === value)) set([...stops, { value, color: one.color }]);
  };
  return (
    <>
      <span className="raster-palette" style={{ background: paletteCss(style, 'to right') }} />
      <Segmented
        label={t('raster.between')}
        size="s"
        fullWidth
        value={palette.kind}
        onChange={(kind) => onPalette({ ...palette, kind })}
        options={[
          { value: 'linear', label: t('raster.runOn'), disabled: isOff },
          { value: 'steps', label: t('raster.steps'), disabled: isOff },
        ]}
      />
      <ul className="raster-stops" aria-label={t('raster.stops')}>
        {stops.map(({ value, color }, index) => (
          <li key={value}>
            <ColorControl
              compact
              label={t('style.colorOf', { name: String(value) })}
              value={fromHex(color)}
              disabled={isOff}
              onChange={(next) =>
                set(stops.map((stop, place) => (place === index ? { ...stop, color: toHex(next) } : stop)))
              }
            />
            <NumberField
              size="s"
              aria-label={t('raster.stopValue', { number: index + 1 })}
              disabled={isOff}
              value={value}
              decimalScale={9}
              onLeave={(typed) => {
                if (typed !== null && !stops.some((stop) => stop.value === typed))
                  set(stops.map((stop, place) => (place === index ? { ...stop, value: typed } : stop)));
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.blur();
              }}
            />
            <IconButton
              size="s"
              label={t('raster.addStop', { value })}
              icon={<PlusIcon size={14} />}
              disabledReason={
                isOff
                  ? t('style.mayNot')
                  : stops.length >= mostStops
                    ? t('raster.mostStops', { count: mostStops })
                    : undefined
              }
              onClick={() => add(index)}
            />
            <IconButton
              size="s"
              label={t('raster.removeStop', { value })}
              icon={<XIcon size={14} />}
              disabledReason={isOff ? t('style.mayNot') : stops.length <= 2 ? t('raster.leastStops') : undefined}
              onClick={() => set(stops.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
