import {
  classMethods,
  mostClasses,
  type ClassMethod,
  type Symbology,
  graduate,
  moveBreak,
  otherColor,
  recolor,
} from '@groma/model';
import {
  Button,
  Check,
  IconButton,
  Note,
  NumberField,
  SelectField,
  Skeleton,
  SwitchHorizontalIcon,
  useInterface,
} from '@groma/ui';
import { useState } from 'react';
import { findColorMap } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import type { ColumnClasses } from '../layer/column-summary.ts';
import { ClassHistogram } from './class-histogram.tsx';
import { breakDigits, classTexts } from '../look/class-text.ts';
import { ColorControl } from '../look/color-control.tsx';
import { RampSelect } from '../look/ramp-select.tsx';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import type { StyleTarget } from './style-target.ts';
import { useAnswer } from '../session/use-answer.ts';

type Graduated = Extract<Symbology, { kind: 'graduated' }>;

const firstCount = 5;

/** Classes of a numeric column in the colours of a map. */
export function GraduatedLook({ target, symbology }: { target: StyleTarget; symbology: Graduated | null }) {
  const t = useText();
  const { session, layerId, columns, version, change, readOnlyReason, isReady } = target;
  const [failure, setFailure] = useState<string | null>(null);
  const [sampled, setSampled] = useState<number | null>(null);
  const isOff = readOnlyReason !== null;
  const numeric = columns
    .filter(({ type }) => type === 'integer' || type === 'int64' || type === 'number')
    .map(({ name }) => name);
  const { answer: classes } = useAnswer(
    `${layerId} ${symbology?.column} ${symbology?.breaks.join(' ')} ${version} ${isReady}`,
    symbology && isReady
      ? () => session.ask(layerId, 'classes', { column: symbology.column, wanted: { breaks: symbology.breaks } })
      : null,
  );
  // Fewer are found where numbers are equal; the next column or method is asked for as many as were wished for.
  const [wished, setWished] = useState<number | null>(null);
  const find = async (column: string, method: ClassMethod, count: number) => {
    setWished(count);
    const wanted = method === 'manual' ? 'quantile' : method;
    const found = await session.ask(layerId, 'classes', { column, wanted: { method: wanted, count } });
    setFailure(found.breaks.length < 2 ? t('style.noNumbers', { name: column }) : null);
    setSampled(found.sampled);
    if (found.breaks.length >= 2) change({ symbology: graduate(column, wanted, found.breaks, symbology ?? {}) });
  };
  const count = symbology ? symbology.colors.length : firstCount;
  const wish = wished ?? (count > 1 ? count : firstCount);
  return (
    <>
      <StyleSection>
        <StyleRow label={t('style.column')}>
          <SelectField
            size="s"
            aria-label={t('style.column')}
            placeholder={t('style.chooseColumn')}
            searchable
            options={numeric}
            value={symbology?.column ?? null}
            disabled={isOff || !isReady}
            nothingFoundMessage={t('style.noColumn')}
            onChange={(name) => {
              void find(name, symbology?.method ?? 'quantile', wish);
            }}
          />
        </StyleRow>
        {symbology && (
          <>
            <StyleRow label={t('style.method')}>
              <SelectField
                size="s"
                aria-label={t('style.method')}
                disabled={isOff}
                value={symbology.method}
                options={classMethods
                  .filter((method) => method !== 'manual' || symbology.method === 'manual')
                  .map((method) => ({ value: method, label: t(`style.methods.${method}`) }))}
                onChange={(method) => {
                  if (method !== 'manual') void find(symbology.column, method, wish);
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
                value={count}
                onChange={(next) => {
                  if (next !== null && next >= 1 && next <= mostClasses && next !== count)
                    void find(symbology.column, symbology.method, next);
                }}
              />
            </StyleRow>
            <StyleRow label={t('style.ramp')}>
              <RampSelect
                value={symbology.colorMap}
                isReversed={symbology.isReversed}
                disabled={isOff}
                onChange={(map) => change({ symbology: recolor(symbology, map, symbology.isReversed) })}
              />
              <IconButton
                size="s"
                label={t('style.reverse')}
                icon={<SwitchHorizontalIcon size={14} />}
                active={symbology.isReversed}
                disabledReason={readOnlyReason ?? undefined}
                onClick={() =>
                  change({ symbology: recolor(symbology, findColorMap(symbology.colorMap), !symbology.isReversed) })
                }
              />
            </StyleRow>
            {sampled !== null && symbology.method === 'jenks' && (
              <p className="style-note">{t('style.sampled', { count: sampled })}</p>
            )}
          </>
        )}
        {failure !== null && <Note kind="warning">{failure}</Note>}
        {numeric.length === 0 && isReady && <Note kind="info">{t('style.noNumericColumns')}</Note>}
      </StyleSection>
      {symbology && (
        <ClassList
          target={target}
          symbology={symbology}
          classes={classes}
          onFind={() => {
            void find(symbology.column, 'quantile', wish);
          }}
        />
      )}
    </>
  );
}

function ClassList({
  target: { change, readOnlyReason },
  symbology,
  classes,
  onFind,
}: {
  target: StyleTarget;
  symbology: Graduated;
  classes: ColumnClasses | null;
  onFind: () => void;
}) {
  const t = useText();
  const { locale } = useInterface();
  const figures = new Intl.NumberFormat(locale);
  const isOff = readOnlyReason !== null;
  const { breaks, colors, other } = symbology;
  const texts = classTexts(breaks, locale, symbology.column);
  const digits = breakDigits(breaks);
  const end = (index: number, label: string) => (
    <NumberField
      size="s"
      className="style-break"
      aria-label={label}
      disabled={isOff}
      value={Number(breaks[index]!.toFixed(digits))}
      decimalScale={Math.max(digits, 6)}
      onLeave={(typed) => {
        if (typed !== null && typed !== Number(breaks[index]!.toFixed(digits)))
          change({ symbology: moveBreak(symbology, index, typed) });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
  const counted = classes?.counts.length === colors.length ? classes.counts : null;
  const outside = classes && counted ? classes.rows - counted.reduce((sum, count) => sum + count, 0) : null;
  return (
    <StyleSection
      title={t('style.distribution')}
      note={classes ? t('style.featureCount', { count: classes.rows }) : undefined}
    >
      {classes ? (
        <ClassHistogram
          histogram={classes.histogram}
          symbology={symbology}
          label={t('style.histogramOf', { name: symbology.column })}
        />
      ) : (
        <Skeleton height={64} />
      )}
      <ul className="style-classes" aria-label={t('style.classes')}>
        {colors.map((color, index) => (
          <li key={index}>
            <ColorControl
              compact
              label={t('style.colorOf', { name: texts[index]! })}
              value={color}
              disabled={isOff}
              onChange={(next) =>
                change({
                  symbology: { ...symbology, colors: colors.map((each, place) => (place === index ? next : each)) },
                })
              }
            />
            <span className="style-range">
              {index === 0 ? end(0, t('style.lowerEnd')) : <b>{texts[index]!.split(' – ')[0]}</b>}
              <i>–</i>
              {end(index + 1, t('style.upperEndOf', { number: index + 1 }))}
            </span>
            <small>{counted ? figures.format(counted[index]!) : <Skeleton width={28} />}</small>
          </li>
        ))}
        <li data-hidden={other === null || undefined}>
          <ColorControl
            compact
            label={t('style.colorOf', { name: t('style.noClass') })}
            value={other ?? otherColor}
            disabled={isOff || other === null}
            onChange={(color) => change({ symbology: { ...symbology, other: color } })}
          />
          <span>{t('style.noClass')}</span>
          <small>{outside !== null && figures.format(outside)}</small>
          {!isOff && (
            <Check
              label={t('style.drawOther')}
              checked={other !== null}
              onChange={(isOn) => change({ symbology: { ...symbology, other: isOn ? otherColor : null } })}
            />
          )}
        </li>
      </ul>
      {symbology.method === 'manual' && !isOff && (
        <Button size="s" variant="quiet" onClick={onFind}>
          {t('style.findBreaks')}
        </Button>
      )}
    </StyleSection>
  );
}
