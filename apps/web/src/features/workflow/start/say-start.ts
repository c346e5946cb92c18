import { GromaError, isErrorCode, parseResource } from '@groma/model';
import type { WorkflowStartInfo } from '@groma/protocol';
import { errorText } from '../../../platform/api.ts';

/** What went wrong with a start, in the language of the person; null where nothing did. */
export function startProblem({ problem }: WorkflowStartInfo): string | null {
  if (!problem) return null;
  const { code, details, message } = problem;
  return isErrorCode(code) ? errorText(new GromaError(code, details)) : message;
}

/** What says which start it is: the line of a schedule, the address of a webhook, the data whose changes count. */
export function startSubject({ cron, time_zone: zone, path, watched }: WorkflowStartInfo): string {
  if (cron !== null) return `${cron} (${zone})`;
  if (path !== null) return path;
  return parseResource(watched ?? '')?.parts.at(-1) ?? '';
}

/** A moment in the time zone of the person. */
export function momentIn(locale: string, time: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}
