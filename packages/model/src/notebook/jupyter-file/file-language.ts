import type { CellState } from '../cell.ts';
import type { CodeLanguage } from '../block-type.ts';

/** The language that the code of a Jupyter file is in. */
export type FileLanguage = Pick<CellState, 'language' | 'languageName'>;

export const pythonLanguage: FileLanguage = { language: 'python', languageName: null };

/** What Jupyter calls the languages of kernels that are here: the kernel of Deno says TypeScript, IRkernel is `ir`. */
const known: Readonly<Record<string, CodeLanguage>> = {
  python: 'python',
  ipython: 'python',
  python2: 'python',
  python3: 'python',
  r: 'r',
  ir: 'r',
  javascript: 'javascript',
  typescript: 'javascript',
  deno: 'javascript',
  sql: 'sql',
};

/**
 * The language that the metadata of a Jupyter file name, by its kernel or what that last said of itself; Python where
 * they name none.
 */
export function fileLanguage(metadata: unknown): FileLanguage {
  const { kernelspec, language_info: info } = recordOf(metadata);
  const { language, name: kernel, display_name: shown } = recordOf(kernelspec);
  const name = [language, recordOf(info)['name'], kernel].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  if (name === undefined) return pythonLanguage;
  const found = Object.hasOwn(known, name.trim().toLowerCase()) ? known[name.trim().toLowerCase()]! : undefined;
  if (found !== undefined) return { language: found, languageName: null };
  return {
    language: 'other',
    languageName: (name === kernel && typeof shown === 'string' && shown !== ''
      ? shown
      : capitalized(name.trim())
    ).slice(0, 40),
  };
}

function capitalized(name: string): string {
  return /^[a-z]/.test(name) ? name[0]!.toUpperCase() + name.slice(1) : name;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
