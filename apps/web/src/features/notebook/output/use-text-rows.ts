import { useRef } from 'react';
import { TextRows } from './text-rows.ts';

interface Read { rows: TextRows; pieces: readonly string[]; last: string | undefined }

/** The rows of a running text. Pieces that came since the last draw are added; those already read are not read again. */
export function useTextRows(pieces: readonly string[]): TextRows {
  const read = useRef<Read | null>(null);
  const known = read.current;
  const continues = known !== null && pieces.length >= known.pieces.length && pieces[known.pieces.length - 1] === known.last && pieces[0] === known.pieces[0];
  const rows = continues ? known.rows : new TextRows();
  for (const piece of pieces.slice(continues ? known.pieces.length : 0)) rows.append(piece);
  read.current = { rows, pieces, last: pieces.at(-1) };
  return rows;
}
