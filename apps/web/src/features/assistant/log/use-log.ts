import { assistant } from '@groma/protocol';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** Value of the filter for everyone; no username can be this. */
export const everyone = '*';

/** Whose entries, and from which day to which. */
export interface LogFilter {
  username: string;
  /** As 2026-11-28, in the time of the person; empty for any. */
  from: string;
  until: string;
}

export const wholeLog: LogFilter = { username: everyone, from: '', until: '' };

export const pageRows = 100;

/** A page of the log, the newest without `before`. */
export function useLog(projectId: string, { username, from, until }: LogFilter, before: number | undefined) {
  return useQuery({
    queryKey: ['assistant-log', projectId, username, from, until, before],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(assistant.readAssistantLog, {
        params: { projectId },
        query: {
          limit: pageRows,
          ...(before !== undefined && { before }),
          ...(username !== everyone && { username }),
          ...(from !== '' && { from: startOf(from).toISOString() }),
          ...(until !== '' && { until: startOf(until, 1).toISOString() }),
        },
        signal,
      }),
  });
}

/** When a day begins, or the one so many days after it. */
function startOf(day: string, after = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after);
}
