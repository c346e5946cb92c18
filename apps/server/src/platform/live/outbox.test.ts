import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodeLiveMessage } from '@groma/protocol';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { Listener } from './listener.ts';
import { Outbox } from './outbox.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * An outbox to a hundred listeners, who are told something every 20 ms, and what one of them has been told and when.
 */
function crowd() {
  const told: [kind: string, at: number][] = [];
  const listener = (send: Listener['send']): Listener => ({ userId: 'u', send, dismiss: () => undefined });
  const first = listener((frame) => {
    told.push([decodeLiveMessage(frame.message as Uint8Array).kind, performance.now()]);
  });
  const awareness = new Awareness(new Y.Doc());
  const outbox = new Outbox(
    new Set([first, ...Array.from({ length: 99 }, () => listener(() => undefined))]),
    awareness,
  );
  const edit = (waitedMs: number) =>
    outbox.addUpdate(Y.encodeStateAsUpdate(new Y.Doc()), 'author', performance.now() - waitedMs);
  return { told, outbox, edit, cursor: () => outbox.addAwareness([awareness.clientID], 'author') };
}

test('an edit waits once: what it has waited to be written it is not told later for', () => {
  const { told, edit } = crowd();
  vi.advanceTimersByTime(100);
  edit(0);
  vi.advanceTimersByTime(5);
  edit(20);
  vi.advanceTimersByTime(5);
  edit(5);
  vi.advanceTimersByTime(100);
  // The third came with the second on its way, 5 ms before it was written.
  expect(told).toEqual([
    ['update', 100],
    ['update', 105],
    ['update', 125],
  ]);
});

test('cursors wait for the edits that are on their way, and go along with one that waits no longer', () => {
  const { told, edit, cursor } = crowd();
  vi.advanceTimersByTime(100);
  edit(0);
  vi.advanceTimersByTime(2);
  cursor();
  vi.advanceTimersByTime(20);
  edit(20);
  vi.advanceTimersByTime(2);
  cursor();
  vi.advanceTimersByTime(100);
  expect(told).toEqual([
    ['update', 100],
    ['update', 122],
    ['awareness', 122],
    ['awareness', 152],
  ]);
});

test('nothing is told when it is closed', () => {
  const { told, outbox, edit } = crowd();
  edit(0);
  outbox.close();
  vi.advanceTimersByTime(100);
  expect(told).toEqual([]);
});
