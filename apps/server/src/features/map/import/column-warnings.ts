import type { SnapshotBuilder } from '@groma/geo';
import type { ImportWarning } from './imported-layer.ts';

/** Columns that a message names. */
const mostNamed = 12;

/** What a person should know of columns that aren't what the file said. */
export function columnWarnings(
  { widened, renamed }: Pick<SnapshotBuilder, 'widened' | 'renamed'>,
  fileName: string,
): ImportWarning[] {
  const warnings: ImportWarning[] = [];
  const warn = (code: ImportWarning['code'], count: number, text: string): void => {
    warnings.push({ code, count, message: `"${fileName}": ${text}` });
  };
  if (widened.length > 0)
    warn(
      'type-widened',
      widened.length,
      `values of several types became text or JSON in ${listed(widened.map(({ name, from, to }) => (from === to ? `"${name}"` : `"${name}" (${from} to ${to})`)))}.`,
    );
  if (renamed.length > 0)
    warn(
      'column-renamed',
      renamed.length,
      `columns got other names: ${listed(renamed.map(({ from, to }) => `"${from.slice(0, 60)}" is "${to.slice(0, 60)}"`))}.`,
    );
  return warnings;
}

/** Column names in a message, as many as can be read. */
export function listed(names: readonly string[]): string {
  return (
    names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '')
  );
}
