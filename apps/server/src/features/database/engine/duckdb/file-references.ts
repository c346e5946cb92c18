import { quotationsOf } from '@groma/model';

/** A table file that a statement names, and the encoding that it says beside it, as they stand in the text. */
export interface FileReference {
  path: string;
  /** It means all files that are like it. */
  isPattern: boolean;
  /** Where it stands: as a table, as the argument of a reader or in a list of that, or as the source of a COPY. */
  place: 'table' | 'argument' | 'item' | 'copy';
  start: number;
  end: number;
  encoding: { name: string; start: number; end: number } | null;
}

const afterKeyword = /\b(?:from|join)\s*$/i;
const copyStart = /^\s*copy\s+(?!\()/i;
const afterReader = /\b(?:read_csv|read_csv_auto|sniff_csv)\s*\(\s*\[?\s*$/i;
const afterEncoding = /\bencoding\s*(?:=>|:=|=|\s)\s*$/i;
const tableEnding = /\.(?:csv|tsv)(?:\.gz|\.zst)?$/i;
const patternSign = /[*?[\]{}]/;

/**
 * The files that DuckDB's reader of CSV opens for a statement: `FROM 'x.csv'`, `read_csv(…)`, `COPY … FROM`, and lists
 * of them, and patterns of them. A text that is compared or shown names no file.
 */
export function fileReferences(statement: string): FileReference[] {
  const found: FileReference[] = [];
  /** Those that an encoding which comes next belongs to: all files of one reader. */
  let open: FileReference[] = [];
  let listed: 'from' | 'reader' | null = null;
  const isCopy = copyStart.test(statement);
  for (const { text, start, end, before } of quotationsOf(statement)) {
    const content = text.slice(1, -1).replaceAll(text[0]!.repeat(2), text[0]!);
    const isOfReader = afterReader.test(before) && text[0] === "'";
    const isTable = tableEnding.test(content);
    const isNext = listed !== null && /^\s*,\s*$/.test(before) && (listed === 'reader' || isTable);
    if (isOfReader || isNext || (afterKeyword.test(before) && isTable)) {
      const reference: FileReference = {
        path: content,
        isPattern: patternSign.test(content),
        place: 'argument',
        start,
        end,
        encoding: null,
      };
      open = isNext ? [...open, reference] : [reference];
      if (!isNext) listed = afterKeyword.test(before) ? 'from' : /\[\s*$/.test(before) ? 'reader' : null;
      if (listed === 'from') reference.place = isCopy ? 'copy' : 'table';
      else if (listed === 'reader') reference.place = 'item';
      found.push(reference);
      continue;
    }
    listed = null;
    if (before.includes(')')) open = [];
    if (afterEncoding.test(before)) for (const reference of open) reference.encoding = { name: content, start, end };
  }
  return found;
}
