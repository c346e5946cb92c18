import {
  classMethods,
  findColorMap,
  hexagonMeasures,
  hexagonWidth,
  mostClasses,
  recolorHexagons,
  type ClassMethod,
  type HexagonMeasure,
  type PointDrawing,
} from '@groma/model';
import { IconButton, Note, NumberField, SelectField, SwitchHorizontalIcon } from '@groma/ui';
import { useState } from 'react';
import { isNumeric } from '../layer/batch-cells.ts';
import { useText } from '../../../platform/text.ts';
import { RampSelect } from '../look/ramp-select.tsx';
import { StyleRow } from '../look/style-row.tsx';
import { findHexagons } from './find-hexagons.ts';
import type { StyleTarget } from './style-target.ts';

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

/** How wide hexagons are, what is summed up in them, and in which classes and colours. */
export function HexagonLook({ target, drawing }: { target: StyleTarget; drawing: Hexagons }) {
  const t = useText();
  const { columns, readOnlyReason } = target;
  const [failure, setFailure] = useState<string | null>(null);
  const isOff = readOnlyReason !== null;
  const numeric = columns.filter(isNumeric).map(({ name }) => name);
  const find = async (next: Partial<Hexagons>, count = drawing.colors.length) => {
    const found = await findHexagons(target, { ...drawing, ...next }, count);
    setFailure(found ? null : t('style.noNumbers', { name: next.column ?? drawing.column ?? '' }));
    if (found) target.change({ pointDrawing: found });
  };
  const measure = (next: HexagonMeasure) => {
    const column = next === 'count' ? null : (drawing.column ?? numeric[0]);
    if (column !== undefined) void find({ measure: next, column });
  };
  return (
    <>
      <StyleRow label={t('style.hexagonSize')}>
        <NumberField
          size="s"
          aria-label={t('style.hexagonSize')}
          min={hexagonWidth.least}
          max={hexagonWidth.most}
          suffix={` ${t('style.meters')}`}
          disabled={isOff}
          value={drawing.width}
          onLeave={(width) => {
            if (width !== null && width >= hexagonWidth.least && width <= hexagonWidth.most && width !== drawing.width)
              void find({ width });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </StyleRow>
      <StyleRow label={t('style.measure')}>
        <SelectField
          size="s"
          aria-label={t('style.measure')}
          disabled={isOff}
          options={hexagonMeasures
            .filter((value) => value === 'count' || numeric.length > 0)
            .map((value) => ({ value, label: t(`style.measures.${value}`) }))}
          value={drawing.measure}
          onChange={measure}
        />
      </StyleRow>
      {drawing.measure !== 'count' && (
        <StyleRow label={t('style.column')}>
          <SelectField
            size="s"
            aria-label={t('style.column')}
            disabled={isOff}
            options={numeric}
            value={drawing.column}
            onChange={(column) => {
              void find({ column });
            }}
          />
        </StyleRow>
      )}
      {failure !== null && <Note kind="warning">{failure}</Note>}
      <StyleRow label={t('style.method')}>
        <SelectField
          size="s"
          aria-label={t('style.method')}
          disabled={isOff}
          value={drawing.method}
          options={classMethods
            .filter((method) => method !== 'manual' || drawing.method === 'manual')
            .map((method) => ({ value: method, label: t(`style.methods.${method}`) }))}
          onChange={(method: ClassMethod) => {
            if (method !== 'manual') void find({ method });
          }}
        />
      </StyleRow>
      <StyleRow label={t('style.classCount')}>
        <NumberField
          size="s"
          aria-label={t('style.classCount')}
          hideControls={false}
          min={1}
          max={mostClasses}
          allowDecimal={false}
          disabled={isOff}
          value={drawing.colors.length}
          onChange={(next) => {
            if (next !== null && next >= 1 && next <= mostClasses && next !== drawing.colors.length)
              void find({}, next);
          }}
        />
      </StyleRow>
      <StyleRow label={t('style.ramp')}>
        <RampSelect
          value={drawing.colorMap}
          isReversed={drawing.isReversed}
          disabled={isOff}
          onChange={(map) => target.change({ pointDrawing: recolorHexagons(drawing, map, drawing.isReversed) })}
        />
        <IconButton
          size="s"
          label={t('style.reverse')}
          icon={<SwitchHorizontalIcon size={14} />}
          active={drawing.isReversed}
          disabledReason={readOnlyReason ?? undefined}
          onClick={() =>
            target.change({
              pointDrawing: recolorHexagons(drawing, findColorMap(drawing.colorMap), !drawing.isReversed),
            })
          }
        />
      </StyleRow>
    </>
  );
}
