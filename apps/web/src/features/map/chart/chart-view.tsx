import type { ChartReply } from '@groma/protocol';
import { ChartBarIcon, EmptyState, ErrorState, Segmented, SkeletonRows, toast } from '@groma/ui';
import { useState } from 'react';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { errorText } from '../../../platform/error-text.ts';
import { useCan } from '../../../platform/session.ts';
import { useText, type Text } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { removeChart, useCharts } from './chart-calls.ts';
import { ChartCard } from './chart-card.tsx';
import { ManualForm } from './manual-form.tsx';
import { PromptForm } from './prompt-form.tsx';
import './chart-view.css';

interface ChartViewProps {
  session: MapSession;
  layerId: string;
  layer: LoadedLayer;
}

/** Charts of a layer, and what makes them (VEC-017, VEC-027 to VEC-032). `kind` is that of the layer. */
export function ChartView({ kind, ...rest }: ChartViewProps & { kind: string | undefined }) {
  const t = useText();
  if (kind !== 'vector') return <ErrorState title={t('chart.notVector')} />;
  return <VectorCharts {...rest} />;
}

function VectorCharts({ session, layerId, layer }: ChartViewProps) {
  const mayEdit = useCan('update', 'map');
  return (
    <div className="chart-view">
      <div className="chart-split">
        {mayEdit && <ChartMaker session={session} layerId={layerId} layer={layer} />}
        <ChartList session={session} layerId={layerId} mayEdit={mayEdit} />
      </div>
    </div>
  );
}

function ChartMaker(props: ChartViewProps) {
  const t = useText();
  const [mode, setMode] = useState<'manual' | 'prompt'>('manual');
  const { chosen: model } = useChosenModel();
  return (
    <section className="chart-maker" aria-label={t('chart.newChart')}>
      {model && (
        <Segmented
          label={t('chart.mode')}
          size="s"
          fullWidth
          value={mode}
          onChange={setMode}
          options={[
            { value: 'manual', label: t('chart.manual') },
            { value: 'prompt', label: t('chart.withAi') },
          ]}
        />
      )}
      {mode === 'manual' || !model ? <ManualForm {...props} /> : <PromptForm {...props} />}
    </section>
  );
}

function ChartList({ session, layerId, mayEdit }: { session: MapSession; layerId: string; mayEdit: boolean }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useCharts(session, layerId);
  if (error && !data)
    return (
      <div className="chart-list">
        <ErrorState
          title={t('chart.listFailed')}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isFetching}
        >
          {error.message}
        </ErrorState>
      </div>
    );
  if (!data)
    return (
      <div className="chart-list">
        <SkeletonRows rows={4} withIcon={false} />
      </div>
    );
  if (data.length === 0)
    return (
      <div className="chart-list">
        <EmptyState icon={<ChartBarIcon />} title={t('chart.none')}>
          {t(mayEdit ? 'chart.noneText' : 'chart.noneToSee')}
        </EmptyState>
      </div>
    );
  return (
    <div className="chart-list" role="list" aria-label={t('chart.charts')}>
      {data.map((config) => (
        <div role="listitem" key={config.id}>
          <ChartCard
            session={session}
            config={config}
            onRemove={
              mayEdit
                ? () => {
                    void remove(session, config, t);
                  }
                : undefined
            }
          />
        </div>
      ))}
    </div>
  );
}

async function remove(session: MapSession, { id }: ChartReply, t: Text): Promise<void> {
  try {
    await removeChart(session, id);
  } catch (error) {
    toast.error(t('chart.notRemoved', { reason: errorText(error) }));
  }
}
