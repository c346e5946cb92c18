import { operationStatuses, type OperationStatus } from '@groma/model';
import type { OperationReply } from '@groma/protocol';
import { expect, test } from 'vitest';
import {
  failedCount,
  findLatestOpen,
  pollAfter,
  shortenTitle,
  stillCanceling,
  titleOf,
  withOperation,
} from './operation-view.ts';

const operation = (id: string, status: OperationStatus): OperationReply => ({
  id,
  status,
  job_status: 'in progress',
  project_id: 'p',
  user_id: 'u',
  title: id,
  task: null,
  subject: null,
  subtitle: null,
  progress: 10,
  estimatedTimeLeft: null,
  currentSubTask: null,
  currentSubTaskProgress: null,
  failedMessage: null,
  remarks: [],
  created_at: '2025-08-01T10:00:00.000Z',
  updated_at: '2025-08-01T10:00:00.000Z',
});

test('[SHL-038] [SHL-039] the list is read every 10 s while one is not final, and not at all when all are', () => {
  expect(
    Object.fromEntries(
      operationStatuses.map((status) => [
        status,
        pollAfter([operation('done', 'Completed'), operation('this', status)]),
      ]),
    ),
  ).toEqual({ Pending: 10_000, 'In Progress': 10_000, Completed: false, Canceled: false, Failed: false });
  expect([pollAfter([]), pollAfter(undefined)]).toEqual([false, false]);
});

test('[SHL-031] the bottom bar shows the newest that has not ended', () => {
  expect(
    findLatestOpen([
      operation('d', 'Failed'),
      operation('c', 'In Progress'),
      operation('b', 'Pending'),
      operation('a', 'Completed'),
    ])?.id,
  ).toBe('c');
  expect(findLatestOpen([operation('d', 'Failed'), operation('a', 'Canceled')])).toBeUndefined();
});

test('[SHL-094] a title of more than 24 characters is cut to 24 and an ellipsis', () => {
  expect(shortenTitle('a'.repeat(24))).toBe('a'.repeat(24));
  expect(shortenTitle('a'.repeat(25))).toBe(`${'a'.repeat(24)}…`);
  const family = '👨‍👩‍👧';
  expect(shortenTitle(family.repeat(24))).toBe(family.repeat(24));
  expect(shortenTitle(family.repeat(30))).toBe(`${family.repeat(24)}…`);
});

test('[SHL-042] a cancelling that has begun is shown until the operation has ended or is gone', () => {
  const begun = new Set(['runs', 'ended', 'dismissed']);
  const list = [operation('runs', 'In Progress'), operation('other', 'In Progress'), operation('ended', 'Canceled')];
  expect([...stillCanceling(begun, list)]).toEqual(['runs']);
  const unchanged = new Set(['runs']);
  expect(stillCanceling(unchanged, list)).toBe(unchanged);
});

test('[SHL-036] what the server answers takes the place of what was read before', () => {
  const list = [operation('a', 'In Progress'), operation('b', 'In Progress')];
  expect(withOperation(list, operation('b', 'Completed')).map(({ id, status }) => [id, status])).toEqual([
    ['a', 'In Progress'],
    ['b', 'Completed'],
  ]);
});

test('[SHL-031] what is done is said in the language of the person; work of another kind keeps its title', () => {
  const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
  const done = operation('Import parcels.gpkg', 'Completed');
  expect(titleOf(t, { ...done, task: 'import', subject: 'parcels.gpkg' })).toBe(
    'operation.task.import {"name":"parcels.gpkg"}',
  );
  expect(titleOf(t, done)).toBe('Import parcels.gpkg');
});

test('[SHL-134] what was refused or asked about is not counted as failed', () => {
  const refused = { ...operation('asked', 'Failed'), is_refused: true };
  expect(failedCount([refused, operation('broken', 'Failed'), operation('done', 'Completed')])).toBe(1);
});
