/**
 * How the bytes of a table are cut: both are bytes of ASCII, so UTF-8 and the one-byte encodings are read without
 * decoding.
 */
export interface RecordFormat {
  delimiter: number;
  lineEnd: number;
}

const quote = 0x22;
const carriageReturn = 0x0d;
/**
 * A quoted cell that is not closed within so many bytes was none: its quote is text, and the record ends with its line.
 */
const longestRecordBytes = 1024 * 1024;

/**
 * Finds the records of a table (RFC 4180) in a block of its bytes that begins with a record. Line ends within quotes
 * belong to the cell; empty lines are left out.
 * @param isEnd whether the block holds the end of the table; otherwise a record that the block cuts is not visited
 * @param visit is given where a record begins and ends in the block, without its line end, and whether it holds quotes;
 * answers false to stop
 * @returns how many bytes were used up: where the next block has to begin.
 */
export function scanRecords(
  block: Uint8Array,
  isEnd: boolean,
  format: RecordFormat,
  visit: (start: number, end: number, hasQuotes: boolean) => boolean | void,
): number {
  let start = 0;
  let nextQuote = block.indexOf(quote);
  while (start < block.length) {
    let end = block.indexOf(format.lineEnd, start);
    if (nextQuote !== -1 && nextQuote < start) nextQuote = block.indexOf(quote, start);
    const hasQuotes = nextQuote !== -1 && (end === -1 || nextQuote < end);
    if (hasQuotes) {
      const closed = endOfQuoted(block, start, format);
      if (closed === 'open' && !isEnd && block.length - start <= longestRecordBytes) return start;
      if (closed !== 'open') end = closed;
    }
    if (end === -1 && !isEnd) return start;
    const after = end === -1 ? block.length : end + 1;
    let last = end === -1 ? block.length : end;
    if (last > start && block[last - 1] === carriageReturn) last--;
    if (last > start && visit(start, last, hasQuotes) === false) return after;
    start = after;
  }
  return start;
}

/** Where the line of a record with quotes ends; -1 when the block ends first, `open` when it does so within quotes. */
function endOfQuoted(block: Uint8Array, start: number, { delimiter, lineEnd }: RecordFormat): number | 'open' {
  let isCellStart = true;
  let isQuoted = false;
  const most = Math.min(block.length, start + longestRecordBytes);
  for (let at = start; at < most; at++) {
    const byte = block[at]!;
    if (isQuoted) {
      if (byte !== quote) continue;
      if (block[at + 1] === quote) at++;
      else isQuoted = false;
    } else if (byte === quote && isCellStart) isQuoted = true;
    else if (byte === lineEnd) return at;
    isCellStart = byte === delimiter;
  }
  return isQuoted ? 'open' : block.indexOf(lineEnd, most);
}

/** The byte that ends lines: a line feed, or a carriage return where there is no line feed. */
export function lineEndOf(head: Uint8Array): number {
  return head.includes(0x0a) || !head.includes(carriageReturn) ? 0x0a : carriageReturn;
}
