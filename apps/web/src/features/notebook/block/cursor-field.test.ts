import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { cursorField, cursorShareMs } from './cursor-field.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const awareness = new Awareness(new Y.Doc());
  awareness.setLocalState({ user: { id: 'ana', name: 'Ana' } });
  const text = cursorField(awareness, 'cursor', () => Date.now());
  const code = cursorField(awareness, 'codeCursor', () => Date.now());
  return { awareness, text, code };
}

test('[NBK-082] text and code have a cursor each in one awareness, and neither reads the other', () => {
  const { awareness, text, code } = start();
  text.awareness.setLocalStateField('cursor', { anchor: 't' });
  code.awareness.setLocalStateField('cursor', { anchor: 'c' });
  vi.advanceTimersByTime(cursorShareMs);
  expect(awareness.getLocalState()).toMatchObject({ cursor: { anchor: 't' }, codeCursor: { anchor: 'c' } });
  expect(code.awareness.getLocalState()?.['cursor']).toEqual({ anchor: 'c' });
  expect(text.awareness.getStates().get(awareness.clientID)?.['cursor']).toEqual({ anchor: 't' });
  code.hide();
  vi.advanceTimersByTime(cursorShareMs);
  expect(awareness.getLocalState()).toMatchObject({ cursor: { anchor: 't' }, codeCursor: null });
});

test('[NBK-052] moves are told at most once in 500 ms, the last one always, and the editor reads its own at once', () => {
  const { awareness, code } = start();
  const told: unknown[] = [];
  awareness.on('change', () => told.push(awareness.getLocalState()?.['codeCursor']));
  for (let move = 0; move < 10; move += 1) {
    code.awareness.setLocalStateField('cursor', { anchor: move });
    expect(code.awareness.getLocalState()?.['cursor']).toEqual({ anchor: move });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(cursorShareMs);
  expect(told.length).toBeLessThanOrEqual(4);
  expect(told.at(-1)).toEqual({ anchor: 9 });
});

test('[NBK-082] a closed field tells nothing more', () => {
  const { awareness, code } = start();
  code.awareness.setLocalStateField('cursor', { anchor: 1 });
  code.close();
  vi.advanceTimersByTime(cursorShareMs * 2);
  expect(awareness.getLocalState()?.['codeCursor']).toBeUndefined();
});
