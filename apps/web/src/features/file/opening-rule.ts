import { baseName, limit } from '@groma/model';
import { extensionOf, isOfFamily } from './file-type.ts';

export type ViewerKind = 'file-text' | 'file-large' | 'file-csv' | 'file-image' | 'file-pdf';

/** What opening a file leads to: a kind of panel, or a refusal by its text key. */
export type Opening =
  | { opens: ViewerKind }
  | { refusal: 'file.sizeUnknown' | 'file.tooLargeToOpen' | 'file.unsupported' | 'file.unsupportedGeodata'; values: Record<string, string> };

/** The opening rules (FIL-032 to FIL-037), in their order: size known, size allowed, type supported, text by size. */
export function openingOf({ path, bytes }: { path: string; bytes: number | null }): Opening {
  const name = extensionOf(path) === '' ? baseName(path) : `.${extensionOf(path)}`;
  const refuse = (refusal: Extract<Opening, { refusal: string }>['refusal']): Opening => ({ refusal, values: { name } });
  if (bytes === null) return { refusal: 'file.sizeUnknown', values: { name: baseName(path) } };
  if (bytes > limit.openFileBytes) return refuse('file.tooLargeToOpen');
  if (isOfFamily(path, 'image')) return { opens: 'file-image' };
  if (isOfFamily(path, 'pdf')) return { opens: 'file-pdf' };
  const isCsv = isOfFamily(path, 'csv');
  if (isCsv || isOfFamily(path, 'text')) {
    if (bytes > limit.editFileBytes) return { opens: 'file-large' };
    return { opens: isCsv ? 'file-csv' : 'file-text' };
  }
  return refuse(isOfFamily(path, 'geodata') ? 'file.unsupportedGeodata' : 'file.unsupported');
}
