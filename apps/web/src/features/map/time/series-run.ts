import type { SnapshotManifest } from '@groma/geo';
import { formatResource, layerReference } from '@groma/model';
import { chart as chartCalls, fillPath, tool as toolCalls, type ToolOutcome } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import type { MapSession } from '../session/map-session.ts';

/** What an image holds at the place, or on average in a feature. */
export interface SeriesPoint {
  day: string;
  /** Null where clouds, or no data, are all there is. */
  value: number | null;
  count: number;
  scene: string;
  /** The id of the feature; null for a place that was picked. */
  feature: number | null;
}

/** What is asked: images, a value, and a place or selected features. */
export interface SeriesWish {
  layerIds: readonly string[];
  value: string;
  place: readonly [longitude: number, latitude: number] | null;
  taken: { layerId: string; fids: readonly number[] } | null;
}

export interface FoundSeries {
  operationId: string;
  name: string;
  points: SeriesPoint[];
  unread: number;
}

/** Asks the images of a map, as an operation. @throws GromaError, CallError; the reason of `signal` */
export async function readSeries(
  session: MapSession,
  { layerIds, value, place, taken }: SeriesWish,
  signal: AbortSignal,
): Promise<FoundSeries> {
  const { mapId, projectId } = session;
  const { data: made } = await api.call(toolCalls.runTool, {
    params: { toolId: 'image_time_series', projectId },
    body: {
      ...(taken && { layer: layerReference({ mapId, layerId: taken.layerId }), features: [...taken.fids] }),
      parameters: {
        ...(place && { where: 'place', place: place.map((each) => each.toFixed(7)).join(', ') }),
        series_value: value,
        dated_images: layerIds.map((id) => formatResource({ kind: 'image', parts: [mapId, id] })),
      },
      output: { kind: 'preview' },
    },
    signal,
  });
  const { operation_id: id, count } = made;
  session.preview({ id, source: sourceOf(made) });
  try {
    await isRead(session, id, signal);
    const fids = Array.from({ length: count }, (_, at) => at + 1);
    const features = (await session.askNow(id, 'features', { fids })) ?? [];
    const points = features.map(({ properties: row }): SeriesPoint => ({
      day: String(row['date']),
      value: typeof row['value'] === 'number' ? row['value'] : null,
      count: Number(row['count']),
      scene: String(row['scene']),
      feature: typeof row['feature'] === 'number' ? row['feature'] : null,
    }));
    const unread = made.skipped.reduce((sum, each) => sum + (each.reason === 'unread_image' ? each.count : 0), 0);
    return { operationId: id, name: made.name, points: points.toSorted((a, b) => a.day.localeCompare(b.day)), unread };
  } finally {
    if (session.state.previewId === id) session.preview(null);
  }
}

/** Makes a table of the map of what was found, with a chart where that is wanted. @throws GromaError, CallError */
export async function keepSeries(
  session: MapSession,
  { operationId }: FoundSeries,
  { name, chart }: { name: string; chart: { title: string } | null },
): Promise<{ id: string; text: string }> {
  const { data: layer } = await api.call(toolCalls.keepToolResult, {
    params: { operationId },
    body: { map_id: session.mapId, name },
  });
  if (chart)
    await api.call(chartCalls.createChart, {
      query: { map_id: session.mapId, project_id: session.projectId },
      body: {
        layer_id: layer.id,
        xCol: 'date',
        yCol: 'value',
        type: 'line',
        filters: [],
        clipLayerId: null,
        title: chart.title.slice(0, 200),
        aggregate: 'mean',
      },
    });
  await session.refresh();
  return { id: layer.id, text: layer.text };
}

/** What is not kept goes. */
export function forgetSeries({ operationId }: FoundSeries): void {
  api.call(toolCalls.discardToolResult, { params: { operationId } }).catch(() => undefined);
}

function sourceOf({ operation_id: operationId, preview }: ToolOutcome) {
  const path = fillPath(toolCalls.readToolResultPart.path, { operationId });
  // The wire does not spell out the names of geometry types, which the snapshot's reader knows.
  const manifest = preview!.manifest as SnapshotManifest;
  return { manifest, partUrls: manifest.parts.map(({ file }) => `${path}?${new URLSearchParams({ part: file })}`) };
}

/** @throws Error with the reason why it cannot be read; the reason of `signal` */
function isRead(session: MapSession, id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const load = session.state.loaded[id]?.load;
      if (load?.status === 'ready') resolve();
      else if (load?.status === 'failed') reject(new Error(load.failure));
      else return false;
      return true;
    };
    if (look()) return;
    const stop = session.store.subscribe(() => {
      if (look()) stop();
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });
}
