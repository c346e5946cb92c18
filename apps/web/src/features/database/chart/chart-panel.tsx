import {
  chartAggregates,
  chartTypes,
  isNumericType,
  proposeChart,
  readChart,
  type ChartAggregate,
  type TableChart,
  type ChartableColumn,
} from '@groma/model';
import {
  ChartBarIcon,
  ChartDotsIcon,
  ChartLineIcon,
  ChartPieIcon,
  EmptyState,
  ErrorState,
  IconButton,
  RefreshIcon,
  Segmented,
  SelectField,
  Skeleton,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { changePanel, type PanelProps } from '../../../registry/panel.ts';
import { findResultView } from '../../../registry/result-view.ts';
import type { ChartParams } from '../database-panels.ts';
import { queryRows, readColumns, type ChartSource } from './chart-rows.ts';
import './chart-panel.css';

const icons = { bar: <ChartBarIcon />, line: <ChartLineIcon />, pie: <ChartPieIcon />, scatter: <ChartDotsIcon /> };

/** A chart as it is being chosen. */
type Draft = Omit<TableChart, 'xCol' | 'yCol'> & { xCol: string | null; yCol: string | null };
const nothingChosen: Draft = { type: 'bar', xCol: null, yCol: null, aggregate: 'sum' };

/** What is read stays until somebody asks for it anew, or the panel was closed for a while. */
const kept = { staleTime: Infinity, gcTime: 60_000, retry: false, refetchOnWindowFocus: false } as const;

/** A chart of a file or of the rows of a query: at first the one that its columns ask for (SHL-157). */
export function Panel({ id, params }: PanelProps<ChartParams>) {
  const { name, database, sql } = params;
  const t = useText();
  const { id: projectId } = useProject();
  const source = useMemo(() => ({ projectId, database, sql }), [projectId, database, sql]);
  const found = useQuery({
    queryKey: ['chart-columns', source],
    queryFn: ({ signal }) => readColumns(source, signal),
    ...kept,
  });
  const proposed = useMemo(() => found.data && proposeChart(found.data.columns, found.data.rows), [found.data]);
  const chart: Draft = params.chart ?? proposed ?? nothingChosen;
  const change = (part: Partial<Draft>) =>
    changePanel(id, { id, title: name, params: { ...params, chart: { ...chart, ...part } } });
  return (
    <section className="data-chart" aria-label={t('chart.of', { name })}>
      {found.isError ? (
        <ErrorState title={t('chart.notDrawn')} onRetry={() => void found.refetch()}>
          {errorText(found.error)}
        </ErrorState>
      ) : !found.data ? (
        <Skeleton height={260} />
      ) : (
        <>
          <Choices columns={found.data.columns} chart={chart} onChange={change} />
          <Drawing source={source} chart={chart} isProposed={proposed !== null} readAt={found.dataUpdatedAt}>
            <IconButton size="s" label={t('chart.again')} icon={<RefreshIcon />} onClick={() => void found.refetch()} />
          </Drawing>
        </>
      )}
    </section>
  );
}

function Choices({
  columns,
  chart: { type, xCol, yCol, aggregate },
  onChange,
}: {
  columns: readonly ChartableColumn[];
  chart: Draft;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useText();
  const all = columns.map(({ name }) => name);
  const numeric = columns.filter(({ type: of }) => isNumericType(of)).map(({ name }) => name);
  return (
    <div className="data-chart-choices">
      <Segmented
        label={t('chart.chartType')}
        size="s"
        value={type}
        onChange={(next) =>
          onChange({ type: next, ...(next === 'scatter' && !numeric.includes(xCol ?? '') && { xCol: null }) })
        }
        options={chartTypes.map((value) => ({ value, label: t(`chart.type.${value}`), icon: icons[value] }))}
      />
      <SelectField
        size="s"
        searchable
        label={t(type === 'pie' ? 'chart.labelColumn' : 'chart.xAxis')}
        placeholder={t('chart.chooseColumn')}
        options={type === 'scatter' ? numeric : all}
        value={xCol}
        onChange={(value) => onChange({ xCol: value })}
      />
      <SelectField
        size="s"
        searchable
        label={t(type === 'pie' ? 'chart.angle' : 'chart.yAxis')}
        placeholder={t('chart.chooseColumn')}
        options={numeric}
        value={yCol}
        onChange={(value) => onChange({ yCol: value })}
        disabled={numeric.length === 0}
      />
      {type !== 'scatter' && (
        <SelectField<ChartAggregate>
          size="s"
          label={t('chart.joinedBy')}
          options={chartAggregates.map((value) => ({
            value,
            label: t(value === 'count' ? 'chart.countRows' : `chart.aggregate.${value}`),
          }))}
          value={aggregate}
          onChange={(value) => onChange({ aggregate: value })}
        />
      )}
    </div>
  );
}

function Drawing({
  source,
  chart,
  isProposed,
  readAt,
  children,
}: {
  source: ChartSource;
  chart: Draft;
  isProposed: boolean;
  readAt: number;
  children: React.ReactNode;
}) {
  const t = useText();
  const { xCol, yCol, type, aggregate } = chart;
  const isWhole = xCol !== null && yCol !== null;
  const values = useQuery({
    queryKey: ['chart-values', source, xCol, yCol, type, aggregate, readAt],
    queryFn: async ({ signal }) => {
      const asked = { type, aggregate, xCol: xCol!, yCol: yCol!, title: '', filters: [] };
      const read = await readChart(source.sql, asked, (sql) => queryRows(source, sql, signal));
      return { chart: asked, ...read, counted: 'rows' };
    },
    enabled: isWhole,
    ...kept,
  });
  const view = useQuery({
    queryKey: ['chart-view'],
    queryFn: async () => (await findResultView('create_chart')?.load())?.ResultPicture ?? null,
    ...kept,
  });
  if (!isWhole)
    return (
      <EmptyState icon={<ChartBarIcon />} title={t('chart.chooseTwo')}>
        {isProposed ? undefined : t('chart.needsNumbers')}
      </EmptyState>
    );
  const failure = values.error ?? view.error;
  if (failure)
    return (
      <ErrorState title={t('chart.notDrawn')} onRetry={() => void Promise.all([values.refetch(), view.refetch()])}>
        {errorText(failure)}
      </ErrorState>
    );
  const Picture = view.data;
  if (!Picture || !values.data) return <Skeleton height={260} />;
  return (
    <div className="data-chart-drawing">
      <div className="data-chart-tools">{children}</div>
      <Picture output={values.data} />
    </div>
  );
}
