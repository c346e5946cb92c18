import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import { readCsv } from './read-csv.ts';
import './result-table.css';

const mostRows = 8;
const mostColumns = 12;
/** A value is no longer than this: geometries are. */
const mostCharacters = 80;
/** Of a longer text only the beginning is read. */
const mostRead = 100_000;

/** The first rows that a query has given, as a small table. What gives no rows shows nothing. */
export function ResultTable({ csv, label }: { csv: string; label: string }) {
  const t = useText();
  const [columns, rows] = useMemo(() => {
    const [first = [], ...others] = readCsv(csv.slice(0, mostRead));
    return [first, others];
  }, [csv]);
  if (rows.length === 0) return null;
  const shown = rows.slice(0, mostRows);
  return (
    <figure className="gaia-result">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.slice(0, mostColumns).map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns may have one name
                <th key={at} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id and never change
              <tr key={at}>
                {row.slice(0, mostColumns).map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={column} dir="auto" title={value.length > mostCharacters ? value.slice(0, 500) : undefined}>
                    {value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <figcaption>{t('chat.rowsShown', { shown: shown.length, rows: rows.length })}</figcaption>
      )}
    </figure>
  );
}
