import type { Column } from '@groma/geo';
import { isNumericColumn, operatorsOf, type ChartOperator } from '@groma/model';
import { Button, IconButton, PlusIcon, SelectField, TextField, XIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

export interface FilterDraft {
  id: string;
  column: string | null;
  operator: ChartOperator;
  value: string;
}

const signs: Readonly<Record<ChartOperator, string>> = { eq: '=', gte: '>=', lte: '<=' };

/** The filters of a chart to be made: column, comparison and value each (VEC-035 to VEC-037). */
export function FilterRows({
  filters,
  columns,
  onChange,
}: {
  filters: readonly FilterDraft[];
  columns: readonly Column[];
  onChange: (filters: FilterDraft[]) => void;
}) {
  const t = useText();
  const change = (id: string, part: Partial<FilterDraft>): void =>
    onChange(filters.map((filter) => (filter.id === id ? { ...filter, ...part } : filter)));
  return (
    <fieldset className="chart-filters">
      <legend>{t('chart.filters')}</legend>
      {filters.map(({ id, column: name, operator, value }, index) => {
        const column = columns.find((each) => each.name === name);
        const isNumber = column !== undefined && isNumericColumn(column);
        return (
          <div
            className="chart-filter"
            key={id}
            role="group"
            aria-label={t('chart.filterNumber', { number: index + 1 })}
          >
            <div className="chart-filter-column">
              <SelectField
                size="s"
                searchable
                aria-label={t('chart.filterColumn')}
                placeholder={t('chart.chooseColumn')}
                options={columns.map((each) => each.name)}
                value={name}
                onChange={(next) => change(id, { column: next, operator: 'eq' })}
              />
            </div>
            <div className="chart-filter-test">
              <SelectField<ChartOperator>
                size="s"
                aria-label={t('chart.operator')}
                options={operatorsOf(column ?? { type: 'text' }).map((each) => ({ value: each, label: signs[each] }))}
                value={operator}
                onChange={(next) => change(id, { operator: next })}
              />
              <TextField
                size="s"
                aria-label={t('chart.filterValue')}
                placeholder={t('chart.value')}
                value={value}
                {...(isNumber && { inputMode: 'decimal' as const })}
                error={
                  isNumber && value.trim() !== '' && !Number.isFinite(Number(value))
                    ? t('chart.valueNumber')
                    : undefined
                }
                onChange={(event) => change(id, { value: event.currentTarget.value })}
              />
            </div>
            <div className="chart-filter-drop">
              <IconButton
                size="s"
                label={t('chart.removeFilter')}
                icon={<XIcon />}
                onClick={() => onChange(filters.filter((filter) => filter.id !== id))}
              />
            </div>
          </div>
        );
      })}
      <Button
        size="s"
        variant="quiet"
        icon={<PlusIcon />}
        onClick={() => onChange([...filters, { id: crypto.randomUUID(), column: null, operator: 'eq', value: '' }])}
      >
        {t('chart.addFilter')}
      </Button>
    </fieldset>
  );
}
