import type { Chunk } from '@codemirror/merge';
import type { Text } from '@codemirror/state';
import type { SuggestedChange } from '@groma/model';

type Ends = Pick<Chunk, 'fromA' | 'toA' | 'fromB' | 'toB'>;

/**
 * The lines of a chunk, whose ends are places of the two texts: starts of lines, or one behind the end of the text for
 * what comes after its last line.
 */
export function changedLines({ fromA, toA, fromB, toB }: Ends, a: Text, b: Text): SuggestedChange {
  const lineAt = (text: Text, at: number): number => (at > text.length ? text.lines : text.lineAt(at).number - 1);
  return { fromA: lineAt(a, fromA), toA: lineAt(a, toA), fromB: lineAt(b, fromB), toB: lineAt(b, toB) };
}
