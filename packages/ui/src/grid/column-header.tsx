import type { IHeaderParams } from 'ag-grid-community';
import { LinkIcon } from '../icons.ts';
import type { GridColumnType } from './grid-column.ts';

const typeBadges: Record<GridColumnType, string> = {
  text: 'abc',
  number: '123',
  time: 'time',
  geo: 'geo',
  boolean: 't/f',
};

/** Type and name of a column; the sort arrow beside it is AG Grid's. */
export function ColumnHeader({
  displayName,
  columnType,
  origin,
}: IHeaderParams & { columnType: GridColumnType; origin?: string }) {
  return (
    <span className="g-grid-head">
      <span className="g-grid-type" aria-hidden>
        {typeBadges[columnType]}
      </span>
      <span className="g-grid-head-name" dir="auto">
        {displayName}
      </span>
      {origin !== undefined && (
        <span className="g-grid-origin" role="img" aria-label={origin}>
          <LinkIcon size={12} />
        </span>
      )}
    </span>
  );
}
