import { CronExpressionParser, type CronExpression } from 'cron-parser';
import { GromaError } from '@groma/model';

/** A cron line of five fields, and the time zone in which it is meant. */
export interface Schedule {
  cron: string;
  timeZone: string;
}

/**
 * The next times of a schedule after a moment. A time that a change to summer time leaves out comes an hour later, one
 * that a change back has twice comes once.
 * @throws GromaError BAD_INPUT for what is no schedule, or never comes
 */
export function timesAfter({ cron, timeZone }: Schedule, after: Date, count: number): Date[] {
  const expression = parsed({ cron, timeZone }, after);
  const times: Date[] = [];
  for (let at = 0; at < count; at += 1) {
    const next = nextOf(expression);
    if (!next) throw wrong('it never comes.');
    times.push(next);
  }
  return times;
}

function parsed({ cron, timeZone }: Schedule, currentDate: Date): CronExpression {
  // A sixth field would be one of seconds, and `H` is any number.
  if (cron.trim().split(/\s+/).length !== 5 || /(^|[\s,])H/i.test(cron))
    throw wrong('it has five fields: minute, hour, day, month, day of the week.');
  if (!isTimeZone(timeZone))
    throw new GromaError('BAD_INPUT', { detail: `time_zone: there is no time zone “${timeZone}”.` });
  try {
    return CronExpressionParser.parse(cron, { currentDate, tz: timeZone });
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function nextOf(expression: CronExpression): Date | null {
  try {
    return expression.next().toDate();
  } catch {
    return null;
  }
}

function wrong(why: string): GromaError {
  return new GromaError('BAD_INPUT', { detail: `cron: ${why}` });
}
