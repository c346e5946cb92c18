import { raster } from '@groma/protocol';

export type TileQuery = ReturnType<(typeof raster.cogTile)['query']['parse']>;

const many = new Set(['bidx', 'rescale']);

/** The query of a tile, `bidx=1&rescale=0,9`, as its endpoint reads it. */
export function readTileQuery(text: string): TileQuery {
  const query = new URLSearchParams(text);
  return raster.cogTile.query.parse(
    Object.fromEntries(
      [...new Set(query.keys())].map((name) => [name, many.has(name) ? query.getAll(name) : query.get(name)]),
    ),
  );
}
