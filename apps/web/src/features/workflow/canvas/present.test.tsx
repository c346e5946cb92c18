import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { usePeople, usePresent } from './people.ts';

test('[WFL-220] pointers that move draw the pointers anew and nothing else; one’s own draws nothing', () => {
  const awareness = new Awareness(new Y.Doc());
  const ben = { id: 'ben', name: 'Ben' };
  const tell = (state: object | null) =>
    act(() => {
      if (state) awareness.states.set(7, state);
      else awareness.states.delete(7);
      awareness.emit('change', [{ added: [], updated: [7], removed: [] }, 'remote']);
    });
  tell({ user: ben, cursor: { x: 1, y: 1 } });
  const present = renderHook(() => usePresent(awareness)).result;
  const people = renderHook(() => usePeople(awareness)).result;
  const [here, pointers] = [present.current, people.current];
  tell({ user: ben, cursor: { x: 2, y: 1 } });
  expect(present.current).toBe(here);
  expect(people.current.map(({ cursor }) => cursor)).toEqual([{ x: 2, y: 1 }]);
  expect(people.current).not.toBe(pointers);
  const moved = people.current;
  act(() => awareness.setLocalStateField('viewport', { x: 9, y: 9, zoom: 1 }));
  expect(people.current).toBe(moved);
  tell(null);
  expect([present.current, people.current]).toEqual([[], []]);
  awareness.destroy();
});
