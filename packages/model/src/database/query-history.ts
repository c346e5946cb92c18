import type { Cell, ResultColumn } from './database-schema.ts';

/** A run of a query as the history shows it (DBS-035). `executionTime` is in milliseconds. */
export interface QueryHistoryItem {
  id: string;
  query: string;
  timestamp: string;
  success: boolean;
  isExpanded: boolean;
  isExecuting: boolean;
  executionTime: number | null;
  result: { columns: ResultColumn[]; rows: Cell[][] } | null;
  error: string | null;
}

/** The text a new editor begins with (DBS-077). */
export const defaultQuery = 'SELECT * FROM table_name LIMIT 10;';
