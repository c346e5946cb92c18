import { defaultPointRadii, type PointSize } from '@groma/model';
import { Note, NumberField, SelectField, SliderField } from '@groma/ui';
import { useState } from 'react';
import { isNumeric } from '../layer/batch-cells.ts';
import { useText } from '../../../platform/text.ts';
import { StyleRow } from '../look/style-row.tsx';
import type { StyleTarget } from './style-target.ts';

/** Stands for no column in the list of them, whose names have a sign before them. */
const oneSize = 'one';
const optionOf = (column: string): string => `$${column}`;

/** One radius for all points of a layer, or areas in proportion to a column. */
export function SizeLook({ target }: { target: StyleTarget }) {
  const t = useText();
  const { session, layerId, style, columns, isReady, change, readOnlyReason } = target;
  const { pointRadius, pointDrawing } = style;
  // Points that are drawn together have one size.
  const isPlain = pointDrawing.kind === 'points';
  const pointSize = isPlain ? style.pointSize : null;
  const [failure, setFailure] = useState<string | null>(null);
  const isOff = readOnlyReason !== null;
  const numeric = columns.filter(isNumeric).map(({ name }) => name);
  const choose = async (option: string) => {
    setFailure(null);
    if (option === oneSize) return change({ pointSize: null });
    const column = option.slice(1);
    const { breaks } = await session.ask(layerId, 'classes', { column, wanted: { method: 'equal', count: 1 } });
    const mostValue = breaks.at(-1) ?? 0;
    if (!(mostValue > 0)) return setFailure(t('style.noPositive', { name: column }));
    change({ pointSize: { ...defaultPointRadii, ...pointSize, column, mostValue } });
  };
  return (
    <>
      {isPlain && (
        <StyleRow label={t('style.sizeBy')}>
          <SelectField
            size="s"
            aria-label={t('style.sizeBy')}
            searchable={numeric.length > 8}
            options={[
              { value: oneSize, label: t('style.oneSize') },
              ...numeric.map((name) => ({ value: optionOf(name), label: name })),
            ]}
            value={pointSize ? optionOf(pointSize.column) : oneSize}
            disabled={isOff || !isReady}
            nothingFoundMessage={t('style.noColumn')}
            onChange={(option) => {
              void choose(option);
            }}
          />
        </StyleRow>
      )}
      {failure !== null && <Note kind="warning">{failure}</Note>}
      {pointSize ? (
        <Radii size={pointSize} isOff={isOff} onChange={(next) => change({ pointSize: next })} />
      ) : (
        <StyleRow label={t('style.radius')}>
          <Radius
            label={t('style.radius')}
            value={pointRadius}
            isOff={isOff}
            onChange={(radius) => change({ pointRadius: radius })}
          />
        </StyleRow>
      )}
    </>
  );
}

function Radii({ size, isOff, onChange }: { size: PointSize; isOff: boolean; onChange: (size: PointSize) => void }) {
  const t = useText();
  const { leastRadius, mostRadius, mostValue } = size;
  return (
    <>
      <StyleRow label={t('style.mostRadius')}>
        <Radius
          label={t('style.mostRadius')}
          value={mostRadius}
          most={60}
          isOff={isOff}
          onChange={(next) => onChange({ ...size, mostRadius: next, leastRadius: Math.min(leastRadius, next) })}
        />
      </StyleRow>
      <StyleRow label={t('style.leastRadius')}>
        <Radius
          label={t('style.leastRadius')}
          value={leastRadius}
          isOff={isOff}
          onChange={(next) => onChange({ ...size, leastRadius: next, mostRadius: Math.max(mostRadius, next) })}
        />
      </StyleRow>
      <StyleRow label={t('style.mostValue')}>
        <NumberField
          size="s"
          aria-label={t('style.mostValue')}
          disabled={isOff}
          value={mostValue}
          decimalScale={12}
          onLeave={(typed) => {
            if (typed !== null && typed > 0 && typed !== mostValue) onChange({ ...size, mostValue: typed });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </StyleRow>
    </>
  );
}

function Radius({
  label,
  value,
  most = 30,
  isOff,
  onChange,
}: {
  label: string;
  value: number;
  most?: number;
  isOff: boolean;
  onChange: (radius: number) => void;
}) {
  return (
    <SliderField
      label={label}
      hideLabel
      min={0.5}
      max={most}
      step={0.5}
      suffix=" px"
      disabled={isOff}
      value={value}
      onChange={onChange}
    />
  );
}
