/**
 * What makes layers and files: a tool of the toolbox, code of a notebook, an SQL statement, the import of a file, the
 * export of a layer, a conversion of a file, or images of a data set.
 */
export const originKinds = [
  'tool',
  'notebook',
  'query',
  'import',
  'export',
  'convert',
  'workflow',
  'download',
] as const;
export type OriginKind = (typeof originKinds)[number];
