import { GromaError } from '@groma/model';
import { CallError } from '@groma/protocol';
import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';
import { orphansOf } from './kept-uploads.ts';
import { refusalOf } from './offer-uploads.ts';
import { paceAfter } from './time-left.tsx';
import { nextName } from './upload-queue.ts';
import { sumUploads, type Upload } from './upload-store.ts';

const upload = (change: Partial<Upload>): Upload => ({
  id: 'x',
  projectId: 'p',
  batch: 'b',
  path: '/data/x',
  name: 'x',
  bytes: 100,
  sent: 0,
  state: 'waiting',
  modified: 0,
  replace: false,
  numbers: false,
  ...change,
});

test('a name that is taken gets a number before its ending, and the next number when that is taken too', () => {
  expect(['/data/a.tif', '/data/a (2).tif', '/data/b/a (9).tif', '/data/a', '/data/a (2)'].map(nextName)).toEqual([
    '/data/a (2).tif',
    '/data/a (3).tif',
    '/data/b/a (10).tif',
    '/data/a (2)',
    '/data/a (3)',
  ]);
});

test('[FIL-086] a name that no path may have is refused before anything is sent, with the reason', () => {
  expect(refusalOf('/data/a/fine.txt')).toBeUndefined();
  expect(refusalOf('/data/aux.txt')).toContain('reserved');
  expect(refusalOf('/data/a../b.')).toBeDefined();
});

test('[FIL-084] [FIL-085] every upload error is words of its row: those of the server where it gave a reason', () => {
  expect(failureText(new GromaError('FILE_EXISTS', { path: '/data/a' }))).toBe(
    new GromaError('FILE_EXISTS', { path: '/data/a' }).message,
  );
  expect(failureText(new CallError(507, 'no room'))).toBe('Upload failed: no room');
  expect(failureText(new Error(''))).not.toBe('');
});

test('[FIL-079] what failed does not hold up the sum, and what was cancelled is not in it', () => {
  expect(
    sumUploads([
      upload({ state: 'done' }),
      upload({ state: 'sending', sent: 40 }),
      upload({ state: 'failed', sent: 90 }),
    ]),
  ).toEqual({ bytes: 200, sent: 140, done: 1, count: 3, failed: 1, active: 1 });
});

test('uploads of a tab that is gone are taken up, those of one that lives or of another day are not', () => {
  const now = 1_000_000_000;
  const kept = (change: { owner?: string; aliveAt?: number; begunAt?: number }) => ({
    id: 'x',
    projectId: 'p',
    path: '/data/x',
    name: 'x',
    bytes: 1,
    sent: 0,
    modified: 0,
    replace: false,
    session: '/s',
    owner: 'other',
    aliveAt: 0,
    begunAt: now - 1_000,
    ...change,
  });
  expect(
    [kept({}), kept({ owner: 'own' }), kept({ aliveAt: now - 5_000 }), kept({ begunAt: now - 25 * 3_600_000 })].map(
      (each) => orphansOf([each], 'own', now).length,
    ),
  ).toEqual([1, 0, 0, 0]);
});

test('the pace follows the last seconds without jumping', () => {
  expect(paceAfter(null, 800)).toBe(800);
  expect(paceAfter(800, 0)).toBe(600);
});
