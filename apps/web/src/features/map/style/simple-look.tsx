import { pointIcons, type VectorStyle } from '@groma/model';
import { NumberField, Segmented, SelectField, SliderField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { alphaPercent, withAlphaPercent } from '../look/color-text.ts';
import { ColorControl } from '../look/color-control.tsx';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import { SizeLook } from './size-look.tsx';
import { hasShape, type StyleTarget } from './style-target.ts';

/** Fills, lines and points; where classes give the colour, only what they leave. */
export function ShapeLook({ target }: { target: StyleTarget }) {
  const t = useText();
  const { style, shape, change, readOnlyReason } = target;
  const isOff = readOnlyReason !== null;
  const isSingle = style.symbology.kind === 'single';
  return (
    <>
      {hasShape(shape, 'polygon') && (
        <StyleSection title={t('style.fill')}>
          {isSingle && (
            <StyleRow label={t('style.color')}>
              <ColorControl
                label={t('style.fillColor')}
                value={style.fillColor}
                disabled={isOff}
                onChange={(fillColor) => change({ fillColor })}
              />
            </StyleRow>
          )}
          <StyleRow label={t('style.opacity')}>
            <SliderField
              label={t('style.fillOpacity')}
              hideLabel
              suffix=" %"
              disabled={isOff}
              value={alphaPercent(style.fillColor)}
              onChange={(percent) => change({ fillColor: withAlphaPercent(style.fillColor, percent) })}
            />
          </StyleRow>
        </StyleSection>
      )}
      {shape !== 'point' && <LineLook target={target} isColored={isSingle || shape !== 'line'} />}
      {hasShape(shape, 'point') && <PointLook target={target} isColored={isSingle} />}
    </>
  );
}

function LineLook({
  target: { style, shape, change, readOnlyReason },
  isColored,
}: {
  target: StyleTarget;
  isColored: boolean;
}) {
  const t = useText();
  const isOff = readOnlyReason !== null;
  return (
    <StyleSection title={t(shape === 'polygon' ? 'style.outline' : 'style.line')}>
      {isColored && (
        <StyleRow label={t('style.color')}>
          <ColorControl
            label={t('style.lineColor')}
            value={style.lineColor}
            disabled={isOff}
            onChange={(lineColor) => change({ lineColor })}
          />
        </StyleRow>
      )}
      <StyleRow label={t('style.width')}>
        <NumberField
          size="s"
          aria-label={t('style.lineWidth')}
          hideControls={false}
          min={0}
          max={1_000_000}
          step={0.5}
          disabled={isOff}
          value={style.lineWidth}
          onChange={(lineWidth) => {
            if (lineWidth !== null && lineWidth >= 0) change({ lineWidth });
          }}
        />
        <Segmented
          label={t('style.lineWidthUnits')}
          size="s"
          value={style.lineWidthUnits}
          onChange={(lineWidthUnits: VectorStyle['lineWidthUnits']) => change({ lineWidthUnits })}
          options={[
            { value: 'pixels', label: t('style.pixels'), disabled: isOff },
            { value: 'meters', label: t('style.meters'), disabled: isOff },
          ]}
        />
      </StyleRow>
    </StyleSection>
  );
}

function PointLook({ target, isColored }: { target: StyleTarget; isColored: boolean }) {
  const t = useText();
  const { style, change, readOnlyReason } = target;
  const isOff = readOnlyReason !== null;
  return (
    <StyleSection title={t('style.points')}>
      {(isColored || style.pointDrawing.kind === 'clusters') && (
        <StyleRow label={t('style.color')}>
          <ColorControl
            label={t('style.iconColor')}
            value={style.iconColor}
            disabled={isOff}
            onChange={(iconColor) => change({ iconColor })}
          />
        </StyleRow>
      )}
      {style.pointDrawing.kind === 'points' && (
        <StyleRow label={t('style.icon')}>
          <SelectField
            size="s"
            aria-label={t('style.icon')}
            disabled={isOff}
            value={style.pointIcon}
            options={pointIcons.map((icon) => ({ value: icon, label: t(`style.icons.${icon}`) }))}
            onChange={(pointIcon) => change({ pointIcon })}
          />
        </StyleRow>
      )}
      <SizeLook target={target} />
    </StyleSection>
  );
}
