import type { Geometry, PropertyValue } from '@groma/geo';
import type { LeftOutReason } from '@groma/protocol';
import { readExchange } from './exchange-file.ts';
import type { OgrColumn } from './ogr-layer.ts';

/** A feature, or why its row is none. `row` counts from 1. */
interface TolerantRow {
  row: number;
  geometry: Geometry | null;
  properties: Record<string, PropertyValue>;
  problem: { reason: LeftOutReason; detail: string } | null;
}

/**
 * What the source itself says of the geometry of a row: none was written, it is whole, or it ends behind the end of the
 * file.
 */
export type StoredGeometry = 'none' | 'whole' | 'cut-off';

/**
 * Features that GDAL brought to degrees while it went on after failures, beside the same features as they stand in the
 * file: a row with a geometry that was lost on the way is told from one without. Throws where the two do not match.
 */
export function* readTolerant({
  projected,
  raw,
  columns,
  stored,
  signal,
}: {
  projected: string;
  raw: string;
  columns: OgrColumn[];
  stored: (row: number) => StoredGeometry;
  signal: AbortSignal;
}): Generator<TolerantRow> {
  const sources = readExchange(raw, columns, signal);
  let row = 0;
  try {
    for (const { geometry, properties } of readExchange(projected, columns, signal)) {
      row++;
      const source = sources.next();
      if (source.done) throw new TypeError('the rows of the two readings do not match');
      const said = stored(row);
      yield { row, properties, ...judged(geometry, source.value.geometry, said) };
    }
  } finally {
    sources.return(undefined);
  }
}

function judged(
  geometry: Geometry | null,
  source: Geometry | null,
  said: StoredGeometry,
): Pick<TolerantRow, 'geometry' | 'problem'> {
  if (said === 'cut-off')
    return { geometry: null, problem: { reason: 'cut-off', detail: 'the file ends before its geometry' } };
  if (geometry !== null) return { geometry, problem: null };
  if (source !== null)
    return {
      geometry: source,
      problem: { reason: 'outside-crs', detail: 'its coordinates cannot be brought to longitude and latitude' },
    };
  return {
    geometry: null,
    problem: said === 'whole' ? { reason: 'unreadable-geometry', detail: 'its geometry is damaged' } : null,
  };
}
