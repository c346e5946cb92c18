import type { Column } from '@groma/geo';
import {
  parseLayerReference,
  type KindCounts,
  type ToolCounts,
  type ToolDefinition,
  type ToolParameters,
} from '@groma/model';
import { resource, type VectorLayerData } from '@groma/protocol';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import { readLayerData } from '../layer/read-layer.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-session.ts';
import { layerCounts, loadedCounts, someOfAll } from './input-counts.ts';

export interface Taken {
  counts: ToolCounts;
  columns: Readonly<Record<string, readonly Column[]>>;
  /** The features of the first input; null for all of the layer. */
  fids: readonly number[] | null;
  /** Why the layer in hand cannot be read. */
  failure: string | null;
  isLoading: boolean;
}

/** What a tool would take of its layers as they are now (GEO-056). */
export function useTaken(
  session: MapSession,
  layerId: string,
  tool: ToolDefinition,
  parameters: ToolParameters,
): Taken {
  const data = useMapState(session, (state) => state.data);
  const loaded = useMapState(session, (state) => state.loaded);
  const selected = useMapState(session, (state) => state.selection[layerId] ?? nothingSelected);
  const own = loaded[layerId];
  const isReady = own?.load.status === 'ready';
  const fids = useMemo(() => (selected.size > 0 ? [...selected] : null), [selected]);
  const first = useMemo(() => {
    if (isReady) return loadedCounts(own, selected.size > 0 ? selected : null);
    return data[layerId] ? layerCounts(data[layerId], undefined) : null;
  }, [isReady, own, selected, data, layerId]);
  const others = tool.fields.flatMap((field) => {
    const value = field.type === 'layer' ? parameters[field.name] : null;
    const place = typeof value === 'string' ? parseLayerReference(value) : null;
    return field.type === 'layer' && place ? [{ input: field.input, ...place }] : [];
  });
  const isHere = (place: { mapId: string }) => place.mapId === session.mapId;
  const here = others
    .filter(isHere)
    .map((place) => place.layerId)
    .join(' ');
  useEffect(() => {
    for (const id of here.split(' ')) if (id !== '') session.loadLayer(id);
  }, [session, here]);
  const elsewhere = others.filter((place) => !isHere(place));
  const read = useQueries({
    queries: elsewhere.map(({ mapId, layerId: id }) => ({
      queryKey: ['layer', mapId, id],
      queryFn: () => readLayerData({ mapId, projectId: session.projectId, layerId: id }),
      retry: false,
    })),
  });
  const files = tool.fields.flatMap((field) => {
    const value = field.type === 'layer' ? parameters[field.name] : null;
    return field.type === 'layer' && typeof value === 'string' && value.startsWith('file:')
      ? [{ input: field.input, name: value }]
      : [];
  });
  const readFiles = useQueries({
    queries: files.map(({ name }) => ({
      queryKey: ['resource', session.projectId, name],
      retry: false,
      queryFn: async () =>
        (await api.call(resource.readResource, { params: { projectId: session.projectId }, query: { name } })).data,
    })),
  });
  const [firstInput] = tool.inputs;
  const counts: Record<string, KindCounts | null> = firstInput ? { [firstInput.name]: first } : {};
  const columns: Record<string, readonly Column[]> = firstInput
    ? { [firstInput.name]: isReady ? own.columns : (data[layerId]?.manifest.columns ?? []) }
    : {};
  for (const { input, layerId: id } of others.filter(isHere)) {
    counts[input] = data[id] ? layerCounts(data[id], loaded[id]) : null;
    columns[input] = loaded[id]?.load.status === 'ready' ? loaded[id].columns : (data[id]?.manifest.columns ?? []);
  }
  elsewhere.forEach(({ input }, index) => {
    const { data: found, isPending } = read[index]!;
    counts[input] = isPending ? someOfAll : found ? storedCounts(found) : null;
    columns[input] = found?.manifest.columns ?? [];
  });
  files.forEach(({ input }, index) => {
    const { data: found, isError } = readFiles[index]!;
    counts[input] = isError ? null : someOfAll;
    columns[input] = (found?.columns ?? []).map(({ name }) => ({ name, type: 'text' }));
  });
  return {
    counts,
    columns,
    fids,
    failure: own?.load.status === 'failed' ? own.load.failure : null,
    isLoading: !isReady && own?.load.status !== 'failed',
  };
}

/** What edits have left of a layer that is not open here, only the server knows. */
function storedCounts(data: VectorLayerData): KindCounts {
  return data.seq > data.snapshot_seq ? someOfAll : layerCounts(data, undefined);
}
