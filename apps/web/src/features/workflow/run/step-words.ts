import type { WorkflowStep } from '@groma/model';
import type { Text } from '../../../platform/text.ts';
import type { StepStanding } from './step-standing.ts';

/** How long a step took and what it gave, in a line; empty where neither is known. */
export function stepFacts(
  { rows, milliseconds, passed }: Omit<StepStanding, 'state'>,
  t: Text,
  locale: string,
): string {
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumSignificantDigits: 2,
  });
  return [
    ...(passed ? [t('workflow.filesDone', passed)] : []),
    ...(rows === null ? [] : [t('workflow.stepRows', { number: new Intl.NumberFormat(locale).format(rows) })]),
    ...(milliseconds === null ? [] : [seconds.format(milliseconds / 1_000)]),
  ].join(' · ');
}

/** The colour that says how a step stands. */
export const stepTones = {
  waiting: 'neutral',
  running: 'blue',
  reused: 'accent',
  done: 'green',
  failed: 'red',
  skipped: 'neutral',
} as const satisfies Record<WorkflowStep['state'], string>;
