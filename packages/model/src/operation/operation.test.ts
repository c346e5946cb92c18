import { expect, test } from 'vitest';
import { describeTimeLeft, isFinalStatus, operationStatuses } from './operation.ts';

test('[SHL-043] [SHL-044] [SHL-045] remaining time in words', () => {
  expect([0, 59, 60, 150, 3540, 3600, 7500].map(describeTimeLeft)).toEqual(
    ['Less than a minute', 'Less than a minute', '1 minute', '2 minutes', '59 minutes', '1 hour 0 minutes', '2 hours 5 minutes']);
});

test('[SHL-035] [SHL-036] five states, of which three are final', () => {
  expect(operationStatuses.filter(isFinalStatus)).toEqual(['Completed', 'Canceled', 'Failed']);
  expect(operationStatuses).toHaveLength(5);
});
