import { mapHistory, type LayerHistoryEntry } from '@groma/protocol';
import { Avatar, Button, confirm, Dialog, ErrorState, SkeletonRows, toast, useInterface } from '@groma/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { can } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { historySteps, sourceText, type HistoryStep } from './history-steps.ts';
import './layer-history.css';

interface ShownLayer {
  id: string;
  text: string;
}
type Page = { entries: LayerHistoryEntry[]; has_more: boolean };

/** Shows who did what to a layer and when, and brings it back to a moment of that. */
export function openLayerHistory(session: MapSession, layer: ShownLayer): void {
  openDialog((props) => <LayerHistory {...props} session={session} layer={layer} />);
}

function LayerHistory({
  opened,
  onClose,
  session,
  layer,
}: DialogHostProps & { session: MapSession; layer: ShownLayer }) {
  const t = useText();
  const query = { map_id: session.mapId, project_id: session.projectId };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['layer-history', layer.id],
    staleTime: 0,
    initialPageParam: null as { before: string; before_id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (
        await api.call(mapHistory.readLayerHistory, {
          params: { layerId: layer.id },
          query: { ...query, ...pageParam },
          signal,
        })
      ).data,
    getNextPageParam: ({ entries, has_more: hasMore }) =>
      hasMore ? { before: entries.at(-1)!.made_at, before_id: entries.at(-1)!.id } : null,
  });
  // One's own last edit may be on its way still.
  const isSaved = useMapState(session, ({ unsaved, waiting }) => unsaved === 0 && waiting === 0);
  const wasSaved = useRef(isSaved);
  useEffect(() => {
    if (isSaved && !wasSaved.current) void refetch();
    wasSaved.current = isSaved;
  }, [isSaved, refetch]);
  const steps = historySteps(data?.pages.flatMap(({ entries }) => entries) ?? []);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.history.title', { name: layer.text })}
      size="l"
      foot={<Button onClick={onClose}>{t('layer.history.close')}</Button>}
    >
      {error && (
        <ErrorState
          title={t('layer.history.failed')}
          onRetry={() => {
            void refetch();
          }}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {!data && !error && <SkeletonRows rows={5} withIcon />}
      {data && steps.length === 0 && <p>{t('layer.history.empty')}</p>}
      <ol className="layer-history">
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            isNow={index === 0}
            session={session}
            layer={layer}
            onRestored={() => {
              void refetch();
            }}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          className="layer-history-more"
          size="s"
          loading={isFetching}
          onClick={() => {
            void fetchNextPage();
          }}
        >
          {t('layer.history.more')}
        </Button>
      )}
    </Dialog>
  );
}

interface StepProps {
  step: HistoryStep;
  isNow: boolean;
  session: MapSession;
  layer: ShownLayer;
  onRestored(): void;
}

function Step({ step, isNow, session, layer, onRestored }: StepProps) {
  const t = useText();
  const { locale } = useInterface();
  const timeText = (moment: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(moment));
  const time = timeText(step.made_at);
  const person = step.username ?? t('layer.history.somebody');
  const name =
    step.assistant === null ? person : t('layer.history.byAssistant', { assistant: step.assistant, name: person });
  const restore = async () => {
    if (
      !(await confirm({
        title: t('layer.history.sure', { name: layer.text }),
        body: t('layer.history.sureText', { time }),
        confirmLabel: t('layer.history.restore'),
      }))
    )
      return;
    try {
      await session.edits.restoreLayer(layer.id, step.made_at);
      toast.success(t('layer.history.restored', { name: layer.text, time }));
      onRestored();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <li>
      <Avatar id={step.author_id ?? ''} name={person} size="s" />
      <div>
        <p>
          <strong>{name}</strong> {didText(step)}
        </p>
        <time dateTime={step.made_at}>{time}</time>
      </div>
      {!isNow && can('update', 'map') && (
        <Button
          size="s"
          aria-label={t('layer.history.restoreAt', { time })}
          onClick={() => {
            void restore();
          }}
        >
          {t('layer.history.restore')}
        </Button>
      )}
    </li>
  );

  function didText({ kind, count, names }: HistoryStep): string {
    // Columns are counted by their names, features and values by their number.
    const number = count === 0 ? names.length : count;
    if (kind === 'restored') return t('layer.history.did.restored', { time: timeText(names[0] ?? step.made_at) });
    if (kind === 'renamed') return t('layer.history.did.renamed', { names: names.join(' → ') });
    if (kind === 'imported') return t('layer.history.did.imported', { names: names.map(sourceText).join(', ') });
    return t(`layer.history.did.${kind}`, { count: number, names: names.join(', ') });
  }
}
