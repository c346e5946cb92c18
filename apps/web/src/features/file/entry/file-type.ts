import { baseName } from '@groma/model';
import { fileTypes } from './file-type-table.ts';

export type FileFamily = keyof typeof fileTypes;

/**
 * The extension in lower case, without its dot; a name that is only an extension (`.env`) counts as one; empty when
 * there is none.
 */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Whether a file is of a family, by its extension in any case (FIL-010). */
export function isOfFamily(path: string, family: FileFamily): boolean {
  return (fileTypes[family] as readonly string[]).includes(extensionOf(path));
}
