import { coordinateColumns, parseWkt, type Column, type CoordinateColumns, type Geometry } from '@groma/geo';
import type { ReadRequest, TableReading } from './imported-layer.ts';
import type { LayerWriter } from './layer-writer.ts';
import { pointOfCells } from './point-of-cells.ts';
import { ProjectedFeatures, projectionToDegrees } from './projection.ts';

/** Rows by which it is told whether a column holds degrees. */
export const sampleRows = 100;

/**
 * The columns a person named, else those whose names say what they are; null where there are none. Where rows are
 * wanted in any case, columns that are called x and y, or shape, and hold no place at all are columns as any other.
 */
export function placeColumns(
  header: readonly string[],
  sample: readonly (readonly unknown[])[],
  { x, y, wkt, hasNoPlaces }: TableReading,
  takesRows = false,
): CoordinateColumns | null {
  if (hasNoPlaces) return null;
  const [column, longitude, latitude] = [wkt, x, y].map((name) => (name === undefined ? -1 : header.indexOf(name)));
  if (column! >= 0) return { kind: 'wkt', column: column! };
  if (longitude! >= 0 && latitude! >= 0) return { kind: 'pair', longitude: longitude!, latitude: latitude! };
  if (wkt !== undefined || x !== undefined || y !== undefined) return null;
  const found = coordinateColumns(header, sample);
  return found && takesRows && holdsNoPlace(found, sample) ? null : found;
}

/** Whether there is something in the cells for places, and a place in none. */
function holdsNoPlace(place: CoordinateColumns, sample: readonly (readonly unknown[])[]): boolean {
  let misread = 0;
  for (const row of sample)
    try {
      if (placeOfCells(place, (index) => row[index]) !== null) return false;
    } catch {
      misread++;
    }
  return misread > 0;
}

/** The place that cells of a row say; null where they are empty. @throws SyntaxError for cells that are no place. */
export function placeOfCells(place: CoordinateColumns, cell: (index: number) => unknown): Geometry | null {
  if (place.kind === 'wkt') {
    const text = String(cell(place.column) ?? '');
    return text.trim() ? parseWkt(text) : null;
  }
  const point = pointOfCells(cell(place.longitude), cell(place.latitude));
  if (typeof point === 'string') throw new SyntaxError(point);
  return point;
}

interface Rows {
  /** They are gone through twice. */
  rows(): IteratorObject<{ properties: Record<string, unknown> }>;
  columns: readonly Column[];
  tidied(properties: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Rows of a format without geometry become points where their columns say places; false where none do, with nothing
 * written. Rows are numbered from 1, and those whose cells are no place are left out.
 */
export async function addPlacedRows(
  { rows, columns, tidied }: Rows,
  { table, assumedCrs, fileName, signal, takesRows }: ReadRequest,
  writer: LayerWriter,
): Promise<boolean> {
  const sample = rows()
    .take(sampleRows)
    .map(({ properties }) => columns.map(({ name }) => properties[name]))
    .toArray();
  const place = placeColumns(
    columns.map(({ name }) => name),
    sample,
    table,
    takesRows,
  );
  if (place === null) return false;
  if (assumedCrs) writer.crs = assumedCrs;
  const projection = assumedCrs ? await projectionToDegrees(assumedCrs, fileName, signal) : null;
  const features = new ProjectedFeatures(projection, writer);
  let row = 0;
  for (const { properties } of rows()) {
    row += 1;
    let geometry: Geometry | null = null;
    try {
      geometry = placeOfCells(place, (index) => properties[columns[index]!.name]);
    } catch (error) {
      writer.leave(row, 'unreadable-geometry', (error as Error).message, { properties, text: '' });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- they come in their order
    await features.add(geometry, tidied(properties), row);
  }
  await features.end();
  return true;
}
