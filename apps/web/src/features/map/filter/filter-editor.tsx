import type { Column } from '@groma/geo';
import { filterKey, mostConditions, mostFilterValues, type ConditionOperator, type LayerFilter } from '@groma/model';
import {
  AlertTriangleIcon,
  Button,
  IconButton,
  MultiSelect,
  PlusIcon,
  SelectField,
  TextField,
  useInterface,
  useNumberFormat,
  XIcon,
} from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { ValueCounts } from '../layer/column-summary.ts';
import { categoryText } from '../look/class-text.ts';
import { useAnswer } from '../session/use-answer.ts';
import { conditionOf, draftOf, newDraft, operatorsFor, type FilterDraft } from './filter-draft.ts';
import './filter-editor.css';

interface FilterEditorProps {
  filter: LayerFilter;
  columns: readonly Column[];
  disabled: boolean;
  onChange: (filter: LayerFilter) => void;
  /** The most frequent values of a column, also of features that are not shown. */
  valuesOf: (column: string) => Promise<ValueCounts>;
}

/** The conditions that features of a layer have to fulfil: one row each, all of them must hold. */
export function FilterEditor({ filter, columns, disabled, onChange, valuesOf }: FilterEditorProps) {
  const t = useText();
  const { locale } = useInterface();
  const own = filterKey(filter);
  const [state, setState] = useState({ filter: own, drafts: draftsOf(filter, locale) });
  // What somebody else has set, or an undo, takes the place of what is being written.
  if (state.filter !== own) setState({ filter: own, drafts: draftsOf(filter, locale) });
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type;
  const change = (drafts: readonly FilterDraft[]) => {
    const next = drafts.flatMap((draft) => conditionOf(draft, typeOf(draft.column), locale) ?? []);
    setState({ filter: filterKey(next), drafts });
    if (filterKey(next) !== own) onChange(next);
  };
  const first = columns[0];
  return (
    <div className="filter-editor">
      {state.drafts.map((draft, place) => (
        <Condition
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no other name
          key={place}
          {...{ draft, columns, disabled, valuesOf }}
          number={place + 1}
          onChange={(next) => change(state.drafts.map((each, at) => (at === place ? next : each)))}
          onRemove={() => change(state.drafts.filter((_each, at) => at !== place))}
        />
      ))}
      <div>
        <Button
          size="s"
          variant="quiet"
          icon={<PlusIcon />}
          disabled={disabled || !first || state.drafts.length >= mostConditions}
          onClick={() => first && change([...state.drafts, newDraft(first)])}
        >
          {t('style.addCondition')}
        </Button>
      </div>
    </div>
  );
}

function draftsOf(filter: LayerFilter, locale: string): readonly FilterDraft[] {
  return filter.map((condition) => draftOf(condition, locale));
}

interface ConditionProps extends Pick<FilterEditorProps, 'columns' | 'disabled' | 'valuesOf'> {
  draft: FilterDraft;
  /** From 1, for its name. */
  number: number;
  onChange: (draft: FilterDraft) => void;
  onRemove: () => void;
}

function Condition({ draft, columns, number, disabled, valuesOf, onChange, onRemove }: ConditionProps) {
  const t = useText();
  const column = columns.find(({ name }) => name === draft.column);
  const names = columns.map(({ name }) => name);
  const operatorText = useOperatorText();
  const operators = column ? operatorsFor(column.type) : [];
  return (
    <fieldset className="filter-condition">
      <legend>{t('style.condition', { number })}</legend>
      <SelectField
        size="s"
        aria-label={t('style.column')}
        searchable={columns.length > 8}
        nothingFoundMessage={t('style.noColumn')}
        options={column ? names : [draft.column, ...names]}
        value={draft.column}
        disabled={disabled}
        onChange={(name) => {
          const chosen = columns.find((each) => each.name === name);
          if (chosen) onChange(newDraft(chosen));
        }}
      />
      <IconButton
        size="s"
        label={t('style.removeCondition', { number })}
        icon={<XIcon size={14} />}
        disabled={disabled}
        onClick={onRemove}
      />
      {column ? (
        <div className="filter-condition-test" data-list={draft.operator === 'oneOf' || undefined}>
          <SelectField
            size="s"
            aria-label={t('style.operator')}
            // One that the table offers and this editor does not is kept.
            options={[...new Set([...operators, draft.operator])].map((value) => ({
              value,
              label: operatorText(value),
            }))}
            value={draft.operator}
            disabled={disabled}
            onChange={(operator) => onChange({ ...draft, operator })}
          />
          <Value {...{ draft, column, disabled, valuesOf, onChange }} />
        </div>
      ) : (
        <p className="filter-missing">
          <AlertTriangleIcon size={14} />
          {t('style.missingColumn', { name: draft.column })}
        </p>
      )}
    </fieldset>
  );
}

type ValueProps = Pick<ConditionProps, 'draft' | 'disabled' | 'valuesOf' | 'onChange'> & { column: Column };

function Value(props: ValueProps) {
  const t = useText();
  const { locale } = useInterface();
  const { draft, column, disabled, onChange } = props;
  if (draft.operator === 'isNull' || draft.operator === 'isNotNull') return null;
  if (draft.operator === 'oneOf') return <Values key={column.name} {...props} />;
  if (column.type === 'boolean')
    return (
      <SelectField
        size="s"
        aria-label={t('style.value')}
        options={[
          { value: 'true', label: t('style.yes') },
          { value: 'false', label: t('style.no') },
        ]}
        value={draft.text === '' ? null : draft.text}
        disabled={disabled}
        onChange={(text) => onChange({ ...draft, text })}
      />
    );
  return (
    <TextField
      size="s"
      aria-label={t('style.value')}
      value={draft.text}
      maxLength={1_000}
      placeholder={placeholders[column.type]}
      disabled={disabled}
      error={draft.text.trim() !== '' && conditionOf(draft, column.type, locale) === null}
      onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
    />
  );
}

const placeholders: Partial<Record<Column['type'], string>> = {
  date: '2024-05-31',
  time: '14:30:00',
  datetime: '2024-05-31T14:30:00',
  datetimetz: '2024-05-31T14:30:00Z',
};

/** Several values of the column, those that come most often first. */
function Values({ draft, column, disabled, valuesOf, onChange }: ValueProps) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 10, useGrouping: false });
  const { answer } = useAnswer(column.name, () => valuesOf(column.name));
  const found = answer ? [...answer.values.map(({ value }) => value), ...(answer.nulls > 0 ? [null] : [])] : [];
  const texts = new Map(
    [...found, ...draft.values].map((value) => [JSON.stringify(value), categoryText(value, t, number)]),
  );
  return (
    <MultiSelect
      size="xs"
      aria-label={t('style.someValues')}
      placeholder={draft.values.length === 0 ? t('style.chooseValues') : undefined}
      data={Array.from(texts, ([value, label]) => ({ value, label }))}
      value={draft.values.map((value) => JSON.stringify(value))}
      maxValues={mostFilterValues}
      searchable
      hidePickedOptions
      disabled={disabled}
      nothingFoundMessage={t('style.noValue')}
      onChange={(values) => onChange({ ...draft, values: values.map((value) => JSON.parse(value) as never) })}
    />
  );
}

/** Operators as the tables write them. */
function useOperatorText(): (operator: ConditionOperator) => string {
  const t = useText();
  const { operators } = useInterface().texts.grid;
  return (operator) => (operator === 'oneOf' ? t('style.oneOf') : operators[operator]);
}
