export { importVectorFile } from './import-vector-file.ts';
export type { ImportRequest } from './import-vector-file.ts';
export { ImportError } from './import-error.ts';
export type { ImportProgress, ImportedLayer } from './imported-layer.ts';
export { describeFile, DescriptionError } from './describe-file.ts';
export type { FileDescription } from './file-description.ts';
export { previewFile } from './preview-file.ts';
export type { TableReading } from './imported-layer.ts';
export { LEFT_OUT_FILE } from './left-out.ts';
