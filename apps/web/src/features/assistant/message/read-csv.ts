/** The rows of a CSV text, the first of which names the columns; lines after it that are no rows are left out. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') value += sign;
      else if (text[at + 1] === '"') value += text[(at += 1)]!;
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      row.push(value);
      value = '';
    } else if (sign === '\n') {
      rows.push([...row, value.replace(/\r$/, '')]);
      [row, value] = [[], ''];
    } else value += sign;
  }
  if (value !== '' || row.length > 0) rows.push([...row, value]);
  const [columns = []] = rows;
  return rows.filter(({ length }) => length === columns.length);
}
