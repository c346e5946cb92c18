import { rowGeometry, type SimpleGeometry } from '@groma/geo';
import { columnCells, keptRows, type LayerSource } from '../batch-cells.ts';
import type { ChartPiece, PieceColumn, ReadPieces } from './chart-piece.ts';

const emptyColumn: PieceColumn = { numbers: null, codes: null, read: () => null };

/** The features of a layer as they are now: those of the snapshot batch by batch, then those that edits have added. */
export function layerPieces(source: LayerSource): ReadPieces {
  return function* pieces(names) {
    const columns = names.map((name) => columnCells({ ...source, added: [] }, name));
    for (const { batch } of source.held) {
      const kept = keptRows(batch, source.overlay.hidden);
      yield {
        length: kept?.length ?? batch.rows,
        columns: columns.map((cells) => (cells.next().value as PieceColumn | undefined) ?? emptyColumn),
        geometry: (row) => rowGeometry(batch.geometry, kept ? kept[row]! : row),
      };
    }
    yield addedPiece(source, names);
  };
}

/** Every geometry of a layer as it is now. */
export function* layerGeometries(source: LayerSource): Generator<SimpleGeometry | null> {
  for (const { length, geometry } of layerPieces(source)([]))
    for (let row = 0; row < length; row++) yield geometry(row);
}

function addedPiece({ overlay }: LayerSource, names: readonly string[]): ChartPiece {
  const added = [...overlay.addedFeatures()];
  return {
    length: added.length,
    columns: names.map((name) => ({ ...emptyColumn, read: (row) => added[row]!.properties[name] ?? null })),
    geometry: (row) => added[row]!.geometry,
  };
}
