import type { SimpleGeometry } from '../geometry.ts';
import { cutAtAntimeridian } from '../shape/cut-at-antimeridian.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import type { PackedWriter, WriterMark } from './packed-writer.ts';
import { extentOf } from './row-extent.ts';

/** Cuts the row being written where its positions from `from` on go beyond ±180°. */
export function cutRow(writer: PackedWriter, mark: WriterMark, from: number): void {
  const [west, , east] = extentOf(writer.coordinates.values, writer.size, from, writer.positions);
  if (west >= -180 && east <= 180) return;
  const row = writer.rows;
  writer.endRow();
  const cut = cutAtAntimeridian(rowGeometry(writer.geometry(), row)!) as SimpleGeometry | null;
  writer.undoRow();
  if (!cut) return;
  writer.reset(mark);
  writer.addGeometry(cut);
}
