import { useText } from '../../../../platform/text.ts';
import type { TextRow } from './line-store.ts';

interface LineRowProps {
  row: TextRow | undefined;
  number: number | null;
  digits: number;
  word: string;
  matchCase: boolean;
  isHere: boolean;
}

/** One line with its number; null where the number is not known yet. */
export function LineRow({ row, number, digits, word, matchCase, isHere }: LineRowProps) {
  const t = useText();
  return (
    <div className={row ? 'virtual-line' : 'virtual-line virtual-line-waiting'} data-here={isHere || undefined}>
      <span className="virtual-line-number" style={{ minWidth: `calc(${digits}ch + 22px)` }}>
        {number === null ? '' : number + 1}
      </span>
      {row && (
        <span className="virtual-line-text">
          {marked(row.text, word, matchCase)}
          {row.cut !== undefined && (
            <span className="virtual-line-cut">{` … ${t('file.viewer.moreCharacters', { count: row.cut })}`}</span>
          )}
        </span>
      )}
    </div>
  );
}

/** The text with every place of the word marked. */
function marked(text: string, word: string, matchCase: boolean) {
  if (word === '') return text;
  const pattern = new RegExp(`(${word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})`, matchCase ? 'gu' : 'giu');
  // Every second piece is what the pattern found.
  return text.split(pattern).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece));
}
