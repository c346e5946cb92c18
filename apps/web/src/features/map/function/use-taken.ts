import type { Column } from '@groma/geo';
import {
  parseLayerReference,
  parseResource,
  type KindCounts,
  type ToolCounts,
  type ToolDefinition,
  type ToolInput,
  type ToolParameters,
} from '@groma/model';
import type { ResourceDescription, VectorLayerData } from '@groma/protocol';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { errorText } from '../../../platform/api.ts';
import { readResource, resourceKey } from '../../../registry/resource-field.tsx';
import { readLayerData } from '../layer/read-layer.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-state.ts';
import { describedColumns } from './described-columns.ts';
import { describedCounts, layerCounts, loadedCounts, someOfAll } from './input-counts.ts';

/** What is taken that is no layer of the map, and how many rows it has: null where that is not known. */
interface TakenSource {
  name: string;
  rows: number | null;
  /** The rows are an estimate. */
  isAbout: boolean;
}

export interface Taken {
  counts: ToolCounts;
  columns: Readonly<Record<string, readonly Column[]>>;
  /** The features of the first input; null for all of the layer. */
  fids: readonly number[] | null;
  /** Of the first input, where it is no layer of the map. */
  source: TakenSource | null;
  /** Why the first input cannot be read. */
  failure: string | null;
  isLoading: boolean;
}

/** The layer of the map in hand, or the reference of other data that is taken in its place. */
export interface FirstInput {
  layerId: string;
  source: string | null;
}

/** What a tool would take of its layers and other data as they are now (GEO-056). */
export function useTaken(
  session: MapSession,
  first: FirstInput,
  tool: ToolDefinition,
  parameters: ToolParameters,
): Taken {
  const own = useOwn(session, first.layerId);
  const [firstInput] = tool.inputs;
  const chosen = [
    ...(firstInput && first.source !== null ? [{ input: firstInput, reference: first.source }] : []),
    ...chosenInputs(tool, parameters),
  ];
  const others = useChosen(session, chosen);
  const counts: Record<string, KindCounts | null> = firstInput ? { [firstInput.name]: own.counts } : {};
  const columns: Record<string, readonly Column[]> = firstInput ? { [firstInput.name]: own.columns } : {};
  chosen.forEach(({ input }, index) => {
    counts[input.name] = others[index]!.counts;
    columns[input.name] = others[index]!.columns;
  });
  const { fids, failure, isLoading } = own;
  if (first.source === null || !firstInput) return { counts, columns, fids, source: null, failure, isLoading };
  const { description, error, isPending } = others[0]!;
  return {
    counts,
    columns,
    fids: null,
    source: {
      name: description?.label ?? '',
      rows: description?.rows ?? null,
      isAbout: description?.kind === 'table',
    },
    failure: error === null ? null : errorText(error),
    isLoading: isPending,
  };
}

/** What is chosen in the fields of a tool, for which input. */
function chosenInputs(tool: ToolDefinition, parameters: ToolParameters): { input: ToolInput; reference: string }[] {
  return tool.fields.flatMap((field) => {
    const value = field.type === 'layer' ? parameters[field.name] : null;
    const input = field.type === 'layer' ? tool.inputs.find(({ name }) => name === field.input) : undefined;
    return input && typeof value === 'string' ? [{ input, reference: value }] : [];
  });
}

/** The layer in hand: its selection, or all of it. */
function useOwn(session: MapSession, layerId: string) {
  const data = useMapState(session, (state) => state.data);
  const loaded = useMapState(session, (state) => state.loaded);
  const selected = useMapState(session, (state) => state.selection[layerId] ?? nothingSelected);
  const own = loaded[layerId];
  const isReady = own?.load.status === 'ready';
  const fids = useMemo(() => (selected.size > 0 ? [...selected] : null), [selected]);
  const counts = useMemo(() => {
    if (isReady) return loadedCounts(own, selected.size > 0 ? selected : null);
    return data[layerId] ? layerCounts(data[layerId], undefined) : null;
  }, [isReady, own, selected, data, layerId]);
  return {
    counts,
    columns: isReady ? own.columns : (data[layerId]?.manifest.columns ?? []),
    fids,
    failure: own?.load.status === 'failed' ? own.load.failure : null,
    isLoading: !isReady && own?.load.status !== 'failed',
  };
}

interface ChosenData {
  counts: KindCounts | null;
  columns: readonly Column[];
  description: ResourceDescription | undefined;
  error: unknown;
  isPending: boolean;
}

/**
 * Layers of this map as they are held here, those of others as they are stored, and all else as the server describes
 * it.
 */
function useChosen(session: MapSession, chosen: readonly { input: ToolInput; reference: string }[]): ChosenData[] {
  const data = useMapState(session, (state) => state.data);
  const loaded = useMapState(session, (state) => state.loaded);
  const places = chosen.map(({ reference }) => parseLayerReference(reference));
  const here = places.map((place) => (place?.mapId === session.mapId ? place.layerId : ''));
  const held = here.join(' ');
  useEffect(() => {
    for (const id of held.split(' ')) if (id !== '') session.loadLayer(id);
  }, [session, held]);
  const layers = useQueries({
    queries: places.map((place, index) => ({
      queryKey: ['layer', place?.mapId, place?.layerId],
      enabled: place !== undefined && here[index] === '',
      queryFn: () => readLayerData({ ...place!, projectId: session.projectId }),
      retry: false,
    })),
  });
  const described = useQueries({
    queries: chosen.map(({ reference }, index) => ({
      queryKey: resourceKey(session.projectId, reference),
      enabled: here[index] === '' && isNamed(reference),
      queryFn: ({ signal }: { signal: AbortSignal }) => readResource(session.projectId, reference, { signal }),
      retry: false,
    })),
  });
  return chosen.map(({ input, reference }, index) => {
    const id = here[index]!;
    const { data: description, error, isPending } = described[index]!;
    if (id !== '') {
      const own = loaded[id];
      return {
        counts: data[id] ? layerCounts(data[id], own) : null,
        columns: own?.load.status === 'ready' ? own.columns : (data[id]?.manifest.columns ?? []),
        description: undefined,
        error: null,
        isPending: false,
      };
    }
    const layer = layers[index]!;
    if (places[index])
      return {
        counts: layer.data ? storedCounts(layer.data) : layer.isPending ? someOfAll : null,
        columns: withDescribed(layer.data?.manifest.columns ?? [], description),
        description,
        error: layer.error,
        isPending: layer.isPending || isPending,
      };
    return {
      counts: error || !isNamed(reference) ? null : describedCounts(input, description),
      columns: describedColumns(description?.columns ?? []),
      description,
      error,
      isPending,
    };
  });
}

/** The columns of a layer of another map: of those that edits add and joins bring, only the server knows. */
function withDescribed(stored: readonly Column[], description: ResourceDescription | undefined): readonly Column[] {
  // The first are the ids of the features.
  const described = describedColumns((description?.columns ?? []).slice(1));
  return [...stored, ...described.filter(({ name }) => stored.every((column) => column.name !== name))];
}

/** Whether a reference can lead to anything: one of a layer holds ids. */
function isNamed(reference: string): boolean {
  const kind = parseResource(reference)?.kind;
  return kind !== undefined && (kind !== 'layer' || parseLayerReference(reference) !== undefined);
}

/** What edits have left of a layer that is not open here, only the server knows. */
function storedCounts(data: VectorLayerData): KindCounts {
  return data.seq > data.snapshot_seq ? someOfAll : layerCounts(data, undefined);
}
