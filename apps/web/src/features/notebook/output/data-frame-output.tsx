import type { DataFrame } from './data-frame.ts';

/** A data frame as a table of our own, drawn from its texts. */
export function DataFrameOutput({ frame }: { frame: DataFrame }) {
  return (
    <table className="output-frame">
      <thead>
        {frame.head.map((row, line) => (
          <tr key={line}>
            {row.map((text, column) => (
              <th
                key={column}
                scope="col"
                data-index={column < frame.indexCount || undefined}
                data-numeric={frame.isNumeric[column] || undefined}
              >
                {text}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {frame.rows.map((row, line) => (
          <tr key={line}>
            {row.map((text, column) => (
              <FrameCell
                key={column}
                text={text}
                isIndex={column < frame.indexCount}
                isNumeric={frame.isNumeric[column] ?? false}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FrameCell({ text, isIndex, isNumeric }: { text: string; isIndex: boolean; isNumeric: boolean }) {
  const isMissing = text === 'NaN' || text === 'None' || text === 'NaT' || text === '<NA>';
  if (isIndex)
    return (
      <th scope="row" data-index data-numeric={isNumeric || undefined}>
        {text}
      </th>
    );
  return (
    <td data-numeric={isNumeric || undefined} data-missing={isMissing || undefined}>
      {text}
    </td>
  );
}
