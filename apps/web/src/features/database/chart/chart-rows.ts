import { tableFromIPC } from 'apache-arrow';
import { subquery, type ChartableColumn } from '@groma/model';
import { databaseArrow } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/** A SELECT over a database of a project, named or by its id. */
export interface ChartSource {
  projectId: string;
  database: string;
  sql: string;
}

/** Rows that are looked at to propose a chart. */
const sampleRows = 20_000;

/** Rows of a short SELECT as JSON has them. @throws as the query */
export async function queryRows<Row>(
  { projectId, database }: ChartSource,
  sql: string,
  signal: AbortSignal,
): Promise<Row[]> {
  const answer = await api.open(databaseArrow.runQueryArrow, {
    params: { projectId },
    body: {
      database,
      query: `SELECT CAST(to_json(list(given)) AS VARCHAR) AS found FROM ${subquery(sql)} AS given`,
      most_rows: 2,
    },
    signal,
  });
  const found = tableFromIPC(new Uint8Array(await answer.arrayBuffer()))
    .getChild('found')
    ?.get(0) as string | null;
  return found === null ? [] : (JSON.parse(found) as Row[]);
}

interface Summary {
  name: string;
  type: string;
  distinct: number;
  min: string | null;
  max: string | null;
  rows: number;
}

/** The columns of what a SELECT gives, and how many of its first rows were looked at. @throws as the query */
export async function readColumns(
  source: ChartSource,
  signal: AbortSignal,
): Promise<{ columns: ChartableColumn[]; rows: number }> {
  const found = await queryRows<Summary>(
    source,
    `SELECT column_name AS name, column_type AS type, approx_unique AS "distinct", min, max, count AS rows
     FROM (SUMMARIZE SELECT * FROM ${subquery(source.sql)} AS given LIMIT ${sampleRows})`,
    signal,
  );
  const columns = found.map(({ name, type, distinct, min, max }): ChartableColumn => {
    const range = [Number(min ?? NaN), Number(max ?? NaN)] as const;
    return { name, type, distinct, range: range.every(Number.isFinite) ? range : null };
  });
  return { columns, rows: found[0]?.rows ?? 0 };
}
