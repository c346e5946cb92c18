import { type LayerFeature, type LayerBefore, type VectorUpdate } from '@groma/geo';
import { GromaError } from '@groma/model';
import type { EditedLayer } from './edited-layer.ts';
import type { ValuedRequest } from './with-values.ts';

const largestFid = 2_147_483_647;

/**
 * Gives new features their ids, and a form that the log can hold.
 * @throws GromaError FEATURE_NOT_FOUND for an id that was never given out.
 */
export function asLogged(request: ValuedRequest, { overlay, state }: EditedLayer): VectorUpdate {
  if (request.type === 'Add_Column') {
    const { fill, values, at, type, column } = request;
    return {
      type,
      column,
      ...(fill !== undefined && { fill }),
      ...(values && { values }),
      ...(at !== undefined && { at }),
    };
  }
  if (request.type !== 'Add') return request;
  let next = overlay.maxFid + 1;
  const features = request.features.map(({ fid, geometry, properties }): LayerFeature => {
    if (fid != null && fid > overlay.maxFid) throw new GromaError('FEATURE_NOT_FOUND', { name: state.name, fid });
    return { fid: fid ?? next++, geometry, properties };
  });
  if (next - 1 > largestFid)
    throw new GromaError('BAD_INPUT', { detail: `The layer "${state.name}" has used up its feature ids.` });
  return { type: 'Add', features };
}

/** @throws GromaError naming the first feature or column that is not there, or the column that is there already. */
export function checkUpdate(update: VectorUpdate, before: LayerBefore, name: string): void {
  const columns = columnsOf(before);
  const needColumn = (column: string) => {
    if (!columns.has(column)) throw new GromaError('COLUMN_NOT_FOUND', { name, column });
  };
  const needFeature = (fid: number) => {
    if (!before.feature(fid)) throw new GromaError('FEATURE_NOT_FOUND', { name, fid });
  };
  switch (update.type) {
    case 'Add':
      return update.features.forEach(({ properties }) => Object.keys(properties).forEach(needColumn));
    case 'Delete':
      return update.fids.forEach(needFeature);
    case 'Edit_Property':
      return update.edits.forEach(({ fid, column }) => {
        needFeature(fid);
        needColumn(column);
      });
    case 'Add_Column':
      if (columns.has(update.column.name)) throw new GromaError('COLUMN_EXISTS', { name, column: update.column.name });
      return update.values?.forEach(([fid]) => {
        needFeature(fid);
      });
    case 'Delete_Column':
      return update.columns.forEach(needColumn);
  }
}

/** The part of an update that still meets something, or null: what others have deleted since stays deleted. */
export function whatStillApplies(update: VectorUpdate, before: LayerBefore): VectorUpdate | null {
  const there = columnsOf(before);
  switch (update.type) {
    case 'Add':
      return update.features.length > 0 ? update : null;
    case 'Delete': {
      const fids = update.fids.filter((fid) => before.feature(fid));
      return fids.length > 0 ? { ...update, fids } : null;
    }
    case 'Edit_Property': {
      const edits = update.edits.filter(({ fid, column }) => before.feature(fid) && there.has(column));
      return edits.length > 0 ? { ...update, edits } : null;
    }
    case 'Add_Column':
      return there.has(update.column.name)
        ? null
        : { ...update, values: update.values?.filter(([fid]) => before.feature(fid)) ?? [] };
    case 'Delete_Column': {
      const columns = update.columns.filter((column) => there.has(column));
      return columns.length > 0 ? { ...update, columns } : null;
    }
  }
}

function columnsOf(before: LayerBefore): ReadonlySet<string> {
  return new Set(before.columns.map(({ name }) => name));
}
