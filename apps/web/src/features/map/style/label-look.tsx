import { columnReference, ExpressionError, parseColumnFormula, type Column } from '@groma/geo';
import { defaultLabelStyle, type LabelStyle } from '@groma/model';
import { Check, NumberField, SelectField, Switch } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { ExpressionField } from '../field/expression-field.tsx';
import { expressionProblemText } from '../field/expression-text.ts';
import { columnOf } from '../field/column-reference.ts';
import { ColorControl } from '../look/color-control.tsx';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import type { StyleTarget } from './style-target.ts';

/** What stands beside each feature. */
export function LabelLook({ target }: { target: StyleTarget }) {
  const t = useText();
  const {
    style: { labels },
    columns,
    change,
    readOnlyReason,
    isReady,
  } = target;
  const isOff = readOnlyReason !== null;
  const first = columns.find(({ type }) => type === 'text') ?? columns[0];
  const set = (next: Partial<LabelStyle>) => {
    if (labels) change({ labels: { ...labels, ...next } });
  };
  return (
    <StyleSection
      title={t('style.labels')}
      action={
        <Switch
          label={t('style.withLabels')}
          checked={labels !== null}
          disabled={isOff || !isReady || !first}
          onChange={(isOn) =>
            change({ labels: isOn && first ? { ...defaultLabelStyle, text: columnReference(first.name) } : null })
          }
        />
      }
    >
      {labels && (
        <>
          <LabelText
            key={target.layerId}
            layerId={target.layerId}
            labels={labels}
            columns={columns}
            isOff={isOff}
            onChange={(text) => set({ text })}
          />
          <StyleRow label={t('style.size')}>
            <NumberField
              size="s"
              aria-label={t('style.labelSize')}
              hideControls={false}
              min={6}
              max={72}
              suffix=" px"
              disabled={isOff}
              value={labels.size}
              onChange={(size) => {
                if (size !== null && size >= 6 && size <= 72) set({ size });
              }}
            />
            <ColorControl
              label={t('style.labelColor')}
              compact
              value={labels.color}
              disabled={isOff}
              onChange={(color) => set({ color, followsBaseMap: false })}
            />
          </StyleRow>
          <StyleRow label={t('style.halo')}>
            <NumberField
              size="s"
              aria-label={t('style.haloWidth')}
              hideControls={false}
              min={0}
              max={10}
              step={0.5}
              suffix=" px"
              disabled={isOff}
              value={labels.haloWidth}
              onChange={(haloWidth) => {
                if (haloWidth !== null && haloWidth >= 0 && haloWidth <= 10) set({ haloWidth });
              }}
            />
            <ColorControl
              label={t('style.haloColor')}
              compact
              value={labels.haloColor}
              disabled={isOff}
              onChange={(haloColor) => set({ haloColor, followsBaseMap: false })}
            />
          </StyleRow>
          <StyleRow label={t('style.fromZoom')}>
            <NumberField
              size="s"
              aria-label={t('style.labelsFromZoom')}
              hideControls={false}
              min={0}
              max={24}
              decimalScale={1}
              disabled={isOff}
              value={labels.minZoom}
              onChange={(minZoom) => {
                if (minZoom !== null && minZoom >= 0 && minZoom <= 24) set({ minZoom });
              }}
            />
          </StyleRow>
          <div className="style-wide">
            <Check
              checked={labels.withCollisions}
              disabled={isOff}
              onChange={(withCollisions) => set({ withCollisions })}
            >
              {t('style.withCollisions')}
            </Check>
            <Check
              checked={labels.followsBaseMap === true}
              disabled={isOff}
              onChange={(followsBaseMap) => set({ followsBaseMap })}
            >
              {t('style.labelsFollowBaseMap')}
            </Check>
          </div>
        </>
      )}
    </StyleSection>
  );
}

function LabelText({
  layerId,
  labels,
  columns,
  isOff,
  onChange,
}: {
  layerId: string;
  labels: LabelStyle;
  columns: readonly Column[];
  isOff: boolean;
  onChange: (text: string) => void;
}) {
  const t = useText();
  const column = columnOf(labels.text, columns);
  /** One that cannot be used yet, which is not in the style. */
  const [unfinished, setUnfinished] = useKeptText(`label-expression.${layerId}`);
  const [isExpression, setExpression] = useState(column === null || unfinished !== null);
  const [written, setWritten] = useState(labels.text);
  const typed = unfinished ?? written;
  const problem = problemOf(typed, columns);
  return (
    <>
      <StyleRow label={t('style.text')}>
        <SelectField
          size="s"
          aria-label={t('style.labelText')}
          searchable
          disabled={isOff}
          value={isExpression || column === null ? 'expression' : `column ${column}`}
          nothingFoundMessage={t('style.noColumn')}
          options={[
            ...columns.map(({ name }) => ({ value: `column ${name}`, label: name })),
            { value: 'expression', label: t('style.byExpression') },
          ]}
          onChange={(chosen) => {
            const isBy = chosen === 'expression';
            setExpression(isBy);
            setUnfinished(null);
            if (isBy) setWritten(labels.text.startsWith('=') ? labels.text : `= ${labels.text}`);
            else onChange(columnReference(chosen.slice('column '.length)));
          }}
        />
      </StyleRow>
      {isExpression && (
        <ExpressionField
          label={t('style.labelExpression')}
          columns={columns}
          value={typed}
          disabled={isOff}
          problem={problem}
          onChange={(text) => {
            const isUsable = problemOf(text, columns) === null;
            setWritten(text);
            setUnfinished(isUsable ? null : text);
            if (isUsable) onChange(text);
          }}
        />
      )}
    </>
  );
}

function problemOf(text: string, columns: readonly Column[]): string | null {
  try {
    parseColumnFormula(text, columns);
    return null;
  } catch (error) {
    return error instanceof ExpressionError ? expressionProblemText(error) : String(error);
  }
}
