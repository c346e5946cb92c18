import { expect, test } from 'vitest';
import { roomLeft, tightestOf } from './tightest.ts';

const usage = (project: number | null, tenant: number | null) => ({
  project: { bytes: 60, limit: project, files: 1, trashBytes: 0 },
  tenant: { bytes: 80, limit: tenant },
});

test('of two limits the nearer one counts, and without limits there is room for anything', () => {
  expect(tightestOf(usage(100, 110))).toEqual({ bytes: 80, limit: 110 });
  expect([
    roomLeft(usage(100, 110)),
    roomLeft(usage(100, null)),
    roomLeft(usage(50, null)),
    roomLeft(usage(null, null)),
  ]).toEqual([30, 40, 0, null]);
});
