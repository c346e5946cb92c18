import { completeVectorStyle, type VectorStyle } from '@groma/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EditHistory } from './edit-history.ts';
import { StyleEdits, styleDelayMs } from './style-edits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  let styles: Record<string, VectorStyle> = { a: completeVectorStyle({}), b: completeVectorStyle({}) };
  const kept: [string, Partial<VectorStyle>][] = [];
  const history = new EditHistory();
  const edits = new StyleEdits({
    read: () => styles,
    show: (next) => {
      styles = { ...next };
    },
    remember: (turnBack) => history.add(turnBack),
    keep: (layerId, change) => {
      kept.push([layerId, { ...change }]);
      return Promise.resolve(true);
    },
  });
  return { edits, history, kept, style: (id: string) => styles[id]! };
}

test('[MAP-098] a style is shown at once and sent once, 1500 ms after the last change', async () => {
  const { edits, kept, style } = start();
  expect(styleDelayMs).toBe(1_500);
  edits.change('a', { lineWidth: 2 });
  await vi.advanceTimersByTimeAsync(1_400);
  edits.change('a', { lineWidth: 3 });
  edits.change('a', { opacity: 0.5 });
  expect(style('a')).toMatchObject({ lineWidth: 3, opacity: 0.5 });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(kept).toEqual([['a', { lineWidth: 3, opacity: 0.5 }]]);
});

test('[VEC-004] a change of style is undone and done again, at once and field by field', async () => {
  const { edits, history, kept, style } = start();
  edits.change('a', { lineWidth: 2 });
  edits.change('a', { lineWidth: 3 });
  expect(history.canUndo).toBe(true);
  await history.turn('undo');
  expect(style('a').lineWidth).toBe(1);
  expect(kept).toEqual([
    ['a', { lineWidth: 3 }],
    ['a', { lineWidth: 1 }],
  ]);
  edits.change('b', { opacity: 0.2 });
  await edits.flush();
  await history.turn('undo');
  expect(style('b').opacity).toBe(1);
  expect(history.canUndo).toBe(false);
});

test('[MAP-098] what somebody else changes meanwhile does not undo what waits here', async () => {
  const { edits } = start();
  edits.change('a', { lineWidth: 7 });
  const merged = edits.over({ a: completeVectorStyle({ lineWidth: 4, opacity: 0.3 }) });
  expect(merged['a']).toMatchObject({ lineWidth: 7, opacity: 0.3 });
  await edits.flush();
  expect(edits.isWaiting).toBe(false);
  expect(edits.over({ a: completeVectorStyle({ lineWidth: 4 }) })['a']!.lineWidth).toBe(4);
});
