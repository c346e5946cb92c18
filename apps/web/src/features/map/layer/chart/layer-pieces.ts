import { rowGeometry, type SimpleGeometry } from '@groma/geo';
import { columnCells, keptRows, type LayerSource } from '../batch-cells.ts';
import type { ChartPiece, PieceColumn, ReadPieces } from './chart-piece.ts';

const emptyColumn: PieceColumn = { numbers: null, codes: null, read: () => null };

/** A layer whose features are gone through: `passing` are those rows that its filter keeps, null for all. */
interface FilteredSource {
  source: LayerSource;
  passing: Uint8Array | null;
}

/** The features of a layer as they are now: those of the snapshot batch by batch, then those that edits have added. */
export function layerPieces({ source, passing }: FilteredSource): ReadPieces {
  const shownFrom = (first: number, kept: Int32Array | null) =>
    passing && ((row: number) => passing[first + (kept ? kept[row]! : row)] === 1);
  return function* pieces(names) {
    const columns = names.map((name) => columnCells({ ...source, added: [] }, name));
    let first = 0;
    for (const { batch } of source.held) {
      const kept = keptRows(batch, source.overlay.hidden);
      yield {
        length: kept?.length ?? batch.rows,
        columns: columns.map((cells) => (cells.next().value as PieceColumn | undefined) ?? emptyColumn),
        geometry: (row) => rowGeometry(batch.geometry, kept ? kept[row]! : row),
        isShown: shownFrom(first, kept),
      };
      first += batch.rows;
    }
    yield { ...addedPiece(source, names, first), isShown: shownFrom(first, null) };
  };
}

/** Every geometry of a layer as it is now, of those that its filter keeps. */
export function* layerGeometries(layer: FilteredSource): Generator<SimpleGeometry | null> {
  for (const { length, geometry, isShown } of layerPieces(layer)([]))
    for (let row = 0; row < length; row++) if (isShown?.(row) !== false) yield geometry(row);
}

function addedPiece(
  { overlay, joined }: LayerSource,
  names: readonly string[],
  first: number,
): Omit<ChartPiece, 'isShown'> {
  const added = [...overlay.addedFeatures()];
  return {
    length: added.length,
    columns: names.map((name) => {
      const other = overlay.columns.some((each) => each.name === name)
        ? undefined
        : joined.find((each) => each.name === name);
      return {
        ...emptyColumn,
        read: (row) => (other ? other.valueAt(first + row) : (added[row]!.properties[name] ?? null)),
      };
    }),
    geometry: (row) => added[row]!.geometry,
  };
}
