import {
  chartAggregates,
  chartTypes,
  filterValue,
  isNumericColumn,
  type ChartAggregate,
  type ChartFilter,
  type ChartType,
} from '@groma/model';
import {
  Button,
  ChartBarIcon,
  ChartDotsIcon,
  ChartLineIcon,
  ChartPieIcon,
  Note,
  Segmented,
  SelectField,
  TextField,
} from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptFields } from '../../../platform/unsaved/kept-fields.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { createChart } from './chart-calls.ts';
import { chartProblem } from './chart-problem.ts';
import { FilterRows, type FilterDraft } from './filter-rows.tsx';
import { useOtherLayers } from './vector-layers.ts';

const icons = { bar: <ChartBarIcon />, line: <ChartLineIcon />, pie: <ChartPieIcon />, scatter: <ChartDotsIcon /> };

interface Draft {
  type: ChartType;
  xCol: string | null;
  yCol: string | null;
  aggregate: ChartAggregate;
  filters: FilterDraft[];
  clipLayerId: string;
  title: string;
}

const noClip = 'none';
const firstDraft: Draft = {
  type: 'bar',
  xCol: null,
  yCol: null,
  aggregate: 'sum',
  filters: [],
  clipLayerId: noClip,
  title: '',
};

/** Makes a chart by choosing (VEC-030, VEC-031). */
export function ManualForm({
  session,
  layerId,
  layer: { columns },
}: {
  session: MapSession;
  layerId: string;
  layer: LoadedLayer;
}) {
  const t = useText();
  const [draft, setDraft, forget] = useKeptFields(`chart-form.${layerId}`, firstDraft);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const others = useOtherLayers(session, layerId);
  const change = (part: Partial<Draft>): void => {
    setDraft(part);
    setFailure(null);
  };
  const { type, xCol, yCol, aggregate, title } = draft;
  const numeric = columns.filter(isNumericColumn).map(({ name }) => name);
  const filters = readFilters(draft.filters, columns);
  const clipLayerId = others.some(({ id }) => id === draft.clipLayerId) ? draft.clipLayerId : null;
  const create = async (): Promise<void> => {
    if (xCol === null || yCol === null || !filters) return;
    setIsBusy(true);
    try {
      const problem = chartProblem({ type, xCol, yCol, filters }, columns, t);
      if (problem !== null) throw new Error(problem);
      await createChart(session, {
        layer_id: layerId,
        xCol,
        yCol,
        type,
        aggregate,
        filters,
        clipLayerId,
        title: title.trim(),
      });
      forget();
    } catch (error) {
      setFailure(t('chart.failed', { message: errorText(error) || t('chart.unknownError') }));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="chart-form"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Segmented
        label={t('chart.chartType')}
        size="s"
        fullWidth
        value={type}
        onChange={(next) => change({ type: next })}
        options={chartTypes.map((value) => ({ value, label: icons[value], name: t(`chart.type.${value}`) }))}
      />
      <SelectField
        size="s"
        searchable
        label={t(type === 'pie' ? 'chart.labelColumn' : 'chart.xAxis')}
        placeholder={t('chart.chooseColumn')}
        options={type === 'scatter' ? numeric : columns.map(({ name }) => name)}
        value={xCol}
        onChange={(value) => change({ xCol: value })}
      />
      <SelectField
        size="s"
        searchable
        label={t(type === 'pie' ? 'chart.angle' : 'chart.yAxis')}
        placeholder={t('chart.chooseColumn')}
        options={numeric}
        value={yCol}
        onChange={(value) => change({ yCol: value })}
        disabled={numeric.length === 0}
        hint={numeric.length === 0 ? t('chart.noNumeric') : undefined}
      />
      {type !== 'scatter' && (
        <SelectField<ChartAggregate>
          size="s"
          label={t('chart.joinedBy')}
          options={chartAggregates.map((value) => ({ value, label: t(`chart.aggregate.${value}`) }))}
          value={aggregate}
          onChange={(value) => change({ aggregate: value })}
        />
      )}
      <FilterRows filters={draft.filters} columns={columns} onChange={(next) => change({ filters: next })} />
      <SelectField
        size="s"
        searchable
        label={t('chart.clipLayer')}
        options={[
          { value: noClip, label: t('chart.noClip') },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={clipLayerId ?? noClip}
        onChange={(value) => change({ clipLayerId: value })}
        disabled={others.length === 0}
        hint={others.length === 0 ? t('chart.noOtherLayers') : undefined}
      />
      <TextField
        size="s"
        label={t('chart.title')}
        placeholder={t('chart.titlePlaceholder')}
        value={title}
        maxLength={200}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
      <Button
        type="submit"
        variant="primary"
        size="s"
        loading={isBusy}
        disabled={xCol === null || yCol === null || !filters}
      >
        {t('chart.create')}
      </Button>
    </form>
  );
}

/** The filters with their values as the columns have them; null while one is not complete (VEC-038). */
function readFilters(drafts: readonly FilterDraft[], columns: LoadedLayer['columns']): ChartFilter[] | null {
  const filters = drafts.map(({ id, column: name, operator, value: text }): ChartFilter | null => {
    const column = columns.find((each) => each.name === name);
    const value = column ? filterValue(text, column) : null;
    return column && value !== null ? { id, column: column.name, operator, value } : null;
  });
  return filters.every((filter) => filter !== null) ? filters : null;
}
