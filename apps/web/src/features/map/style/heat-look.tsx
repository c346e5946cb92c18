import { heatRadius, mostIntensity, type PointDrawing } from '@groma/model';
import { IconButton, SelectField, SliderField, SwitchHorizontalIcon } from '@groma/ui';
import { isNumeric } from '../layer/batch-cells.ts';
import { useText } from '../../../platform/text.ts';
import { RampSelect } from '../look/ramp-select.tsx';
import { StyleRow } from '../look/style-row.tsx';
import type { StyleTarget } from './style-target.ts';

type Heat = Extract<PointDrawing, { kind: 'heat' }>;

/** Stands for no column in the list of them: a field takes an empty value for none at all. */
const noColumn = '\u0000';

/** How far points are felt in a heat map, how strongly, and in which colours. */
export function HeatLook({ target, drawing }: { target: StyleTarget; drawing: Heat }) {
  const t = useText();
  const { columns, readOnlyReason } = target;
  const isOff = readOnlyReason !== null;
  const change = (next: Partial<Heat>) => target.change({ pointDrawing: { ...drawing, ...next } });
  return (
    <>
      <StyleRow label={t('style.radius')}>
        <SliderField
          label={t('style.radius')}
          hideLabel
          min={heatRadius.least}
          max={heatRadius.most}
          suffix=" px"
          disabled={isOff}
          value={drawing.radius}
          onChange={(radius) => change({ radius })}
        />
      </StyleRow>
      <StyleRow label={t('style.intensity')}>
        <SliderField
          label={t('style.intensity')}
          hideLabel
          min={0.1}
          max={mostIntensity}
          step={0.1}
          disabled={isOff}
          value={drawing.intensity}
          onChange={(intensity) => change({ intensity })}
        />
      </StyleRow>
      <StyleRow label={t('style.weight')}>
        <SelectField
          size="s"
          aria-label={t('style.weight')}
          disabled={isOff}
          options={[
            { value: noColumn, label: t('style.noWeight') },
            ...columns.filter(isNumeric).map(({ name }) => ({ value: name, label: name })),
          ]}
          value={drawing.weight ?? noColumn}
          onChange={(weight) => change({ weight: weight === noColumn ? null : weight })}
        />
      </StyleRow>
      <StyleRow label={t('style.ramp')}>
        <RampSelect
          value={drawing.colorMap}
          isReversed={drawing.isReversed}
          disabled={isOff}
          onChange={({ name }) => change({ colorMap: name })}
        />
        <IconButton
          size="s"
          label={t('style.reverse')}
          icon={<SwitchHorizontalIcon size={14} />}
          active={drawing.isReversed}
          disabledReason={readOnlyReason ?? undefined}
          onClick={() => change({ isReversed: !drawing.isReversed })}
        />
      </StyleRow>
    </>
  );
}
