import { isNumericColumn } from '@groma/model';
import type { ChartReply } from '@groma/protocol';
import { DownloadIcon, EmptyState, ErrorState, IconButton, Skeleton, toast, TrashIcon, Truncated } from '@groma/ui';
import { useRef } from 'react';
import { useText, type Text } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import type { ChartData } from '../layer/chart/chart-data.ts';
import { chartPicture, saveBlob } from './save-chart.ts';
import { useChartData, type ChartedMap, type ChartState } from './use-chart-data.ts';
import { chartTitle, useChartFormat } from './use-chart-format.ts';

interface ChartCardProps {
  session: ChartedMap;
  config: ChartReply;
  /** Removes it, where the person may. */
  onRemove?: (() => void) | undefined;
}

/** One chart with its tools (VEC-032). */
export function ChartCard({ session, config, onRemove }: ChartCardProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const state = useChartData(session, config);
  const title = chartTitle(config, t);
  const kept = useKeptText(session, config, t);
  const note = state.status === 'drawn' ? [...kept, noteOf(state.data, t)].join(' · ') : kept.join(' · ');
  const save = async (): Promise<void> => {
    const picture = await chartPicture(frame.current, title, note);
    if (picture) saveBlob(picture, `${title}.png`);
    else toast.error(t('chart.noCanvas'));
  };
  return (
    <figure className="chart-card" aria-label={title}>
      <figcaption>
        <h3>
          <Truncated text={title} />
        </h3>
        <IconButton
          size="s"
          label={t('chart.download')}
          icon={<DownloadIcon />}
          onClick={() => {
            void save();
          }}
        />
        {onRemove && <IconButton size="s" label={t('chart.remove')} icon={<TrashIcon />} onClick={onRemove} />}
      </figcaption>
      <div className="chart-area">
        <ChartBody config={config} state={state} frame={frame} title={title} />
      </div>
      <p className="chart-note">
        <Truncated text={note} />
      </p>
    </figure>
  );
}

function ChartBody({
  config,
  state,
  frame,
  title,
}: {
  config: ChartReply;
  state: ChartState;
  frame: React.RefObject<HTMLDivElement | null>;
  title: string;
}) {
  const t = useText();
  const format = useChartFormat(config);
  if (state.status === 'failed') return <ErrorState title={t('chart.notDrawn')}>{state.failure}</ErrorState>;
  if (state.status === 'drawing') return <Skeleton height={268} />;
  if (state.data.data.length === 0) return <EmptyState title={t('chart.nothing')}>{t('chart.nothingText')}</EmptyState>;
  return (
    <ChartCanvas
      config={config}
      data={state.data}
      format={format}
      frame={frame}
      label={t('chart.label', { title, type: t(`chart.type.${config.type}`), count: state.data.data.length })}
    />
  );
}

/** Which features it is drawn of, in words. */
function useKeptText(session: ReadMap, { layer_id: layerId, filters, clipLayerId }: ChartReply, t: Text): string[] {
  const columns = useMapState(session, ({ loaded }) => loaded[layerId]?.columns);
  const clipName = useMapState(session, ({ hierarchy }) =>
    clipLayerId === null ? null : (hierarchy[clipLayerId]?.text ?? null),
  );
  const sign = { eq: '=', gte: '≥', lte: '≤' } as const;
  const quoted = (column: string, value: string | number): string =>
    isNumericColumn(columns?.find(({ name }) => name === column) ?? { type: 'text' }) ? String(value) : `“${value}”`;
  return [
    ...filters.map(({ column, operator, value }) => `${column} ${sign[operator]} ${quoted(column, value)}`),
    ...(clipName === null ? [] : [t('chart.within', { layer: clipName })]),
  ];
}

function noteOf({ features, leftOut }: ChartData, t: Text): string {
  return [
    t('chart.counted.features', { count: features }),
    ...(leftOut > 0 ? [t('chart.leftOut', { count: leftOut })] : []),
  ].join(' · ');
}
