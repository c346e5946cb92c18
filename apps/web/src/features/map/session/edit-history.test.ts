import { expect, test } from 'vitest';
import { EditHistory, type TurnBack } from './edit-history.ts';

/** A number that is set, and what sets it back. */
function counter() {
  const state = { value: 0 };
  const set = (value: number): TurnBack => {
    const before = state.value;
    state.value = value;
    return async () => set(before);
  };
  return { state, set };
}

test('[MAP-140] own steps are undone and redone in their order, and a new one ends what could be redone', async () => {
  const history = new EditHistory();
  const { state, set } = counter();
  for (const value of [1, 2, 3]) history.add(set(value));
  await Promise.all([history.turn('undo'), history.turn('undo')]);
  expect(state.value).toBe(1);
  await history.turn('redo');
  expect([state.value, history.canUndo, history.canRedo]).toEqual([2, true, true]);
  history.add(set(9));
  expect([await history.turn('redo'), state.value, history.canRedo]).toEqual([false, 9, false]);
});

test('[MAP-140] what is still being undone can be redone already', async () => {
  const history = new EditHistory();
  const { state, set } = counter();
  history.add(set(1));
  const undone = history.turn('undo');
  expect(history.canRedo).toBe(true);
  const redone = history.turn('redo');
  expect(await Promise.all([undone, redone])).toEqual([true, true]);
  expect([state.value, history.canUndo, history.canRedo]).toEqual([1, true, false]);
});

test('[MAP-125] a step that the server did not answer can be undone when it is back', async () => {
  const history = new EditHistory();
  let isAway = true;
  history.add(async () => {
    if (isAway) throw new TypeError('fetch failed');
    return null;
  });
  await expect(history.turn('undo')).rejects.toThrow('fetch failed');
  isAway = false;
  expect([history.canUndo, await history.turn('undo'), history.canUndo]).toEqual([true, true, false]);
});

test('[MAP-140] a step that fails is forgotten and the one before it can be undone', async () => {
  const history = new EditHistory();
  const { state, set } = counter();
  history.add(set(1));
  history.add(async () => {
    throw new Error('gone');
  });
  await expect(history.turn('undo')).rejects.toThrow('gone');
  await history.turn('undo');
  expect([state.value, history.canUndo]).toEqual([0, false]);
});

test('[MAP-140] undo waits for a step that is on its way, and does not take the one before it', async () => {
  const history = new EditHistory();
  const { state, set } = counter();
  history.add(set(1));
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const making = history.whileMaking(answer.then(() => history.add(set(2))));
  const undone = history.turn('undo');
  resolve();
  await Promise.all([making, undone]);
  expect([state.value, history.canUndo, history.canRedo]).toEqual([1, true, true]);
  await expect(history.whileMaking(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await history.turn('undo');
  expect([state.value, history.canUndo]).toEqual([0, false]);
});
