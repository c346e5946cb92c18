import type { ReactNode } from 'react';
import { styleZoomRange, type VectorStyle } from '@groma/model';
import { NumberField, SliderField, Switch } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { StyleRow, StyleSection } from './style-row.tsx';

type LayerStyle = Pick<VectorStyle, 'opacity' | 'minZoom' | 'maxZoom' | 'isInLegend'>;

interface LayerLookTarget {
  style: LayerStyle;
  change: (change: Partial<LayerStyle>) => void;
  readOnlyReason: string | null;
}

/** What holds for the layer as a whole, with rows that only its kind has. */
export function LayerLook({
  target: { style, change, readOnlyReason },
  children,
}: {
  target: LayerLookTarget;
  children?: ReactNode;
}) {
  const t = useText();
  const isOff = readOnlyReason !== null;
  const zoom = (name: 'minZoom' | 'maxZoom', label: string) => (
    <NumberField
      size="s"
      aria-label={label}
      min={styleZoomRange.least}
      max={styleZoomRange.most}
      decimalScale={1}
      step={1}
      hideControls={false}
      disabled={isOff}
      value={style[name]}
      onChange={(next) => {
        if (next === null || next < styleZoomRange.least || next > styleZoomRange.most) return;
        change(
          name === 'minZoom' ? { minZoom: Math.min(next, style.maxZoom) } : { maxZoom: Math.max(next, style.minZoom) },
        );
      }}
    />
  );
  return (
    <StyleSection title={t('style.layer')}>
      <StyleRow label={t('style.opacity')}>
        <SliderField
          label={t('style.layerOpacity')}
          hideLabel
          suffix=" %"
          disabled={isOff}
          value={Math.round(style.opacity * 100)}
          onChange={(percent) => change({ opacity: percent / 100 })}
        />
      </StyleRow>
      {children}
      <StyleRow label={t('style.zooms')}>
        {zoom('minZoom', t('style.minZoom'))}
        <i>–</i>
        {zoom('maxZoom', t('style.maxZoom'))}
      </StyleRow>
      <StyleRow label={t('style.inLegend')}>
        <Switch
          label={t('style.inLegend')}
          checked={style.isInLegend}
          disabled={isOff}
          onChange={(isInLegend) => change({ isInLegend })}
        />
      </StyleRow>
    </StyleSection>
  );
}
