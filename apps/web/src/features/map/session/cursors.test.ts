import { expect, test } from 'vitest';
import { Cursors } from './cursors.ts';

test('[MAP-045] [MAP-048] cursors carry the names of those who are there, and one at −180 or less is not shown', () => {
  const cursors = new Cursors();
  cursors.setPeople([{ id: 'b', username: 'Ben', email: '', lng: null, lat: null, zoom: null }]);
  cursors.move('b', -179.9, 10, 3);
  expect(cursors.shown()).toMatchObject([{ userId: 'b', username: 'Ben', lng: -179.9 }]);
  cursors.move('b', -180, 10, 3);
  expect(cursors.shown()).toEqual([]);
  cursors.move('b', 0, 0, 3);
  cursors.setPeople([]);
  expect(cursors.shown()).toEqual([]);
});
