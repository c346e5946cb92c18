import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import type { PackedWriter } from './packed-writer.ts';

/** Calls `path` for each point list, line or ring of a row, and `member` after each line or polygon. */
export function forEachPath(
  { kind, features, members, rings }: BatchGeometry,
  row: number,
  path: (first: number, end: number, isHole: boolean) => void,
  member?: () => void,
): void {
  const [from, to] = [features[row]!, features[row + 1]!];
  if (kind === 'point') return path(from, to, false);
  for (let at = from; at < to; at++) {
    const [first, end] = [members![at]!, members![at + 1]!];
    if (kind === 'line') path(first, end, false);
    else for (let ring = first; ring < end; ring++) path(rings![ring]!, rings![ring + 1]!, ring > first);
    member?.();
  }
}

/** Adds a row of the same kind as it is. */
export function copyRow(geometry: BatchGeometry, row: number, writer: PackedWriter): void {
  const { coordinates, size, kind } = geometry;
  forEachPath(
    geometry,
    row,
    (first, end) => {
      writer.copy(coordinates, size, first, end);
      if (kind === 'polygon') writer.endRing();
    },
    () => writer.endMember(),
  );
}

/** Whether a row was a multi geometry with one member. */
export function isLoneMulti(geometry: BatchGeometry, row: number): boolean {
  return geometry.isLoneMulti?.(row) === true;
}

/** How many points, lines or polygons a row has. */
export function memberCount({ features }: BatchGeometry, row: number): number {
  return features[row + 1]! - features[row]!;
}
