/**
 * The cells of one record (RFC 4180). A quote inside an unquoted cell is text; what follows a closing quote belongs to
 * the cell.
 */
export function splitRecord(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ;) {
    const { cell, next } = readCell(record, at, delimiter);
    cells.push(cell);
    if (next === -1) return cells;
    at = next;
  }
}

function readCell(record: string, at: number, delimiter: string): { cell: string; next: number } {
  let quoted = '';
  let from = at;
  if (record[at] === '"') {
    let close = record.indexOf('"', at + 1);
    while (close !== -1 && record[close + 1] === '"') close = record.indexOf('"', close + 2);
    if (close !== -1) {
      quoted = record.slice(at + 1, close).replaceAll('""', '"');
      from = close + 1;
    }
  }
  const end = record.indexOf(delimiter, from);
  return {
    cell: quoted + (end === -1 ? record.slice(from) : record.slice(from, end)),
    next: end === -1 ? -1 : end + delimiter.length,
  };
}

/**
 * Where the cell of a column lies in a record without quotes, as `[start, end]`; undefined when the record has fewer
 * cells.
 */
export function cellPlace(
  block: Uint8Array,
  start: number,
  end: number,
  column: number,
  delimiter: number,
): [start: number, end: number] | undefined {
  let from = start;
  for (let left = column; left > 0; left--) {
    while (from < end && block[from] !== delimiter) from++;
    if (from >= end) return undefined;
    from++;
  }
  let to = from;
  while (to < end && block[to] !== delimiter) to++;
  return [from, to];
}
