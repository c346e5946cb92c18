export { importVectorFile } from './import-vector-file.ts';
export type { ImportRequest } from './import-vector-file.ts';
export { ImportError } from './import-error.ts';
export type { ImportErrorCode } from './import-error.ts';
export type { ImportProgress, ImportWarning, ImportedLayer } from './imported-layer.ts';
