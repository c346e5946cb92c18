/**
 * Columns that a layer shows of another layer, or table, of its map: for each of its features those of the first
 * feature there, by id, whose key is the same. They are read as the other layer is now and stored nowhere.
 */
export interface LayerJoin {
  /** The layer whose columns come. */
  layerId: string;
  /** The key here, and there. */
  column: string;
  otherColumn: string;
  /** Names of the columns that come, as they are called there. */
  columns: readonly string[];
  /** What their names begin with here. */
  prefix: string;
}

export const mostJoins = 10;
export const mostJoinedColumns = 250;
export const longestJoinPrefix = 50;

/** The name that a joined column has in the layer to which it comes. */
export function joinedName({ prefix }: Pick<LayerJoin, 'prefix'>, column: string): string {
  return `${prefix}${column}`;
}

/** A text that is the same for joins that say the same, whatever the order in which a database keeps their fields. */
export function joinsKey(joins: readonly LayerJoin[]): string {
  return JSON.stringify(
    joins.map(({ layerId, column, otherColumn, columns, prefix }) => [layerId, column, otherColumn, columns, prefix]),
  );
}

/**
 * The joins of a layer in a copy of its map, given the ids of the copied layers by those of the originals; a join to a
 * layer that is not copied is left out.
 */
export function copiedJoins(joins: readonly LayerJoin[], ids: ReadonlyMap<string, string>): LayerJoin[] {
  return joins.flatMap((join) => {
    const layerId = ids.get(join.layerId);
    return layerId === undefined ? [] : { ...join, layerId };
  });
}
