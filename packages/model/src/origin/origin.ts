/**
 * What makes layers and files: a tool of the toolbox, code of a notebook, an SQL statement, the import of a file, the
 * export of a layer, or a conversion of a file.
 */
export const originKinds = ['tool', 'notebook', 'query', 'import', 'export', 'convert', 'workflow'] as const;
export type OriginKind = (typeof originKinds)[number];
