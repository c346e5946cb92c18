import type { ResultColumn } from '@groma/model';
import { degreeColumns } from '@groma/geo';
import { useEffect, useState } from 'react';
import type { StatementResult } from '../history/query-run.ts';
import type { EditorSession } from '../editor/editor-session.ts';

/** What says where the rows of a result lie: a column of geometries, or two of longitudes and latitudes. */
export interface ResultPlace {
  label: string;
  geometry_column: string;
  latitude_column?: string;
}

/** Rows by which it is told whether columns hold degrees. */
const sampleRows = 100;

/** What places the rows of a result (DBS-108), the likeliest first; none while that is not known. */
export function useResultPlaces(session: EditorSession, result: StatementResult | null): readonly ResultPlace[] {
  const [read, setRead] = useState<{ id: string; places: readonly ResultPlace[] } | null>(null);
  const { id, columns, isHeld, status } = result ?? {};
  const isAsked = columns !== undefined && columns !== null && isHeld && status === 'success';
  useEffect(() => {
    if (!isAsked || id === undefined) return undefined;
    let isOver = false;
    void session.window(id, { sort: [], filter: [], start: 0, end: sampleRows }).then(
      ({ rows }) => {
        if (!isOver) setRead({ id, places: degreePlaces(columns, rows) });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [session, id, columns, isAsked]);
  const geometries = (columns ?? [])
    .filter(({ geometry }) => geometry !== undefined)
    .map(({ name }) => ({ label: name, geometry_column: name }));
  return read !== null && read.id === id ? [...geometries, ...read.places] : geometries;
}

/** Two columns of degrees, where the names of two say so and the values are. */
export function degreePlaces(
  columns: readonly Pick<ResultColumn, 'name'>[],
  rows: readonly (readonly unknown[])[],
): ResultPlace[] {
  const found = degreeColumns(
    columns.map(({ name }) => name),
    rows,
  );
  if (!found) return [];
  const [longitude, latitude] = [columns[found.longitude]!.name, columns[found.latitude]!.name];
  return [{ label: `${longitude}, ${latitude}`, geometry_column: longitude, latitude_column: latitude }];
}
