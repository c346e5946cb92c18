import type { KindCounts, ToolDefinition, ToolInput } from '@groma/model';
import type { ResourceDescription, VectorLayerData } from '@groma/protocol';
import type { LoadedLayer } from '../session/map-state.ts';

const none: KindCounts = { point: 0, line: 0, polygon: 0, none: 0 };

/** Stands for a layer of which only the server knows what its edits have left: it decides. */
export const someOfAll: KindCounts = { point: 1, line: 1, polygon: 1, none: 1 };

/**
 * The same of data that is only described. Where it may hold several kinds, or its rows are an estimate, it has as many
 * as the input needs: the server decides.
 */
export function describedCounts(input: ToolInput, described: ResourceDescription | undefined): KindCounts {
  const geometry = described?.geometry ?? null;
  const rows = described && described.kind !== 'table' ? described.rows : null;
  if (geometry?.length === 0) return { ...none, none: rows ?? neededBy(input) };
  const [kind] = geometry ?? [];
  if (kind !== undefined && geometry?.length === 1) return { ...none, [kind]: rows ?? neededBy(input) };
  const [first = 'polygon'] = input.kinds === 'any' ? [] : input.kinds;
  return { ...none, [first]: neededBy(input) };
}

function neededBy({ count, least = 1 }: ToolInput): number {
  return Math.max(least, typeof count === 'number' ? count : count === 'multiple' ? 2 : 1);
}

/** How many features of each kind a layer has, as it is known here. */
export function layerCounts(data: VectorLayerData, loaded: LoadedLayer | undefined): KindCounts {
  if (loaded?.load.status === 'ready') return loadedCounts(loaded, null);
  const counts = { ...none };
  for (const { kind, rows } of data.manifest.parts) counts[kind] += rows;
  return counts;
}

/** The same of a layer that is read, or of its selected features alone (GEO-056). */
export function loadedCounts({ batches, count }: LoadedLayer, selected: ReadonlySet<number> | null): KindCounts {
  const counts = { ...none };
  for (const { kind, fids } of batches)
    counts[kind] += selected === null ? fids.length : fids.reduce((sum, fid) => sum + (selected.has(fid) ? 1 : 0), 0);
  counts.none = Math.max(0, (selected?.size ?? count) - counts.point - counts.line - counts.polygon);
  return counts;
}

export function sumOf(counts: KindCounts): number {
  return counts.point + counts.line + counts.polygon + counts.none;
}

/** The one kind of all that is taken; undefined where there are several or none. */
export function onlyKind(counts: KindCounts): 'point' | 'line' | 'polygon' | undefined {
  const kinds = (['point', 'line', 'polygon'] as const).filter((kind) => counts[kind] > 0);
  return kinds.length === 1 && counts.none === 0 ? kinds[0] : undefined;
}

/** Whether what comes out can stand in the place of what goes in. */
export function canReplace({ output, inputs }: ToolDefinition, counts: KindCounts | null): boolean {
  if (inputs.length === 0 || counts === null || output === 'table') return false;
  return output === 'same' || output === onlyKind(counts);
}
