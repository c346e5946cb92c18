import type { ChartReply } from '@groma/protocol';
import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useText, type Text } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { ChartData } from '../layer/chart/chart-data.ts';
import { chartProblem } from './chart-problem.ts';

export type ChartState =
  | { status: 'drawing' }
  | { status: 'drawn'; data: ChartData }
  | { status: 'failed'; failure: string };

/** An open map whose layers are drawn as charts. */
export interface ChartedMap extends ReadMap {
  /** Has a layer read that is not shown. */
  loadLayer(layerId: string): void;
}

/** Edits that come in quick succession are drawn together. */
const restMs = 250;

/** The data of a chart, worked out anew when features of its layer or of the clipping layer change. */
export function useChartData(session: ChartedMap, kept: ChartReply): ChartState {
  const t = useText();
  const key = JSON.stringify(kept);
  // The list is read anew whenever a chart is made or removed: the same chart is not drawn again for that.
  const config = useMemo(() => JSON.parse(key) as ChartReply, [key]);
  const { layer_id: layerId, clipLayerId } = config;
  const [answer, setAnswer] = useState<ChartState>({ status: 'drawing' });
  const version = useMapState(session, ({ loaded }) => loaded[layerId]?.version ?? 0);
  const columns = useMapState(session, ({ loaded }) => loaded[layerId]?.columns);
  const clip = useMapState(session, ({ loaded, hierarchy }) =>
    clipState(
      clipLayerId,
      hierarchy[clipLayerId ?? ''] !== undefined,
      clipLayerId === null ? undefined : loaded[clipLayerId],
    ),
  );
  const failure = chartProblem(config, columns ?? [], t) ?? clipProblem(clip, t);
  const isReady = failure === null && clip !== 'loading';
  useEffect(() => {
    if (clipLayerId !== null) session.loadLayer(clipLayerId);
  }, [session, clipLayerId]);
  useEffect(() => {
    if (!isReady) return undefined;
    let isGone = false;
    const timer = setTimeout(() => {
      void (async () => {
        const next = await ask(session, config, t);
        if (!isGone) setAnswer(next);
      })();
    }, restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [session, config, version, clip, isReady, t]);
  return failure === null ? answer : { status: 'failed', failure };
}

/** Why a chart with a clipping layer cannot be drawn (VEC-048). */
export function clipProblem(clip: string, t: Text): string | null {
  if (clip === 'gone') return t('chart.clipGone');
  return clip === 'failed' ? t('chart.intersectionFailed') : null;
}

/** What is known of the clipping layer; its version once it is read, so that its edits are noticed. */
export function clipState(
  id: string | null,
  isThere: boolean,
  layer: { load: { status: string }; version: number } | undefined,
): string {
  if (id === null) return 'none';
  if (!isThere) return 'gone';
  if (layer?.load.status === 'failed') return 'failed';
  return layer?.load.status === 'ready' ? `read ${layer.version}` : 'loading';
}

async function ask(
  session: ReadMap,
  { layer_id: layerId, clipLayerId, ...question }: ChartReply,
  t: Text,
): Promise<ChartState> {
  try {
    const data = await session.ask(layerId, 'chart', { question, clipLayerId });
    return data ? { status: 'drawn', data } : { status: 'failed', failure: t('chart.intersectionFailed') };
  } catch (error) {
    return { status: 'failed', failure: errorText(error) };
  }
}
