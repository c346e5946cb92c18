/**
 * Kinds of data that can be named. A `table` belongs to a database, an `image` is a raster file or a raster layer, a
 * `result` is what a query gave and nobody has named yet.
 */
export const dataKinds = ['layer', 'file', 'table', 'image', 'result'] as const;

export type DataKind = (typeof dataKinds)[number];

/** A name or a reference taken apart: `layer:World/roads` is the kind `layer` with the parts `World` and `roads`. */
export interface ResourceName {
  readonly kind: DataKind;
  /** A file has one part, its path. */
  readonly parts: readonly string[];
}

/** How many parts follow the kind: map and layer; path; database, schema and table; path, or map and layer; id. */
const partCounts: Readonly<Record<DataKind, readonly number[]>> = {
  layer: [2],
  file: [1],
  table: [3],
  image: [1, 2],
  result: [1],
};

/**
 * Writes a name: `layer:World/roads`, `file:/data/sales.csv`, `table:city/public/parcels`, `image:/data/scene.tif`.
 * With ids in place of names it is a reference, which stays the same through renames. A slash within a part is `%2F`, a
 * percent sign `%25`.
 */
export function formatResource({ kind, parts }: ResourceName): string {
  const [first = ''] = parts;
  if (parts.length === 1 && first.startsWith('/')) return `${kind}:${first}`;
  return `${kind}:${parts.map((part) => part.replaceAll('%', '%25').replaceAll('/', '%2F')).join('/')}`;
}

/** Reads what `formatResource` writes; undefined for any other text. A path alone, `/data/sales.csv`, is a file. */
export function parseResource(text: string): ResourceName | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('/data/')) return { kind: 'file', parts: [trimmed] };
  const [, word = '', rest = ''] = /^([a-z]+):(.+)$/s.exec(trimmed) ?? [];
  const kind = dataKinds.find((each) => each === word);
  if (!kind) return undefined;
  const parts = rest.startsWith('/')
    ? [rest]
    : rest.split('/').map((part) => part.replaceAll(/%2F/gi, '/').replaceAll('%25', '%'));
  return partCounts[kind].includes(parts.length) && parts.every((part) => part !== '') ? { kind, parts } : undefined;
}
