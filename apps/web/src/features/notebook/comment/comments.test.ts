import type { FullThread, NotebookComment } from '@groma/model';
import { expect, test } from 'vitest';
import { inTextOrder } from './comment-sidebar.tsx';
import { isUnread } from './use-thread-reads.ts';

const comment = (userId: string, createdAt: string, deletedAt: string | null = null): NotebookComment => ({
  id: createdAt,
  threadId: 't',
  order: 0,
  userId,
  username: userId,
  text: 'x',
  createdAt,
  editedAt: null,
  deletedAt,
  reactions: {},
});
const thread = (id: string): FullThread => ({
  id,
  createdAt: id,
  userId: 'a',
  quote: '',
  resolvedAt: null,
  resolvedBy: null,
  comments: [],
});

test('[NBK-120] a thread is unread while somebody else has said something since it was read', () => {
  const comments = [comment('ann', '2026-01-01T10:00:00.000Z'), comment('ben', '2026-01-01T11:00:00.000Z')];
  expect(isUnread({ comments }, undefined, 'ann')).toBe(true);
  expect(isUnread({ comments }, '2026-01-01T10:30:00.000Z', 'ann')).toBe(true);
  expect(isUnread({ comments }, '2026-01-01T11:00:00.000Z', 'ann')).toBe(false);
  expect(
    isUnread(
      {
        comments: [
          comment('ann', '2026-01-01T10:00:00.000Z'),
          comment('ben', '2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z'),
        ],
      },
      undefined,
      'ann',
    ),
  ).toBe(false);
});

test('[NBK-115] threads are listed in the order of the text, those without text last', () => {
  const threads = ['gone', 'late', 'early', 'lost'].map(thread);
  expect(
    inTextOrder(
      threads,
      new Map([
        ['late', { from: 9, to: 12 }],
        ['early', { from: 2, to: 4 }],
      ]),
    ).map(({ id }) => id),
  ).toEqual(['early', 'late', 'gone', 'lost']);
});
