import { expect, test } from 'vitest';
import { formatTaken, runState } from './run-state.ts';
import { ordinal } from './ordinal.ts';

test('[NBK-079] a traceback or stderr makes the block red, whatever its status says', () => {
  expect(runState({ status: 'completed', outcome: 'ok' }, [{ kind: 'stderr' }])).toBe('failed');
  expect(runState({ status: 'completed', outcome: 'error' }, [{ kind: 'traceback' }])).toBe('failed');
  expect(runState({ status: 'idle', outcome: null }, [{ kind: 'traceback' }])).toBe('failed');
});

test('[NBK-080] a completed block without them is green', () => {
  expect(runState({ status: 'completed', outcome: 'ok' }, [{ kind: 'text' }, { kind: 'image/png' }])).toBe('finished');
});

test('[KRN-042] a stopped block is neither red nor green and says so; one that waits or runs says so before anything else', () => {
  expect(runState({ status: 'idle', outcome: 'stopped' }, [{ kind: 'text' }])).toBe('stopped');
  expect(runState({ status: 'idle', outcome: null }, [])).toBe('idle');
  expect(runState({ status: 'running', outcome: null }, [{ kind: 'stderr' }])).toBe('running');
  expect(runState({ status: 'queued', outcome: 'error' }, [])).toBe('queued');
});

test('[KRN-056] the time of a run is shown as people say it', () => {
  expect(formatTaken(309, 'en')).toBe('0.31 s');
  expect(formatTaken(12_430, 'en')).toBe('12.4 s');
  expect(formatTaken(125_000, 'en')).toBe('2 min 5 s');
  expect(formatTaken(3_725_000, 'en')).toBe('1 h 2 min');
  expect(formatTaken(1_840, 'de')).toBe('1,84 s');
});

test('[NBK-067] a place in the queue is an ordinal', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map((place) => ordinal(place, 'en'))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
  ]);
  expect(ordinal(2, 'de')).toBe('2.');
});
