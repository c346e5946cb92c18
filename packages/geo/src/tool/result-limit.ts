import { GromaError } from '@groma/model';

/** Rows that a tool makes at most where it could make any number. */
export const mostRows = 2_000_000;

/** @throws GromaError TOOL_RESULT_TOO_LARGE */
export function requireRows(count: number, most = mostRows): void {
  if (!(count <= most))
    throw new GromaError('TOOL_RESULT_TOO_LARGE', { count: Math.round(Math.min(count, 1e15)), most });
}
