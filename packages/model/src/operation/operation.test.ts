import { expect, test } from 'vitest';
import { isFinalStatus, jobStatuses, jobStatusOf, operationStatuses, splitTimeLeft } from './operation.ts';

test('[SHL-043] [SHL-044] [SHL-045] remaining time in hours and minutes, 0 of both below a minute', () => {
  expect([0, 59, 60, 150, 3_540, 3_600, 7_500].map((seconds) => Object.values(splitTimeLeft(seconds)))).toEqual([
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 59],
    [1, 0],
    [2, 5],
  ]);
});

test('[SHL-035] [SHL-036] five states, of which three are final', () => {
  expect(operationStatuses.filter(isFinalStatus)).toEqual(['Completed', 'Canceled', 'Failed']);
  expect(operationStatuses).toHaveLength(5);
});

test('[SHL-040] [SHL-041] each state has one of the three of jobs', () => {
  expect(operationStatuses.map(jobStatusOf)).toEqual(['in progress', 'in progress', 'completed', 'failed', 'failed']);
  expect(jobStatuses).toEqual(['in progress', 'completed', 'failed']);
});
