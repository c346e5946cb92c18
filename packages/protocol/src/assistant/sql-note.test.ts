import { expect, test } from 'vitest';
import { splitSqlNote, withSqlNote } from './sql-note.ts';

test('[AIA-127] what is said about rows is told from the rows', () => {
  const rows = 'n,t\r\n1,a\r\n';
  expect(splitSqlNote(rows)).toEqual({ rows, note: null });
  expect(splitSqlNote(withSqlNote(rows, 'There are more.'))).toEqual({ rows: 'n,t\r\n1,a', note: 'There are more.' });
  for (const other of ['t\r\n-- a row\r\n', 't\r\n-- a row', 't\r\n"two\n-- lines"'])
    expect(splitSqlNote(other)).toEqual({ rows: other, note: null });
});
