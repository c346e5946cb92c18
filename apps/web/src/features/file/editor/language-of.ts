import { baseName } from '@groma/model';
import { extensionOf } from '../entry/file-type.ts';
import { languages, type Language } from './language-table.ts';

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/** The language of a file by its extension, or by its name where it has none (`Dockerfile`); null for plain text. */
export function languageOf(path: string): Language | null {
  return byExtension.get(extensionOf(path) || baseName(path).toLowerCase()) ?? null;
}
