import { rasterResamplings, type CogProps } from '@groma/model';
import { SelectField, SliderField, Switch, TextField, useNumberFormat } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import { LayerLook } from '../../look/layer-look.tsx';
import { StyleRow, StyleSection } from '../../look/style-row.tsx';
import { DateLook } from './date-look.tsx';
import type { RasterTarget } from './raster-target.ts';

const nodataPattern = /^(?:nan|none|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i;

/** Light and shadow of heights. */
export function HillshadeLook({ target: { style, change, readOnlyReason } }: { target: RasterTarget }) {
  const t = useText();
  const isOff = readOnlyReason !== null;
  const { algorithmParams: light } = style;
  const isOn = style.algorithm === 'hillshade';
  const slider = (name: keyof typeof light, most: number, suffix: string, step = 1) => (
    <StyleRow label={t(`raster.hillshade.${name}`)}>
      <SliderField
        label={t(`raster.hillshade.${name}`)}
        hideLabel
        min={0}
        max={most}
        step={step}
        suffix={suffix}
        disabled={isOff}
        value={light[name]}
        onChange={(value) => change({ algorithmParams: { ...light, [name]: value } })}
      />
    </StyleRow>
  );
  return (
    <StyleSection title={t('raster.hillshade.title')}>
      <StyleRow label={t('raster.hillshade.on')}>
        <Switch
          label={t('raster.hillshade.on')}
          checked={isOn}
          disabled={isOff}
          onChange={(next) => change({ algorithm: next ? 'hillshade' : null })}
        />
      </StyleRow>
      {isOn && (
        <>
          {slider('azimuth', 360, '°')}
          {slider('angle_altitude', 90, '°')}
          {slider('z_exaggeration', 20, ' ×', 0.1)}
        </>
      )}
    </StyleSection>
  );
}

/** What holds for the image as a whole. */
export function ImageLook({ target }: { target: RasterTarget }) {
  const t = useText();
  const { style, change, readOnlyReason } = target;
  const isOff = readOnlyReason !== null;
  return (
    <LayerLook target={target}>
      <DateLook target={target} />
      <StyleRow label={t('raster.resampling')}>
        <SelectField
          size="s"
          aria-label={t('raster.resampling')}
          disabled={isOff}
          value={style.resampling}
          options={rasterResamplings.map((value) => ({ value, label: t(`raster.resamplings.${value}`) }))}
          onChange={(resampling) => change({ resampling })}
        />
      </StyleRow>
      <StyleRow label={t('raster.nodata')}>
        <TextField
          key={style.nodata}
          size="s"
          dir="ltr"
          aria-label={t('raster.nodata')}
          disabled={isOff}
          defaultValue={style.nodata ?? ''}
          placeholder={style.cogProps?.nodata ?? t('raster.nodataNone')}
          onBlur={(event) => {
            const typed = event.currentTarget.value.trim();
            if (typed === '') {
              if (style.nodata !== null) change({ nodata: null });
            } else if (nodataPattern.test(typed)) {
              if (typed !== style.nodata) change({ nodata: typed });
            } else event.currentTarget.value = style.nodata ?? '';
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </StyleRow>
    </LayerLook>
  );
}

/** How far off positions may be. */
function accuracyText(
  { metres, missingGrid: grid }: NonNullable<CogProps['accuracy']>,
  t: ReturnType<typeof useText>,
): string {
  if (grid === null) return t('raster.accuracy.unknown');
  return metres === null ? t('raster.accuracy.gridUnknown', { grid }) : t('raster.accuracy.grid', { metres, grid });
}

/** What the raster is. */
export function ImageFacts({ target: { style, url } }: { target: RasterTarget }) {
  const t = useText();
  const number = useNumberFormat({ maximumSignificantDigits: 4 });
  const { cogProps } = style;
  const facts: [string, string][] = [
    ['source', url],
    ...(cogProps
      ? [['size', t('raster.facts.pixels', { width: cogProps.width, height: cogProps.height })] as [string, string]]
      : []),
    ['bands', String(cogProps?.bandNames.length ?? '')],
    ['type', style.dType],
    ...(style.resolution === null
      ? []
      : [['resolution', t('raster.facts.metres', { value: number.format(style.resolution) })] as [string, string]]),
    ['crs', (cogProps?.crs ?? '').replace(/^.*\/crs\/(\w+)\/0\//, '$1:')],
    ['cog', t(style.isCOG ? 'style.yes' : 'style.no')],
    ...(cogProps?.accuracy ? [['accuracy', accuracyText(cogProps.accuracy, t)] as [string, string]] : []),
  ];
  return (
    <StyleSection title={t('raster.facts.title')}>
      <dl className="raster-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`raster.facts.${name}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </StyleSection>
  );
}
