import type { Column } from '@groma/geo';

/** The columns of a layer as SQL has them: the features' ids, the attributes, and the geometry. */
export interface TableColumns {
  fid: string;
  geometry: string;
  /** Names of the attributes, in their order. */
  attributes: string[];
}

/** SQL finds columns in any case: an attribute whose name another has already has a number behind it. */
export function tableColumns(columns: readonly Column[]): TableColumns {
  const taken = new Set<string>();
  const free = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const attributes = columns.map(({ name }) => free(name));
  return { attributes, fid: free('groma_fid'), geometry: free('geometry') };
}

/** The type of an attribute as DuckDB reads it. */
export function sqlTypeOf(type: Column['type']): string {
  switch (type) {
    case 'integer':
    case 'int64':
      return 'BIGINT';
    case 'number':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    case 'date':
      return 'DATE';
    case 'time':
      return 'TIME';
    case 'datetime':
      return 'TIMESTAMP';
    case 'datetimetz':
      return 'TIMESTAMP WITH TIME ZONE';
    default:
      return 'VARCHAR';
  }
}
